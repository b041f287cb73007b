import {
  COMMANDS,
  DIGEST_HEADER,
  EPOCH_HEADER,
  type events,
  type Failure,
  type FeedLine,
  feedLineOf,
  formatCursor,
  type InputOf,
  LOAD_HEADER,
  messageOf,
  parseCursor,
  type pull,
  type TagFacts,
} from '@cardinal/contract'
import { type Card, type Id, ok, type Result, refused } from '@cardinal/domain'
import { sendPieces } from '../access/exchange.ts'
import { FAILURES } from '../access/failures.ts'
import type { Identity } from '../identity/identity.ts'
import { inChunks } from '../lib/chunks.ts'
import { personEpoch } from '../lib/ids.ts'
import { yieldToEventLoop } from '../lib/waiting.ts'
import type { Store, StoredWorkspace } from '../services.ts'
import { EventStreams } from '../workspaces/events.ts'
import { allRows, changedRows, type FeedPage, newestCards } from '../workspaces/feed.ts'
import { beginNewHistory, lacksChange } from '../workspaces/history.ts'
import { chooseWorkspace } from '../workspaces/load-rows.ts'
import { type CallContext, callerOf, type PlainHandler, SENT } from './handler.ts'

const RESYNC: Failure = {
  status: 410,
  msg: 'This cursor is of no use any more: load everything again.',
  command: COMMANDS.resync,
}

const BEHIND_NOTHING: Failure = { status: 400, msg: "'behind' needs the cursor that the load began with." }

/** UTF-16 units up to which the changes after a cursor are sent whole. A first load is always streamed. */
const FIRST_PIECE_UNITS = 16_384

/** Streams rows as JSON lines; the last line holds the cursor. */
export const pullHandler: PlainHandler<typeof pull> = async ({ query }, context) => {
  const { store } = context.services
  const { userId } = callerOf(context)
  const workspace = await chooseWorkspace(store, { id: userId }, query.workspace_id ?? null)
  if (workspace === undefined) {
    if ((await store.users.byId(userId)) === undefined) return refused(FAILURES.notSignedIn)
    return refused(messageOf({ kind: 'not-found', what: 'workspace', id: query.workspace_id ?? '' }))
  }
  const since = sinceOf(query.cursor, workspace)
  const isReplaced = isOfHistory(query, workspace) && (await isReplacedFile(query, workspace, context))
  const restoredAt = isReplaced ? context.services.now() : workspace.restoredAt
  if (isReplaced) await beginNewHistory(store, userId, restoredAt ?? 0)
  const epoch = personEpoch(restoredAt)
  context.http?.reply.header(EPOCH_HEADER, epoch)
  if (!since.ok) return since
  if (isReplaced || (query.epoch !== undefined && query.epoch !== epoch)) return refused(RESYNC)
  if (context.http === null) return refused(FAILURES.noSuchPath)
  const behind = query.behind === undefined ? null : behindCard(query.behind)
  if (behind !== null && since.value === null) return refused(BEHIND_NOTHING)
  // A load ends at the cursor where it began, even if it is resumed. The next pull brings later changes.
  const end = behind === null ? workspace : { ...workspace, seq: since.value ?? workspace.seq }
  const { reply } = context.http
  if (workspace.rowsDigest !== null && end.seq === workspace.seq)
    reply.header(DIGEST_HEADER, workspace.rowsDigest)
  if (since.value === null) reply.header(LOAD_HEADER, formatCursor(workspace))
  const pages = pagesOf(store, userId, workspace, since.value, behind)
  const pieces = feedText(store, userId, end, pages)
  const wholeUpTo = since.value === null ? 0 : FIRST_PIECE_UNITS
  await sendPieces(context.http, 'application/x-ndjson; charset=utf-8', pieces, wholeUpTo)
  return ok(SENT)
}

type Behind = Pick<Card, 'createdAt' | 'id'>

function behindCard(text: string): Behind {
  const [createdAt = '', id = ''] = text.split('.')
  return { createdAt: Number(createdAt), id }
}

