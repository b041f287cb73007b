import type { Mutation } from '@cardinal/sync/edits'
import type { Question } from '../../overlays/index.ts'
import type { PreviewedAct } from '../../replica/index.ts'
import { counted } from '../text/counted.ts'

type Counted = Pick<PreviewedAct, 'cards' | 'tags' | 'tagExamples'>

/** Returns the question before an act that has no words of its own: about its cards, else about its tags. */
export function questionOf(mutations: readonly Mutation[], preview: Counted): Question {
  const isOnCards = preview.cards > 0
  const what = isOnCards ? counted(preview.cards, 'card') : tagsOf(preview)
  // A tag that an act makes for its own use is not what it is about.
  const main = isOnCards ? mutations[0] : mutations.find(({ name }) => name !== 'createTags')
  switch (main?.name) {
    case 'deleteCards':
      return {
        title: `Delete ${what}?`,
        text: 'They can be restored for 30 days.',
        confirmLabel: `Delete ${what}`,
        isDanger: true,
      }
    case 'attachTags':
    case 'createTags':
      return { title: `Put tags on ${what}?`, confirmLabel: 'Put on' }
    case 'detachTags':
      return { title: `Take tags off ${what}?`, confirmLabel: 'Take off' }
    case 'setCardColor':
    case 'setTagColor':
      return { title: `Colour ${what}?`, confirmLabel: 'Colour' }
    case 'completeCards':
      return { title: `Complete ${what}?`, confirmLabel: 'Complete' }
    case 'mergeTags':
      return { title: isOnCards ? `Merge tags on ${what}?` : `Merge ${what}?`, confirmLabel: 'Merge' }
    case 'renameTag':
      return { title: isOnCards ? `Rename the tag on ${what}?` : `Rename ${what}?`, confirmLabel: 'Rename' }
    case 'deleteTags':
      return {
        title: isOnCards ? `Delete tags on ${what}?` : `Delete ${what}?`,
        confirmLabel: 'Delete',
        isDanger: true,
      }
    default:
      return { title: `Change ${what}?`, confirmLabel: 'Change' }
  }
}

/** Returns the tag that changes by its name; several by their number. Tags that are new do not count. */
function tagsOf({ tags, tagExamples }: Counted): string {
  const old = tagExamples.flatMap(({ before }) => before ?? [])
  const count = tags - (tagExamples.length - old.length)
  return count === 1 ? `the tag “${old[0]}”` : counted(count, 'tag')
}
