import { KeptTexts } from '../../../server/test/support/kept-texts.ts'
import type { Act } from './person.ts'
import type { World } from './world.ts'

/** Prints the acts of a story, one per line, and what the server has of them. */
export function printActs(acts: readonly Act[], { server, userId }: World): void {
  const kept = new KeptTexts(server.databaseFile, userId)
  const seqByKey = new Map(kept.carriedOut().map(({ key, seq }) => [key, seq]))
  for (const { at, seenSeq, tab, mutation, keys, isStored, texts } of acts) {
    const seqs = keys.map((key) => (seqByKey.has(key) ? `#${seqByKey.get(key)}` : '-')).join(' ')
    const edits = texts.map(({ from, to }) => `"${from}" → "${to}"`).join(', ')
    const state = isStored ? 'saved' : 'not saved'
    console.warn(
      `${at / 1000}s ${tab} at #${seenSeq}, ${state}, ${seqs}: ${mutation.name} ${JSON.stringify(mutation.args)} ${edits}`,
    )
  }
  for (const { where, cardId, text } of kept.texts()) console.warn(`${where} ${cardId}: ${text}`)
  kept.close()
}
