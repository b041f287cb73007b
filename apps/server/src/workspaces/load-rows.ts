import { type Card, type Id, LIMITS, type Tag, type TagGroup, unique } from '@cardinal/domain'
import type { ReadSet, Rows } from '@cardinal/sync'
import type { Stored, StoreTransaction } from '../store/index.ts'

const DAY = 86_400_000

/** The rows that a mutator asked for, and what of them was there before. */
export interface LoadedRows {
  /** Where the rows lie: the workspace that was given, or else that of the first row found; null: none found. */
  readonly workspaceId: Id | null
  readonly rows: Rows
  /** A card that is there or can be brought back. */
  cardBefore(id: Id): Card | undefined
  isLiving(cardId: Id): boolean
  tagBefore(id: Id): Tag | undefined
  groupBefore(id: Id): TagGroup | undefined
}

/**
 * Reads a mutator's rows. All of them must lie in one workspace: rows of another count as absent, so that
 * the mutator refuses them like rows that never were.
 *
 * @param workspaceId null: that of the first row found
 * @param now a card deleted longer ago than the time of grace can't be brought back any more
 */
export async function loadRows(
  tx: StoreTransaction,
  userId: Id,
  workspaceId: Id | null,
  reads: ReadSet,
  now: number,
): Promise<LoadedRows> {
  const cards = await tx.cards.byIds(userId, unique(reads.cards ?? []))
  const tags = await tx.tags.byIds(userId, unique(reads.tags ?? []))
  const groups = await tx.groups.byIds(userId, unique(reads.groups ?? []))
  const place =
    workspaceId ?? [...cards, ...tags.filter(lives), ...groups.filter(lives)][0]?.workspaceId ?? null
  const isHere = (stored: Stored<unknown>) => stored.workspaceId === place
  const named = place === null ? [] : await tx.tags.byNames(userId, place, unique(reads.tagNames ?? []))
  const titled =
    place === null ? [] : await tx.groups.byTitles(userId, place, unique(reads.groupTitles ?? []))
  const carrying = await tx.cards.carrying(userId, unique(reads.cardsCarrying ?? []))
  const holding = await tx.groups.holding(userId, unique(reads.groupsHolding ?? []))

  const since = now - LIMITS.deletedCardsKept * DAY
  const cardById = byId([...cards, ...carrying].filter(isHere))
  const tagById = byId([...tags, ...named].filter(isHere).filter(lives))
  const groupById = byId([...groups, ...titled, ...holding].filter(isHere).filter(lives))
  const living = (id: Id) => {
    const stored = cardById.get(id)
    return stored?.deletedAt === null ? stored.row : undefined
  }
  const restorable = (id: Id) => {
    const stored = cardById.get(id)
    return stored != null && stored.deletedAt !== null && stored.deletedAt > since ? stored.row : undefined
  }
  const tagByName = new Map(named.map(({ row }) => [row.name, row]))
  const groupByTitle = new Map(titled.map(({ row }) => [row.title, row]))
  const content = await readContentAt(tx, userId, reads)
  return {
    workspaceId: place,
    cardBefore: (id) => cardById.get(id)?.row,
    isLiving: (id) => living(id) !== undefined,
    tagBefore: (id) => tagById.get(id)?.row,
    groupBefore: (id) => groupById.get(id)?.row,
    rows: {
      card: living,
      deletedCard: restorable,
      tag: (id) => tagById.get(id)?.row,
      group: (id) => groupById.get(id)?.row,
      tagByName: (name) => tagByName.get(name),
      groupByTitle: (title) => groupByTitle.get(title),
      cardsCarrying: (tagId) => holders(carrying.filter(isHere), tagId),
      groupsHolding: (tagId) => holders(holding.filter(isHere), tagId),
      contentAt: (cardId, seq) =>
        cardId === reads.contentAt?.cardId && seq === reads.contentAt.seq
          ? (content ?? cardById.get(cardId)?.row.content)
          : undefined,
    },
  }
}

async function readContentAt(
  tx: StoreTransaction,
  userId: Id,
  { contentAt }: ReadSet,
): Promise<string | undefined> {
  if (contentAt === undefined) return undefined
  return tx.revisions.contentAt(userId, contentAt.cardId, contentAt.seq)
}

function lives(stored: Stored<unknown>): boolean {
  return stored.deletedAt === null
}

function byId<Row extends { readonly id: Id }>(rows: readonly Stored<Row>[]): Map<Id, Stored<Row>> {
  return new Map(rows.map((stored) => [stored.row.id, stored]))
}

function holders<Row extends { readonly tagIds: readonly Id[] }>(
  rows: readonly Stored<Row>[],
  tagId: Id,
): Row[] {
  return rows.map(({ row }) => row).filter((row) => row.tagIds.includes(tagId))
}
