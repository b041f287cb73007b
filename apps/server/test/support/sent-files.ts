import { createHash } from 'node:crypto'
import { LIMITS } from '@cardinal/domain'
import type { Answer, Person } from './node.ts'

type Sender = Pick<Person, 'send'>

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

export function beginFile(person: Sender, bytes: Uint8Array): Promise<Answer> {
  return person.send('POST', '/files', { hash: hashOf(bytes), size: bytes.length })
}

/** The pieces of a file, each with its request. */
export function piecesOf(bytes: Uint8Array, hash = hashOf(bytes)) {
  return Array.from({ length: Math.ceil(bytes.length / LIMITS.filePiece) }, (_, number) => {
    const piece = bytes.subarray(number * LIMITS.filePiece, (number + 1) * LIMITS.filePiece)
    const path = `/files/${hash}/pieces/${number}?sha256=${hashOf(piece)}`
    return { send: (person: Sender): Promise<Answer> => person.send('POST', path, piece) }
  })
}

/**
 * Sends a file like a device: only the pieces that the server lacks.
 *
 * @throws if the file is not complete afterwards
 */
export async function sendFile(person: Sender, bytes: Uint8Array): Promise<void> {
  const begun = await beginFile(person, bytes)
  const pieces = piecesOf(bytes)
  let isWhole: boolean = begun.body.data.is_whole
  for (const number of begun.body.data.missing as number[]) {
    const answer = await pieces[number]?.send(person)
    if (answer?.status !== 200) throw new Error(`A piece was refused: ${JSON.stringify(answer?.body)}`)
    isWhole = answer.body.data.is_whole
  }
  if (!isWhole) throw new Error('The file did not become whole.')
}
