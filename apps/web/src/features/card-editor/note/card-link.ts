import { type Card, isId } from '@cardinal/domain'
import { titleOf } from '../../../shared/text/note-title.ts'

/** The address of a link to a card, inside a text: plain Markdown that other programs show as a link. */
export const CARD_LINK = /\[([^[\]\n]{0,300})\]\(card:([0-9a-f]{24})\)/g

/** Returns a link to a card, with its title. */
export function linkTo({ id, content }: Pick<Card, 'id' | 'content'>): string {
  return isId(id)
    ? `[${titleOf(content)
        .replace(/[[\]\\]/g, ' ')
        .trim()}](card:${id})`
    : ''
}
