import { COMMANDS, callOf } from '@cardinal/contract'
import { type Id, tagName } from '@cardinal/domain'
import type { Mutation } from '@cardinal/sync'
import { editedContent } from './batching.ts'
import type { PushResult } from './network.ts'
import type { ParkedEntry, Settlement, StoredEntry } from './store/store.ts'

/** What the answers to a push mean for the outbox. */
export interface Verdict {
  readonly settlement: Settlement
  /** Something has to be sent again later. */
  readonly mustWait: boolean
}

/**
 * Reads the answers to a push.
 *
 * - Answered with success: acknowledged. Where a tag or group of that name existed already, everything that
 *   still waits speaks of that one from now on; where the server kept a content as it was sent, the next edit
 *   of it stands on that.
 * - Not now (408, 429, 5xx, 401, a key still running): stays. What was refused after it in the same push stays
 *   too, because it may have needed it.
 * - Refused: parked, with what waits and speaks of something that it should have created.
 *
 * @param sent what was pushed, in order
 * @param waiting everything else that is not acknowledged, in order
 */
export function readResults(
  sent: readonly StoredEntry[],
  results: readonly PushResult[],
  waiting: readonly StoredEntry[],
  now: number,
): Verdict {
  const resultByKey = new Map(results.map((result) => [result.key, result]))
  const acknowledged: { n: number; seq: number | null }[] = []
  const refused: RefusedEntry[] = []
  const aliases = new Map<Id, Id>()
  const contentSeqs = new Map<Id, number>()
  /** Ids that were not created, because their entry was refused. */
  const missing = new Map<Id, true>()
  let mustWait = false
  for (const entry of sent) {
    const result = resultByKey.get(entry.key)
    if (result === undefined || isPassing(result)) {
      mustWait = true
      continue
    }
    if (result.status === 200 && mentioned(entry, missing) !== undefined) {
      // The server passed over what does not exist. A new key lets the entry take effect when it is sent again.
      refused.push({ entry: { ...entry, key: `${entry.key}+` }, reason: '', status: result.status })
    } else if (result.status === 200) {
      acknowledged.push({ n: entry.n, seq: entry.workspaceId === null ? null : (result.body.seq ?? 0) })
      for (const [id, existing] of existingIds(entry, result.body.data)) aliases.set(id, existing)
      const cardId = keptContent(entry, result.body.data)
      if (cardId !== null && result.body.seq !== undefined) contentSeqs.set(cardId, result.body.seq)
    } else if (!mustWait) {
      const reason = result.body.msg ?? `The server answered ${result.status}.`
      refused.push({ entry, reason, status: result.status })
      for (const id of createdIds(entry)) missing.set(id, true)
    }
  }
  const { parked, renamed } = partRefused(refused, waiting, aliases, now)
  const gone = new Set(parked.map(({ entry }) => entry.n))
  const rest = waiting.filter(({ n }) => !gone.has(n))
  const rebased = [
    ...renamed.map((entry) => rewritten(entry, (mutation) => withAliases(mutation, aliases))),
    ...rest.flatMap((entry) => {
      const edit = (mutation: Mutation) => standingOn(withAliases(mutation, aliases), contentSeqs)
      return entry.attempts > 0 || !isAffected(entry, aliases, contentSeqs) ? [] : [rewritten(entry, edit)]
    }),
  ]
  return { settlement: { acknowledged, parked, rebased }, mustWait }
}

/** Whether the answers may change what is sent after these entries: most don't, and then nothing else is read. */
export function concernsOthers(sent: readonly StoredEntry[], results: readonly PushResult[]): boolean {
  const names = new Set(sent.map(({ mutation }) => mutation.name))
  const canRename = names.has('createTags') || names.has('createGroups')
  const editsContent = sent.some((entry) => editedContent(entry) !== null)
  return canRename || editsContent || results.some(({ status }) => status !== 200)
}

interface RefusedEntry {
  readonly entry: StoredEntry
  readonly reason: string
  readonly status: number
}

