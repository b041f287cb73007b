import type { Refusal } from '@cardinal/domain'

/** Whether a message is about the plan's limit. */
export function isCardLimit(sentence: string): boolean {
  return /^You have total .* Upgrade for more\.$/.test(sentence)
}

/** A refusal as a sentence: what happened, and what the person can do. */
export function refusalText(refusal: Refusal): string {
  switch (refusal.kind) {
    case 'not-found':
      return `This ${refusal.what === 'subnote' ? 'subtask' : refusal.what} is not there any more.`
    case 'id-taken':
      return 'This was saved already.'
    case 'tag-name-taken':
      return `There is a tag “${refusal.name}” already.`
    case 'group-title-taken':
      return `There is a group “${refusal.title}” already.`
    case 'card-limit': {
      const { note, todo, link } = refusal.counts
      return `You have total ${note} notes, ${todo} todos, ${link} links. Upgrade for more.`
    }
    case 'storage-full':
      return `Your account is full: its texts take more than ${Math.round(refusal.limit / 1024 / 1024)} MB. Delete some cards first.`
    case 'workspace-full':
      return 'This workspace holds as many tags and groups as one may. Make another workspace, or delete some first.'
    case 'unsafe-link':
      return 'This address could run code in your browser, so it cannot be saved as a link.'
    case 'invalid':
      return refusal.reason
  }
}
