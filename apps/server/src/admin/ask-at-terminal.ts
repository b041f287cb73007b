import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Asks for one line at the terminal without showing what is typed; where stdin is no terminal, reads its first line. */
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
