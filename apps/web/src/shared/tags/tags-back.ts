import { displayNameOf, type Id } from '@cardinal/domain'
import type { Replica } from '../../replica/index.ts'
import { toast, UNDERSTOOD } from '../../ui/toaster.tsx'
import { undoStack } from '../changes/undo-stack.ts'
import { listed } from '../text/counted.ts'

export interface NamedTag {
  readonly id: Id
  readonly name: string
  readonly displayName?: string
}

/**
 * Shows a message if another device's use restores a deleted tag (docs/concurrency.md), unless the deletion was
 * undone here. In that case its entry has left the undo stack.
 */
export function sayWhenBack(replica: Replica, tags: readonly NamedTag[]): void {
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