function pagesOf(
  store: Store,
  userId: Id,
  workspace: StoredWorkspace,
  since: number | null,
  behind: Behind | null,
): AsyncGenerator<FeedPage> {
  if (since === null) return allRows(store, userId, workspace)
  if (behind !== null) return newestCards(store, userId, workspace.id, behind)
  return changedRows(store, userId, workspace, since)
}

/**
 * The cursor's sequence number; null: no cursor. Refused: malformed, of another epoch, beyond the end, or
 * older than the kept tombstones.
 */
function sinceOf(text: string | undefined, workspace: StoredWorkspace): Result<number | null, Failure> {
  if (text === undefined) return ok(null)
  const cursor = parseCursor(text)
  if (cursor === null || cursor.epoch !== workspace.epoch) return refused(RESYNC)
  const isRemembered = cursor.seq <= workspace.seq && cursor.seq >= workspace.minSeq
  return isRemembered ? ok(cursor.seq) : refused(RESYNC)
}

type PullQuery = InputOf<typeof pull>['query']

/** Whether the cursor has the workspace's present epoch, and the device the person's; absent ones count as present. */
function isOfHistory({ cursor, epoch }: PullQuery, workspace: StoredWorkspace): boolean {
  const ofCursor = cursor === undefined ? workspace.epoch : parseCursor(cursor)?.epoch
  return (
    ofCursor === workspace.epoch &&
    (epoch ?? personEpoch(workspace.restoredAt)) === personEpoch(workspace.restoredAt)
  )
}

/**
 * Whether the database file was replaced by an older one. Then a cursor is beyond its end, or an
 * acknowledged change is missing.
 */
async function isReplacedFile(
  { cursor, last_key }: PullQuery,
  { seq }: StoredWorkspace,
  { services, principal }: CallContext,
): Promise<boolean> {
  if (cursor !== undefined && (parseCursor(cursor)?.seq ?? 0) > seq) return true
  return principal?.sessionId != null && lacksChange(services.store, principal.userId, last_key)
}

function* linesOf(page: FeedPage, around: Parameters<typeof feedLineOf>[1]): Generator<string> {
  for (const change of page) yield `${JSON.stringify(feedLineOf(change, around))}\n`
}

async function* feedText(
  store: Store,
  userId: Id,
  workspace: StoredWorkspace,
  pages: AsyncIterable<FeedPage>,
): AsyncGenerator<string> {
  let isEmpty = true
  for await (const page of pages) {
    isEmpty = false
    const tagIds = page.flatMap((change) => (change.kind === 'tag' && change.row !== null ? [change.id] : []))
    if (tagIds.length > 0) await yieldToEventLoop()
    const facts = await store.tags.facts(userId, tagIds)
    const tagFacts = (id: Id): TagFacts => facts.get(id) ?? { groupIds: [], cardCount: 0 }
    yield* inChunks(linesOf(page, { ownerId: userId, tagFacts }))
  }
  // Compared afterwards: one snapshot of all pages would stay open for as long as the slowest client reads.
  const seq = isEmpty ? workspace.seq : (await store.workspaces.byId(userId, workspace.id))?.seq
  const last: FeedLine = {
    cursor: formatCursor(workspace),
    ...(seq !== workspace.seq && { has_newer_rows: true }),
  }
  yield `${JSON.stringify(last)}\n`
}

/**
 * Streams the sequence numbers of changed workspaces. Begins with those of all workspaces, so that changes
 * between two streams are seen. Ends when its session or token does.
 */
export function eventsHandler({
  authenticator,
}: Pick<Identity, 'authenticator'>): PlainHandler<typeof events> {
  const streams = new EventStreams()
  authenticator.onForget((userId) => streams.endOf(userId).catch(() => undefined))
  return async (_input, context) => {
    const { services, http } = context
    if (http === null) return refused(FAILURES.noSuchPath)
    if (services.state.isStopping) return refused(FAILURES.stopping)
    const { userId } = callerOf(context)
    if (streams.isFull(userId)) return refused(FAILURES.tooManyStreams)
    const { authorization } = http.request.headers
    http.reply.hijack()
    await streams.open(http.reply.raw, services, userId, async () => {
      return (await authenticator.authenticate(authorization)).ok
    })
    return ok(SENT)
  }
}
