import { type Card, type Id, otherNamesOf, tagName } from '@cardinal/domain'
import { yieldToEventLoop } from '../lib/waiting.ts'
import type { Store, StoredPiece } from '../store/index.ts'
import { allRows } from '../workspaces/feed.ts'
import { keyOfCard } from './card-keys.ts'
import type { ReadFile } from './file-reader.ts'
import { PieceList } from './import-pieces.ts'
import { headsOf, holdsNothing, idsAreFree, type Target } from './import-targets.ts'
import type { PlannedCard } from './plan-card.ts'
import { type Existing, PartPlanner, type PlannedPart, type UsedIds } from './plan-import.ts'
import type { ReadRow } from './repeated-rows.ts'
import { inSlices } from './slices.ts'
import { NamesThere } from './tags-of-file.ts'
import type { ImportTools } from './tools.ts'

/** UTF-16 units of cards planned before yielding to the event loop. */
const YIELD_AFTER_UNITS = 200_000

/** A complete plan. Nothing is written before. */
export interface FilePlan {
  readonly parts: readonly PlannedPart[]
  /** Compressed work, in the order in which it is written. */
  readonly work: readonly StoredPiece[]
}

/**
 * Plans all rows of a file as they arrive from its thread. Then ends the thread, unless the file has files of
 * cards. The plan is compressed, so neither the file nor its rows are ever in memory as a whole here.
 *
 * @param showsSpellings whether new tags get the file's spelling as their display name
 */
export async function planFile(
  { store, newId }: ImportTools,
  userId: Id,
  file: ReadFile,
  targets: readonly Target[],
  showsSpellings = true,
): Promise<FilePlan> {
  const { head } = file
  const planners = await plannersFor(store, newId, userId, file, targets)
  const pieces = new PieceList()
  const cardIdByOwn = new Map<Id, Id>()
  for await (const rows of file.rows()) {
    const there = await cardsThere(store, userId, rows, (row) => plannerOf(row)?.cardIdOf(row))
    for await (const row of inSlices(rows)) {
      const planner = plannerOf(row)
      const decision = planner?.take(row, there.get(planner.cardIdOf(row) ?? ''))
      if (!decision) continue
      const { kind, planned } = decision
      await pieces.add(kind, partOf(row), planned, sizeOf(planned))
      const own = 'card' in row ? (row.card.own?.id ?? row.card.links?.key) : undefined
      if (head.copies > 0 && kind === 'cards' && own !== undefined && !cardIdByOwn.has(own))
        cardIdByOwn.set(own, planned.card.id)
    }
  }
  for await (const copies of file.copies())
    for (const copy of copies) {
      const cardId = copy === null ? undefined : cardIdByOwn.get(copy.cardId)
      const known = copy === null || cardId === undefined ? null : { ...copy, cardId }
      await pieces.add('copies', 0, known, (known?.content.length ?? 0) + (known?.words.length ?? 0))
    }
  if (head.files === 0) await file.close()
  const parts: PlannedPart[] = []
  for (const planner of planners) parts.push(await planner.end(showsSpellings))
  return { parts, work: await pieces.end() }

  function partOf(row: ReadRow): number {
    return head.account !== undefined && 'card' in row ? (row.card.own?.workspace ?? 0) : 0
  }
  function plannerOf(row: ReadRow): PartPlanner | undefined {
    return planners[partOf(row)]
  }
}

async function plannersFor(
  store: Store,
  newId: () => Id,
  userId: Id,
  file: ReadFile,
  targets: readonly Target[],
): Promise<PartPlanner[]> {
  const used: UsedIds = { cards: new Set(), tags: new Set(), groups: new Set() }
  const areFree = await idsAreFree(store, userId, file.head)
  const planners: PartPlanner[] = []
  for (const [index, head] of headsOf(file.head).entries()) {
    const target = targets[index] ?? null
    const isOwn = file.head.account !== undefined || head.ownIds.length > 0
    const isWhole = isOwn && areFree && (target === null || (await holdsNothing(store, userId, target.id)))
    const existing = isWhole ? null : await existingIn(store, userId, target, isOwn)
    planners.push(new PartPlanner(head, existing, newId, used))
  }
  return planners
}

/**
 * What rows may duplicate in the workspace: cards, tags and groups.
 *
 * @param isOwn whether the file is our export, which has names and not spellings
 */
async function existingIn(store: Store, userId: Id, workspace: Target, isOwn: boolean): Promise<Existing> {
  const cardIdByKey = new Map<string, Id>()
  const tagIdByName = new Map<string, Id>()
  const tagNames = new NamesThere()
  if (workspace === null) return { cardIdByKey, tagIdByName, tagNames }
  let looked = 0
  for await (const page of allRows(store, userId, workspace))
    for (const change of page) {
      if (change.kind === 'tag' && change.row !== null) {
        for (const name of otherNamesOf(change.row).map(tagName))
          if (!tagIdByName.has(name)) tagIdByName.set(name, change.id)
        tagIdByName.set(change.row.name, change.id)
        tagNames.add(change.row, isOwn)
      }
      if (change.kind !== 'card' || change.row === null) continue
      const key = keyOfCard(change.row)
      if (!cardIdByKey.has(key)) cardIdByKey.set(key, change.id)
      looked += change.row.content.length
      if (looked < YIELD_AFTER_UNITS) continue
      looked = 0
      await yieldToEventLoop()
    }
  return { cardIdByKey, tagIdByName, tagNames }
}

/** By id, the living cards that these rows duplicate. */
async function cardsThere(
  { cards }: Pick<Store, 'cards'>,
  userId: Id,
  rows: readonly ReadRow[],
  cardIdOf: (row: ReadRow) => Id | undefined,
): Promise<Map<Id, Card>> {
  const ids = [...new Set(rows.flatMap((row) => cardIdOf(row) ?? []))]
  const found = ids.length === 0 ? [] : await cards.byIds(userId, ids)
  return new Map(found.flatMap(({ row, deletedAt }) => (deletedAt === null ? [[row.id, row]] : [])))
}

/** Cost of writing a card: its UTF-16 units, and 250 per tag, so that a piece has at most 1,000 tags. */
function sizeOf({ card, tagNames }: PlannedCard): number {
  return (
    250 * tagNames.length +
    (card.subnotes ?? []).reduce((size, { text }) => size + text.length, card.content.length)
  )
}
