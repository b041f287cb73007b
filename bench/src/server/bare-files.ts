import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'

/**
 * The baseline for files: `node:http` that streams a body into one file of the disk and syncs it, and streams it back. It knows
 * no person, checks no hash and can't go on after a break. Arguments: port, path of the file.
 */
const [port = '0', path = ''] = process.argv.slice(2)

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  await pipeline(request, createWriteStream(path))
  const file = await open(path, 'r+')
  await file.sync()
  await file.close()
  response.end()
}

createServer((request, response) => {
  const work = request.method === 'PUT' ? take(request, response) : pipeline(createReadStream(path), response)
  work.catch((error: Error) => {
    response.destroy(error)
  })
}).listen(Number(port), '127.0.0.1')
