import { type Card, type Id, restorableSince, type Tag, type TagGroup, unique } from '@cardinal/domain'
import type { ReadSet, Rows } from '@cardinal/sync'
import type { Stored, StoredWorkspace, StoreTransaction, User } from '../store/index.ts'

/** A named workspace (null: the current one), or the workspace of the rows. */
export type ChangePlace = { readonly workspaceId: Id | null } | 'where-the-rows-are'

interface RowByKind {
  readonly card: Card
  readonly tag: Tag
  readonly group: TagGroup
}

export type RowKind = keyof RowByKind

/** The rows that a mutator reads, in their state before the change. */
export interface LoadedRows {
  /** Undefined: the named workspace does not exist. */
  readonly workspace: StoredWorkspace | undefined
  readonly rows: Rows
  /** Whether a row of the change was found, or the workspace was named. Otherwise `workspace` is the current one. */
  readonly hasPlace: boolean
  /** A card that is living or can be restored, or a living tag or group. */
  before<K extends RowKind>(kind: K, id: Id): RowByKind[K] | undefined
  isLiving(cardId: Id): boolean
  /** A row with this id, even if it is deleted or in another workspace. Null: none. Undefined: not loaded. */
  stored(kind: RowKind, id: Id): Stored<unknown> | null | undefined
}

/**
 * Reads a mutator's rows. All must be in one workspace: a row of another one counts as absent, so the mutator
 * refuses it.
 *
 * Independent reads are sent together, right after the request for the user's lock.
 *
 * @param now ms; a card that was deleted too long ago to be restored counts as absent
 */
export async function loadRows(
  tx: StoreTransaction,
  userId: Id,
  place: ChangePlace,
  reads: ReadSet,
  now: number,
): Promise<LoadedRows> {
  const isWhereRowsAre = place === 'where-the-rows-are'
  const [given, owned, cards, namedTags, namedGroups, carried, held, content] = await Promise.all([
    isWhereRowsAre ? undefined : chooseWorkspace(tx, { id: userId }, place.workspaceId),
    // Workspaces are few, so reading all costs less than another query.
    isWhereRowsAre ? tx.workspaces.ofUser(userId) : [],
    tx.cards.byIds(userId, unique(reads.cards ?? [])),
    tx.tags.byIds(userId, unique(reads.tags ?? [])),
    tx.groups.byIds(userId, unique(reads.groups ?? [])),
    tx.cards.carrying(userId, unique(reads.cardsCarrying ?? [])),
    tx.groups.holding(userId, unique(reads.groupsHolding ?? [])),
    readContentAt(tx, userId, reads),
  ])
  const tags = await withAliased(namedTags, (ids) => tx.tags.byIds(userId, ids))
  const groups = await withAliased(namedGroups, (ids) => tx.groups.byIds(userId, ids))
  const ofRows = placeOf([...cards, ...tags, ...groups])
  const workspaceId = isWhereRowsAre ? ofRows : (given?.id ?? null)
  const [workspace, named, titled, related] = await Promise.all([
    isWhereRowsAre && ofRows === null
      ? chooseWorkspace(tx, { id: userId }, null)
      : (given ?? owned.find(({ id }) => id === ofRows)),
    workspaceId === null
      ? []
      : tx.tags.byNames(userId, workspaceId, unique([...(reads.tagNames ?? []), ...deadNames(tags)])),
    workspaceId === null
      ? []
      : tx.groups.byTitles(
          userId,
          workspaceId,
          unique([...(reads.groupTitles ?? []), ...deadTitles(groups)]),
        ),
    workspaceId === null || !reads.relatedTags ? [] : tx.tags.related(userId, workspaceId),
  ])
  const furtherIds = furtherHolders(reads, tags, named)
  const [furtherCards, furtherGroups] = await Promise.all([
    furtherIds.length === 0 ? [] : tx.cards.carrying(userId, furtherIds),
    furtherIds.length === 0 ? [] : tx.groups.holding(userId, furtherIds),
  ])
  const [carrying, holding] = [
    [...carried, ...furtherCards],
    [...held, ...furtherGroups],
  ]
  const isHere = (stored: Stored<unknown>) => stored.workspaceId === workspaceId

  const since = restorableSince(now)
  const cardById = byId([...cards, ...carrying].filter(isHere))
  const tagById = byId([...tags, ...named, ...related].filter(isHere).filter(lives))
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
  const here = { card: cardById, tag: tagById, group: groupById }
  const found = { card: byId(cards), tag: byId(tags), group: byId(groups) }
  const deleted = <Row extends { readonly id: Id }>(stored: Stored<Row> | undefined) =>
    stored !== undefined && !lives(stored) && isHere(stored) ? stored : undefined
  const asked = { card: reads.cards, tag: reads.tags, group: reads.groups }
  return {
    workspace,
    hasPlace: workspaceId !== null,
    before: <K extends RowKind>(kind: K, id: Id) => here[kind].get(id)?.row as RowByKind[K] | undefined,
    isLiving: (id) => living(id) !== undefined,
    stored: (kind, id) => found[kind].get(id) ?? (asked[kind]?.includes(id) ? null : undefined),
    rows: {
      card: living,
      deletedCard: restorable,
      tag: (id) => tagById.get(id)?.row,
      group: (id) => groupById.get(id)?.row,
      tagAlias: (id) => deleted(found.tag.get(id))?.mergedInto,
      groupAlias: (id) => deleted(found.group.get(id))?.mergedInto,
      deletedTag: (id) => namedOnly(deleted(found.tag.get(id))?.row, 'name'),
      deletedGroup: (id) => namedOnly(deleted(found.group.get(id))?.row, 'title'),
      tagByName: (name) => tagByName.get(name),
      groupByTitle: (title) => groupByTitle.get(title),
      relatedTags: () => related.map(({ row }) => row),
      cardsCarrying: (tagId) => holders(carrying.filter(isHere), tagId),
      groupsHolding: (tagId) => holders(holding.filter(isHere), tagId),
      contentAt: (cardId, seq) =>
        cardId === reads.contentAt?.cardId && seq === reads.contentAt.seq
          ? (content ?? cardById.get(cardId)?.row.content)
          : undefined,
    },
  }
}

