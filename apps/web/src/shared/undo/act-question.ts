import type { Mutation } from '@cardinal/sync/edits'
import type { Question } from '../../overlays/index.ts'

/** Returns the question before an act that has no words of its own. @param what such as "12 cards" */
export function questionOf([first]: readonly Mutation[], what: string): Question {
  switch (first?.name) {
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
      return { title: `Merge tags on ${what}?`, confirmLabel: 'Merge' }
    case 'renameTag':
      return { title: `Rename the tag on ${what}?`, confirmLabel: 'Rename' }
    default:
      return { title: `Change ${what}?`, confirmLabel: 'Change' }
  }
}
