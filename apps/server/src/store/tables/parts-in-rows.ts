import type { Id, Subnote } from '@cardinal/domain'
import { sql } from 'kysely'

/**
 * Tags and subnotes of a card, or tags of a group, as one text column of its row. One statement reads everything, and a
 * driver builds one text much faster than many rows. Both databases have these functions; their JSON functions differ.
 *
 * Null: empty.
 */
export const tagsOfCard = sql<string | null>`(
  select string_agg(tag_id, ',' order by position) from card_tag
  where card_tag.user_id = card.user_id and card_tag.card_id = card.id)`

export const tagsOfGroup = sql<string | null>`(
  select string_agg(tag_id, ',' order by position) from group_tag
  where group_tag.user_id = tag_group.user_id and group_tag.group_id = tag_group.id)`

/** Three fields per subnote, separated by `~1`; a tilde in a text is `~0`, so that no text contains `~1`. */
export const subnotesOfCard = sql<string | null>`(
  select string_agg(id || '~1' || is_ticked || '~1' || replace(text, '~', '~0'), '~1' order by position) from subnote
  where subnote.user_id = card.user_id and subnote.card_id = card.id)`

/** Ids kept for sharing. */
const IDS_KEPT = 10_000

/** A tag is on many cards: they share one string for its id. */
const sharedIds = new Map<string, Id>()

/** Parses `tagsOfCard` or `tagsOfGroup`. */
export function readIds(text: string | null): readonly Id[] {
  if (text === null) return NONE
  return text.split(',').map(sharedId)
}

/** Parses `subnotesOfCard`. */
export function readSubnotes(text: string | null): readonly Subnote[] {
  if (text === null) return NONE
  const fields = text.split('~1')
  const subnotes: Subnote[] = []
  for (let i = 0; i < fields.length; i += 3) {
    const [id, isTicked, kept] = [fields[i] ?? '', fields[i + 1], fields[i + 2] ?? '']
    subnotes.push({ id, text: kept.replaceAll('~0', '~'), isTicked: isTicked === '1' })
  }
  return subnotes
}

const NONE: readonly never[] = []

function sharedId(id: Id): Id {
  const known = sharedIds.get(id)
  if (known !== undefined) return known
  if (sharedIds.size >= IDS_KEPT) sharedIds.clear()
  sharedIds.set(id, id)
  return id
}
