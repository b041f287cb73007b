import { toInstant, typeToWire } from '@cardinal/contract'
import { type Card, type Id, ownTexts, unique } from '@cardinal/domain'
import type { Store, WebhookDelivery } from '../store/index.ts'
import type { DeliveredCard } from './deliveries.ts'

/** Characters of a card's text in a message: the whole one is asked for by its id. */
const LONGEST_CONTENT = 2_000

/** Resolves with the body of a message, with the cards as they are now; null: none of them is there any more. */
export async function writeMessage(
  store: Pick<Store, 'cards' | 'tags'>,
  userId: Id,
  { event, cards, workspace_id, created_at }: WebhookDelivery,
): Promise<string | null> {
  const delivered = JSON.parse(cards) as DeliveredCard[]
  const stored = await store.cards.byIds(
    userId,
    delivered.map(({ id }) => id),
  )
  const living = new Map(stored.flatMap(({ row, deletedAt }) => (deletedAt === null ? [[row.id, row]] : [])))
  const tags = await store.tags.byIds(userId, unique([...living.values()].flatMap(({ tagIds }) => tagIds)))
  const names = new Map(tags.map(({ row }) => [row.id, row.name]))
  const namesOf = (ids: readonly Id[]) => ids.flatMap((id) => names.get(id) ?? [])
  const shown = delivered.flatMap(({ id, tagIds }) => {
    const card = living.get(id)
    return card === undefined
      ? []
      : [{ ...cardOf(card, namesOf(card.tagIds)), ...(tagIds && { tags_added: namesOf(tagIds) }) }]
  })
  if (shown.length === 0) return null
  return JSON.stringify({
    type: event,
    timestamp: toInstant(created_at),
    data: { workspace_id, cards: shown },
  })
}

/** Returns the body of a message that only tries whether messages arrive. */
export function testMessage(now: number): string {
  return JSON.stringify({ type: 'test', timestamp: toInstant(now), data: {} })
}

function cardOf(card: Card, tags: readonly string[]) {
  const { id, type, content, createdAt, doneAt, dueAt } = card
  const text = content.slice(0, LONGEST_CONTENT).replace(/[\ud800-\udbff]$/, '')
  return {
    _id: id,
    type: typeToWire(type),
    content: text,
    ...(type === 'link' && { url: ownTexts(card).url.slice(0, LONGEST_CONTENT) }),
    tags,
    createdAt: toInstant(createdAt),
    doneAt: doneAt === null ? null : toInstant(doneAt),
    dueAt,
  }
}
