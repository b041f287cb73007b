import { allOf, displayNameOf, type Id, NOTHING_ASKED, notOf } from '@cardinal/domain'
import type { Question } from '../../overlays/index.ts'
import type { Replica } from '../../replica/index.ts'
import { toast, UNDERSTOOD } from '../../ui/toaster.tsx'
import { counted, listed } from '../text/counted.ts'
import { undoStack } from '../undo/undo-stack.ts'
import { actIn } from '../undo/use-act.ts'

interface NamedTag {
  readonly id: Id
  readonly name: string
  readonly displayName?: string
}

/**
 * Deletes tags. Where cards carry them the person is asked first, with the number of those cards.
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
  if (isDone) sayWhenBack(replica, tags)
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

/** Counts the cards with at least one of the tags: all cards without the cards that have none of them. */
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

/**
 * Shows a message when a deleted tag comes back, because another device uses it (docs/concurrency.md). It does, unless
 * the deletion was undone here: then its entry has left the undo stack.
 */
function sayWhenBack(replica: Replica, tags: readonly NamedTag[]): void {
  let gone = tags
  const stop = replica.subscribe(async (event) => {
    if (event !== 'changed') return
    const ids = gone.map(({ id }) => id)
    const found = await replica.ask('tagsById', { ids })
    const back = gone.filter(({ id }) => found.some((tag) => tag?.id === id))
    if (back.length === 0) return
    gone = gone.filter((tag) => !back.includes(tag))
    if (gone.length === 0) stop()
    const fromElsewhere = back.filter(({ id }) => canBeUndone(id))
    if (fromElsewhere.length === 0) return
    const names = listed(fromElsewhere.map((tag) => `“${displayNameOf(tag)}”`))
    const are = fromElsewhere.length === 1 ? 'is' : 'are'
    toast(
      `${names} ${are} back, because another device used ${fromElsewhere.length === 1 ? 'it' : 'them'}`,
      UNDERSTOOD,
    )
  })
}

function canBeUndone(tagId: Id): boolean {
  return undoStack.getState().done.some(({ undo }) => JSON.stringify(undo).includes(tagId))
}
