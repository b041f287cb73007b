import {
  addressKey,
  addressKeyOf,
  CARD_TYPES,
  type Card,
  type CardCounts,
  type Id,
  type TagGroup,
} from '@cardinal/domain'
import type { ClosestGroup } from '../../questions.ts'
import { byId, byTitle, type NaiveRows } from '../naive-rows.ts'

export function countCards(rows: NaiveRows): CardCounts {
  const [todo = 0, note = 0, link = 0] = CARD_TYPES.map(
    (type) => rows.cards.filter((card) => card.type === type).length,
  )
  return { todo, note, link }
}

export function cardsById(rows: NaiveRows, { ids }: { ids: readonly Id[] }): (Card | undefined)[] {
  return ids.map((id) => rows.cardsById.get(id))
}

/** Returns link cards with this address, oldest first: the card that was saved first. */
export function cardsWithAddress(rows: NaiveRows, { address }: { address: string }): Card[] {
  const key = addressKey(address)
  if (key === '') return []
  return rows.cards
    .filter((card) => addressKeyOf(card) === key)
    .sort((a, b) => a.createdAt - b.createdAt || byId(a, b))
}

export function allGroups(rows: NaiveRows): TagGroup[] {
  return rows.groups.sort(byTitle)
}

export function groupsById(rows: NaiveRows, { ids }: { ids: readonly Id[] }): (TagGroup | undefined)[] {
  return ids.map((id) => rows.groupsById.get(id))
}

export function groupsOfTags(rows: NaiveRows, { tagIds }: { tagIds: readonly Id[] }): TagGroup[] {
  const held = (group: TagGroup) => group.tagIds.filter((id) => tagIds.includes(id)).length
  return rows.groups.filter((group) => held(group) > 0).sort((a, b) => held(b) - held(a) || byTitle(a, b))
}

export function closestGroups(rows: NaiveRows, { tagIds }: { tagIds: readonly Id[] }): ClosestGroup[] {
  return groupsOfTags(rows, { tagIds })
    .map((group) => {
      const held = group.tagIds.filter((id) => tagIds.includes(id)).length
      return { group, held, others: group.tagIds.length - held }
    })
    .sort((a, b) => b.held - a.held || a.others - b.others || byTitle(a.group, b.group))
}
