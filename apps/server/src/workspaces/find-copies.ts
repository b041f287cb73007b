import { fold, type Id } from '@cardinal/domain'
import { copyTextsIn, withFoundCopies } from '@cardinal/domain/copies'
import { yieldToEventLoop } from '../lib/waiting.ts'
import type { Store } from '../store/index.ts'

/** Copies read at once: each is some ten kilobytes, and half a megabyte at most. */
const AT_ONCE = 10
/** Units that are looked through before others have their turn: some milliseconds. */
const SLICE = 8_000_000

/**
 * Looks through the words of a workspace's copies. The database streams them, and they are compared here: texts fold alike
 * everywhere. It takes time that grows with the copies, and others are served meanwhile.
 *
 * @returns for each text the cards whose copies contain it
 */
export async function findCopies(
  store: Pick<Store, 'pageCopies'>,
  place: { readonly userId: Id; readonly workspaceId: Id },
  texts: readonly string[],
): Promise<readonly (readonly Id[])[]> {
  const folded = texts.map(fold)
  const found = folded.map((): Id[] => [])
  let read = 0
  for (let after = ''; ; ) {
    const copies = await store.pageCopies.wordsAfter(place, after, AT_ONCE)
    for (const { card_id, words } of copies)
      for (const [at, text] of folded.entries()) {
        if (text !== '' && words.includes(text)) found[at]?.push(card_id)
        read += words.length
        if (read < SLICE) continue
        read = 0
        await yieldToEventLoop()
      }
    if (copies.length < AT_ONCE) return found
    after = copies.at(-1)?.card_id ?? after
    await yieldToEventLoop()
  }
}

/** Resolves with what is asked, in which every condition on copies says which cards it finds. */
export async function withCopies<Asked>(
  store: Pick<Store, 'pageCopies'>,
  place: { readonly userId: Id; readonly workspaceId: Id },
  asked: Asked,
): Promise<Asked> {
  const texts = copyTextsIn(asked)
  if (texts.length === 0) return asked
  const found = await findCopies(store, place, texts)
  return withFoundCopies(asked, new Map(texts.map((text, at) => [text, found[at] ?? []])))
}
