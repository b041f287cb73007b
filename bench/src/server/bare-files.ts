import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'

/**
 * The baseline for files: `node:http` that streams a body into one file, syncs it to the disk, and streams it
 * back. It has no accounts, checks no hash and can't resume an upload. With `?at=` it promises what our server
 * does: the body is the part of the file from that byte on. Its `sha256` is compared, and it is on the disk when
 * the request is answered. Arguments: port, path of the file.
 */
const [port = '0', path = ''] = process.argv.slice(2)

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  await pipeline(request, createWriteStream(path))
  const file = await open(path, 'r+')
  await file.sync()
  await file.close()
  response.end()
}

async function takePart(request: IncomingMessage, response: ServerResponse, query: URLSearchParams) {
  const part = Buffer.concat(await request.toArray())
  if (createHash('sha256').update(part).digest('hex') !== query.get('sha256')) throw new Error('Damaged.')
  const file = await open(path, query.get('at') === '0' ? 'w' : 'r+')
  await file.write(part, 0, part.length, Number(query.get('at')))
  await file.sync()
  await file.close()
  response.end()
}

createServer((request, response) => {
  const query = new URL(request.url ?? '', 'http://127.0.0.1').searchParams
  const put = query.has('at') ? takePart : take
  const work =
    request.method === 'PUT' ? put(request, response, query) : pipeline(createReadStream(path), response)
  work.catch((error: Error) => {
    response.destroy(error)
  })
}).listen(Number(port), '127.0.0.1')
