import { type Card, type CardFile, fold, type Id, isId, parseSearch } from '@cardinal/domain'
import type { CardQuery } from '@cardinal/engine'
import type { Replica } from '../../replica/index.ts'
import { isPicture } from '../files/file-words.ts'
import { cardSearch, DEFAULT_FILTERS } from '../search/filters.ts'
import { titleOf } from '../text/note-title.ts'

/** A link to a card inside a text, in plain Markdown that other programs show as a link. */
export const CARD_LINK = /\[([^[\]\n]{0,300})\]\(card:([0-9a-f]{24})\)/g

/** A picture of the card inside a text. */
export const PICTURE_LINK = /!\[([^[\]\n]{0,300})\]\(file:([0-9a-f]{64})\)/g

/** The Markdown of a file: a picture, or a link to another file. */
export function textOfFile(file: CardFile): string {
  const { hash, name } = file
  const mark = isPicture(file) ? '!' : ''
  return `${mark}[${name.replace(/[[\]\\]/g, ' ')}](file:${hash})`
}

/** Returns a link to a card, with its title. */
export function linkTo({ id, content }: Pick<Card, 'id' | 'content'>): string {
  return isId(id)
    ? `[${titleOf(content)
        .replace(/[[\]\\]/g, ' ')
        .trim()}](card:${id})`
    : ''
}

/** Searches for cards, latest first. */
export function cardsWith(search: string, limit: number): CardQuery {
  return {
    ...cardSearch(null, '', '', DEFAULT_FILTERS),
    search: parseSearch(search),
    done: null,
    order: { by: 'recently', of: 'updated' },
    offset: 0,
    limit,
    parts: 'page',
  }
}

/** How many cards are offered after `[[`. */
const OFFERED = 8
/** How many of the latest matches have their titles compared. */
const RANKED = 200

/**
 * Cards to link for the text after `[[`, best titles first.
 *
 * @param ownId the edited card; empty: a new one
 */
export async function cardsToLink(replica: Replica, written: string, ownId: Id): Promise<readonly Card[]> {
  const { cards } = await replica.ask('matchCards', cardsWith(written, RANKED))
  return byTitle(
    cards.filter(({ id }) => id !== ownId),
    written,
  ).slice(0, OFFERED)
}

/** Sorts cards by how well their titles match a text: equal, prefix, prefix of a word, all words, others. */
export function byTitle(cards: readonly Card[], written: string): readonly Card[] {
  const wanted = fold(written).trim()
  const words = wanted.split(/\s+/)
  const rankOf = (card: Card): number => {
    const title = fold(titleOf(card.content))
    if (title === wanted) return 0
    if (title.startsWith(wanted)) return 1
    if (` ${title}`.includes(` ${wanted}`)) return 2
    return words.every((word) => title.includes(word)) ? 3 : 4
  }
  return cards
    .map((card) => ({ card, rank: rankOf(card) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ card }) => card)
}
