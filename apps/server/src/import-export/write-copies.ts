import { toInstant } from '@cardinal/contract'
import type { Id } from '@cardinal/domain'
import type { Store } from '../store/index.ts'

/** Copies read at once. A copy has some ten kilobytes, at most half a megabyte. */
const COPIES_PER_READ = 10

/**
 * Copies of living cards as items of a JSON list, one per line, so that a reader can parse them one by one.
 * Includes copies that wait to be fetched and removed ones.
 */
export async function* copyRows(store: Pick<Store, 'pageCopies'>, userId: Id): AsyncGenerator<string> {
  let isFirst = true
  for (let after = ''; ; ) {
    const copies = await store.pageCopies.ofCardsAfter(userId, after, COPIES_PER_READ)
    for (const copy of copies) {
      yield `${isFirst ? '' : ',\n'}${JSON.stringify(copyToFile(copy))}`
      isFirst = false
    }
    if (copies.length < COPIES_PER_READ) return
    after = copies.at(-1)?.card_id ?? after
  }
}

type KeptCopy = Awaited<ReturnType<Store['pageCopies']['ofCardsAfter']>>[number]

function copyToFile({ card_id, state, problem, address, fetched_at, removed_at, ...text }: KeptCopy) {
  const { title, language, content, is_cut, file_hash } = text
  return {
    entity: card_id,
    state,
    ...(problem !== '' && { problem }),
    address,
    ...(removed_at !== null && { removedAt: toInstant(Number(removed_at)) }),
    ...(fetched_at !== null && {
      fetchedAt: toInstant(Number(fetched_at)),
      title,
      ...(language !== '' && { language }),
      ...(is_cut === 1 && { is_cut: true }),
      ...(file_hash !== null && { keptPage: file_hash }),
      content,
    }),
  }
}
