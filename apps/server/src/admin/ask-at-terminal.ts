import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Reads one line from the terminal without echo, or the first line of stdin. */
export async function askAtTerminal(question: string): Promise<string> {
  const { stdin, stderr } = process
  stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: silent, terminal: stdin.isTTY === true })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    stderr.write('\n')
  }
}
