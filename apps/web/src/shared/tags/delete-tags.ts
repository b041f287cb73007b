import { allOf, displayNameOf, NOTHING_ASKED, notOf } from '@cardinal/domain'
import type { Question } from '../../overlays/index.ts'
import type { Replica } from '../../replica/index.ts'
import { actIn } from '../changes/use-act.ts'
import { counted } from '../text/counted.ts'
import type { NamedTag } from './tags-back.ts'

/**
 * Deletes tags. If cards have them, asks first, with the number of cards.
 *
 * @returns whether they were deleted
 */
export async function deleteTags(replica: Replica, tags: readonly NamedTag[]): Promise<boolean> {
  const tagIds = tags.map(({ id }) => id)
  const what = tags.length === 1 ? `“${tags.map(displayNameOf).join()}”` : counted(tags.length, 'tag')
  const cards = await countCardsWith(replica, tags)
  const from = cards > 0 ? ` from ${counted(cards, 'card')}` : ''
  const isDone = await actIn(replica)(
    { name: 'deleteTags', args: { tagIds } },
    {
      done: `Deleted ${what}${from}`,
      ...(cards > 0 && { question: leavingCards(what, tags.length, cards) }),
    },
  )
  // Shows a message if another device brings the tags back. If its code can't be loaded, only the message is
  // missing.
  if (isDone) import('./tags-back.ts').then(({ sayWhenBack }) => sayWhenBack(replica, tags)).catch(() => {})
  return isDone
}

function leavingCards(what: string, tags: number, cards: number): Question {
  const [is, these] = tags === 1 ? ['It is', 'the tag'] : ['They are', 'these tags']
  const stay = cards === 1 ? 'The card stays and loses' : 'The cards stay and lose'
  return {
    title: `Delete ${what}?`,
    text: `${is} on ${counted(cards, 'card')}. ${stay} ${these}.`,
    confirmLabel: `Delete ${counted(tags, 'tag')}`,
    isDanger: true,
  }
}

/** Counts cards with at least one of the tags: all cards minus those with none. */
async function countCardsWith(replica: Replica, tags: readonly NamedTag[]): Promise<number> {
  if (tags.length === 1) {
    const [tag] = await replica.ask('tagsById', { ids: tags.map(({ id }) => id) })
    return tag?.cardCount ?? 0
  }
  const { todo, note, link } = await replica.ask('countCards', {})
  const { total } = await replica.ask('matchCards', {
    type: null,
    search: allOf(tags.map(({ name }) => notOf({ kind: 'tag', name, isExact: false }))),
    second: NOTHING_ASKED,
    onlyTags: true,
    colors: [],
    dates: null,
    done: null,
    order: { by: 'recently', of: 'updated' },
    offset: 0,
    limit: 0,
    parts: 'counts',
  })
  return todo + note + link - total
}
