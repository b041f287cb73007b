import { createServer } from 'node:http'
import { parseSearch } from '@cardinal/domain'
import { ALL_CARDS, WorkspaceIndex } from '@cardinal/engine'
import { makeCorpus } from '../corpus/corpus.ts'
import { flushAll } from '../harness.ts'

/**
 * The baseline for the server: `node:http` over the same engine and cards, without identity, checks, store or log.
 * Arguments: port, size, seed.
 */
const [port = 0, size = 0, seed = 0] = process.argv.slice(2).map(Number)
const index = new WorkspaceIndex()
const corpus = makeCorpus(size, seed)
index.apply(corpus.tags.map((row) => ({ kind: 'tag' as const, id: row.id, row })))
for (const row of corpus.cards()) index.apply([{ kind: 'card', id: row.id, row }])
flushAll(index)

createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { text } = JSON.parse(Buffer.concat(chunks).toString()) as { text: string }
    const query = { ...ALL_CARDS, search: parseSearch(text), offset: 0, limit: 25, parts: 'all' } as const
    const answer = index.ask('matchCards', query)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer))
  })
}).listen(port, '127.0.0.1')