/** Entries that are refused because of an id that turned out to be another are sent again; the others park. */
function partRefused(
  refused: readonly RefusedEntry[],
  waiting: readonly StoredEntry[],
  aliases: ReadonlyMap<Id, Id>,
  now: number,
): { parked: ParkedEntry[]; renamed: StoredEntry[] } {
  const parked: ParkedEntry[] = []
  const renamed: StoredEntry[] = []
  const rootByMissingId = new Map<Id, ParkedEntry>()
  const park = ({ entry, reason, status }: RefusedEntry, root: ParkedEntry | undefined) => {
    const because = root === undefined ? null : (root.because ?? root.entry.key)
    const one = { entry, reason: root?.reason ?? reason, status: root?.status ?? status, at: now, because }
    parked.push(one)
    for (const id of createdIds(entry)) rootByMissingId.set(id, one)
  }
  for (const each of refused) {
    const { entry } = each
    const root = mentioned(entry, rootByMissingId)
    if (root === undefined && mentioned(entry, aliases) !== undefined) renamed.push(entry)
    else park(each, root)
  }
  for (const entry of waiting) {
    const root = mentioned(entry, rootByMissingId)
    if (root !== undefined && entry.attempts === 0)
      park({ entry, reason: root.reason, status: root.status ?? 0 }, root)
  }
  return { parked, renamed }
}

function isPassing({ status, body }: PushResult): boolean {
  if (status === 408 || status === 429 || status === 401 || status >= 500) return true
  return status === 409 && body.command === COMMANDS.keyRunning
}

/** What would not be there if this entry were never carried out. */
export function createdIds({ mutation }: Pick<StoredEntry, 'mutation'>): Id[] {
  switch (mutation.name) {
    case 'createCard':
      return [mutation.args.card.id]
    case 'createTags':
      return mutation.args.tags.map(({ id }) => id)
    case 'createGroups':
      return mutation.args.groups.map(({ id }) => id)
    case 'addSubnote':
      return [mutation.args.subnote.id]
    case 'createWorkspace':
      return [mutation.args.id]
    default:
      return []
  }
}

/** What the map says about the first of its ids that the entry speaks of; undefined when it speaks of none. */
function mentioned<T>(entry: StoredEntry, byId: ReadonlyMap<Id, T>): T | undefined {
  if (byId.size === 0) return undefined
  const own = new Set(createdIds(entry))
  const ids = [entry.workspaceId ?? '', ...(JSON.stringify(entry.mutation.args).match(ID) ?? [])]
  const id = ids.find((each) => byId.has(each) && !own.has(each))
  return id === undefined ? undefined : byId.get(id)
}

const ID = /(?<=")[0-9a-f]{24}(?=")/g

/** Tags and groups that the server answered in place of those that should have been created. */
function existingIds({ mutation }: StoredEntry, data: unknown): [Id, Id][] {
  const rows = Array.isArray(data) ? (data as readonly WireName[]) : []
  const idByName = new Map(rows.map((row) => [row.tag_name ?? row.title ?? '', row._id]))
  const wanted =
    mutation.name === 'createTags'
      ? mutation.args.tags.map(({ id, name }) => ({ id, name }))
      : mutation.name === 'createGroups'
        ? mutation.args.groups.map(({ id, title }) => ({ id, name: title }))
        : []
  return wanted.flatMap(({ id, name }): [Id, Id][] => {
    const existing = idByName.get(tagName(name))
    return existing === undefined || existing === id ? [] : [[id, existing]]
  })
}

interface WireName {
  readonly _id: Id
  readonly tag_name?: string
  readonly title?: string
}

/** The card of a content edit that stands on the server exactly as it was sent. */
function keptContent(entry: StoredEntry, data: unknown): Id | null {
  const content = (data as { content?: unknown } | undefined)?.content
  const { mutation } = entry
  if (mutation.name === 'setCardContent')
    return mutation.args.content === content ? mutation.args.cardId : null
  return mutation.name === 'replaceCard' && mutation.args.card.content === content
    ? mutation.args.card.id
    : null
}

function isAffected(
  entry: StoredEntry,
  aliases: ReadonlyMap<Id, Id>,
  contentSeqs: ReadonlyMap<Id, number>,
): boolean {
  const cardId = editedContent(entry)
  return (cardId !== null && contentSeqs.has(cardId)) || mentioned(entry, aliases) !== undefined
}

function rewritten(entry: StoredEntry, edit: (mutation: Mutation) => Mutation) {
  const mutation = edit(entry.mutation as Mutation)
  return { n: entry.n, mutation, call: callOf(mutation, entry.workspaceId) }
}

function withAliases(mutation: Mutation, aliases: ReadonlyMap<Id, Id>): Mutation {
  if (aliases.size === 0) return mutation
  return JSON.parse(JSON.stringify(mutation).replace(ID, (id) => aliases.get(id) ?? id)) as Mutation
}

function standingOn(mutation: Mutation, contentSeqs: ReadonlyMap<Id, number>): Mutation {
  if (mutation.name !== 'setCardContent') return mutation
  const seq = contentSeqs.get(mutation.args.cardId)
  return seq === undefined ? mutation : { ...mutation, args: { ...mutation.args, baseSeq: seq } }
}