/** Leaves out rows without a name: tombstones of ids that were only aliases. */
function namedOnly<Key extends string, Row extends Readonly<Record<Key, string>>>(
  row: Row | undefined,
  name: Key,
): Row | undefined {
  return row === undefined || row[name] === '' ? undefined : row
}

/** The workspace of the first living row, else of the first deleted one. Null: no rows. */
function placeOf(rows: readonly Stored<unknown>[]): Id | null {
  return (rows.find(lives) ?? rows[0])?.workspaceId ?? null
}

/** Rows, with the rows that they were merged into. */
export async function withAliased<Row extends { readonly id: Id }>(
  rows: readonly Stored<Row>[],
  read: (ids: readonly Id[]) => Promise<Stored<Row>[]>,
): Promise<Stored<Row>[]> {
  const all = [...rows]
  const known = new Set(all.map(({ row }) => row.id))
  for (let last = rows; last.length > 0; ) {
    const next = unique(last.flatMap(({ mergedInto }) => mergedInto ?? [])).filter((id) => !known.has(id))
    if (next.length === 0) break
    for (const id of next) known.add(id)
    last = await read(next)
    all.push(...last)
  }
  return all
}

function deadNames(tags: readonly Stored<Tag>[]): string[] {
  return tags.flatMap((tag) => (lives(tag) ? [] : [tag.row.name]))
}

function deadTitles(groups: readonly Stored<TagGroup>[]): string[] {
  return groups.flatMap((group) => (lives(group) ? [] : [group.row.title]))
}

/**
 * Tags besides the given ones whose cards and groups are needed: the tags that given ones were merged into, and the
 * tag whose name a renamed tag takes.
 */
function furtherHolders(
  { cardsCarrying = [], holdersIfTaken }: ReadSet,
  tags: readonly Stored<Tag>[],
  named: readonly Stored<Tag>[],
): Id[] {
  const byTag = byId(tags)
  const isTaken = named.some(
    ({ row }) => row.name === holdersIfTaken?.name && row.id !== holdersIfTaken.tagId,
  )
  const wanted = [...cardsCarrying, ...(isTaken && holdersIfTaken ? [holdersIfTaken.tagId] : [])]
  const ends = wanted.map((id) => {
    let end = id
    for (let hop = 0; hop < tags.length; hop++) end = byTag.get(end)?.mergedInto ?? end
    return end
  })
  return unique(ends).filter((id) => !cardsCarrying.includes(id))
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

/**
 * The named workspace, else the user's current one, else the first. Undefined: the named one does not exist, or is
 * somebody else's.
 */
export async function chooseWorkspace(
  tables: Pick<StoreTransaction, 'workspaces'>,
  user: Pick<User, 'id'>,
  named: Id | null,
): Promise<StoredWorkspace | undefined> {
  return named === null ? tables.workspaces.currentOf(user.id) : tables.workspaces.byId(user.id, named)
}
