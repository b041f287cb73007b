import {
  type cancelImport,
  type exportAccount,
  type exportWorkspace,
  type Failure,
  type getImport,
  type getImports,
  type InputOf,
  type importFile,
  listingOf,
  messageOf,
  type undoImport as undoImportCall,
} from '@cardinal/contract'
import {
  type Id,
  ok,
  parseKeywords,
  parseSearch,
  type Result,
  refused,
  restorableSince,
  squeeze,
  utcCalendar,
} from '@cardinal/domain'
import { countingBody } from '../access/bodies.ts'
import { type Exchange, sendBytes, sendPieces } from '../access/exchange.ts'
import { FAILURES } from '../access/failures.ts'
import { alreadyDone } from '../access/operation.ts'
import { noteActivity } from '../identity/activity.ts'
import { randomSecret } from '../identity/secrets.ts'
import {
  BUSY,
  Cancelled,
  exportFile,
  FILE_PROBLEMS,
  FileReader,
  ImportRefused,
  importing,
  progressOf,
  type ReadFile,
  runImport,
  type Sharing,
  Stopped,
  stateOf,
  summaryOf,
  Unreadable,
  undoImport,
  unreserved,
  writeAccount,
  writeAccountZip,
  writeContents,
  writeExport,
  writeMarkdownZip,
} from '../import-export/index.ts'
import { yieldToEventLoop } from '../lib/waiting.ts'
import type { StoredWorkspace } from '../services.ts'
import { chooseWorkspace } from '../workspaces/load-rows.ts'
import { jsonInTurns, openWorkspace } from './ask.ts'
import {
  type CallContext,
  callerOf,
  type PlainHandler,
  SENT,
  TextAnswer,
  type TransactionHandler,
} from './handler.ts'
import { refusalFailure } from './run-call.ts'
import { lookAtColumnsHandler, readingChoiceOf, tableChoiceOf } from './table-calls.ts'

/** Most imports listed. */
const MOST_LISTED = 100

const FOUND_AT_ONCE = 2_000
const JSON_TYPE = 'application/json; charset=utf-8'

const ACCOUNT_IS_JSON: Failure = { status: 400, msg: 'format: a whole account can be exported as JSON only.' }
const TOO_MANY_FILES: Failure = {
  status: 400,
  msg: 'format: a zip of Markdown holds at most 10,000 cards. Export a search, or another format.',
}
const NO_IMPORT: Failure = { status: 404, msg: 'There is no such import.' }
const NO_WORKSPACE: Failure = { status: 404, msg: 'There is no such workspace.' }
const ID_TAKEN: Failure = { status: 409, msg: 'import_id: there is an import with this id already.' }

const ALREADY: Failure = {
  status: 409,
  msg: 'An import of yours is still running. Wait until it is done.',
}

const CANCELLED: Failure = {
  status: 409,
  msg: 'This import was cancelled. What it has added can be undone.',
}
const OVERTAKEN: Failure = { status: 409, msg: 'A later file of yours took the place of this preview.' }
const STOPPING: Failure = {
  status: 503,
  msg: 'The server is stopping. The import goes on when the server is back.',
}
const NOT_UNDONE = {
  'no-such-import': NO_IMPORT,
  'still-running': { status: 409, msg: 'This import is still running. Wait until it is done, then undo it.' },
  stopping: { status: 503, msg: 'The server is stopping. The undo goes on when the server is back.' },
} as const satisfies Record<string, Failure>
const OVER: Failure = { status: 409, msg: 'This import is over already.' }

const files = new FileReader()

interface Preview {
  readonly cancelling: AbortController
  /** Resolves when the preview has freed its thread and memory. */
  readonly end: Promise<void>
}

/** Running previews on this node, by user. */
const previews = new Map<Id, Preview>()

/**
 * Imports a file. One import or preview per user at a time, because each may take a thread and much memory.
 * A preview ends with the user's next file, or with its connection.
 */
const importFileHandler: PlainHandler<typeof importFile> = async (input, context) => {
  const { userId } = callerOf(context)
  const replay = await replayOf(context)
  if (replay !== null) return replay
  if (importing.has(userId)) return refused(ALREADY)
  const isDryRun = input.query.dry_run === true
  const earlier = previews.get(userId)
  const cancelling = new AbortController()
  let ended = () => {}
  const end = new Promise<void>((resolve) => {
    ended = resolve
  })
  if (isDryRun) {
    previews.set(userId, { cancelling, end })
    context.http?.reply.raw.once('close', () => cancelling.abort())
  } else importing.add(userId)
  try {
    earlier?.cancelling.abort()
    await earlier?.end
    return await takeFile(input, context, cancelling.signal)
  } catch (error) {
    if (error instanceof Stopped) return refused(STOPPING)
    if (error instanceof Cancelled) return refused(isDryRun ? OVERTAKEN : CANCELLED)
    if (error instanceof Unreadable) return refused({ status: 400, msg: FILE_PROBLEMS.tooHard })
    if (error instanceof ImportRefused) return refused(messageOf(error.refusal))
    throw error
  } finally {
    if (!isDryRun) importing.delete(userId)
    else if (previews.get(userId)?.end === end) previews.delete(userId)
    ended()
  }
}

/** Reads the whole file before anything is written, so that an unreadable file changes nothing. */
async function takeFile(
  { query, body }: InputOf<typeof importFile>,
  context: CallContext,
  signal: AbortSignal,
): Promise<Result<TextAnswer, Failure>> {
  const workspace = await workspaceOf(context, query.workspace_id)
  if (!workspace.ok) return workspace
  const choice = readingChoiceOf(query)
  if (!choice.ok) return choice
  const bytes = body instanceof Uint8Array ? body : new Uint8Array()
  const file = await countingBody(bytes, () =>
    files.read(
      bytes,
      { ...choice.value, format: query.format, table: tableChoiceOf(query) ?? undefined },
      signal,
    ),
  )
  if (!file.ok) return refused(file.error === BUSY ? FAILURES.overloaded : { status: 400, msg: file.error })
  try {
    return await takeRows({ query, workspace: workspace.value, file: file.value, signal }, context)
  } finally {
    await file.value.close()
  }
}

async function takeRows(
  given: {
    readonly query: InputOf<typeof importFile>['query']
    readonly workspace: StoredWorkspace
    readonly file: ReadFile
    readonly signal: AbortSignal
  },
  context: CallContext,
): Promise<Result<TextAnswer, Failure>> {
  const { services, operation } = context
  const principal = callerOf(context)
  const { userId } = principal
  const { query, ...rest } = given
  const importId = query.import_id ?? services.newId()
  if ((await services.store.imports.byId(userId, importId)) !== undefined) return refused(ID_TAKEN)
  const isDryRun = query.dry_run ?? false
  const showsSpellings = query.show_spellings ?? true
  const sharing: Sharing | null =
    principal.sessionId === null
      ? null
      : {
          newSecret: randomSecret,
          note: (tx, title) => noteActivity(tx, principal, 'search-shared', title, services.now()),
        }
  const { receipt, seq } = await runImport(services, {
    userId,
    importId,
    fileName: query.file_name?.trim() || null,
    isDryRun,
    showsSpellings,
    sharing,
    ...rest,
  })
  const data = await jsonInTurns(receipt)
  const answer = seq === null ? `{"data":${data}}` : `{"data":${data},"seq":${seq}}`
  if (operation === null || isDryRun) return ok(new TextAnswer(answer, false))
  const kept = await services.operations.once<never>(userId, operation, alreadyDone({ body: answer, seq }))
  return kept.ok
    ? ok(new TextAnswer(kept.value.body, kept.value.isReplayed))
    : refused(refusalFailure(kept.error))
}

/**
 * The stored answer of this key; null: the key is unused. Checked first, because an import is many changes.
 */
async function replayOf(context: CallContext): Promise<Result<TextAnswer, Failure> | null> {
  const { services, operation } = context
  if (operation === null) return null
  const earlier = await services.store.operations.byKey(callerOf(context).userId, operation.key)
  if (earlier === undefined) return null
  if (earlier.bodyHash !== operation.bodyHash()) return refused(refusalFailure({ kind: 'key-reused' }))
  return ok(new TextAnswer(earlier.answer, true))
}

const getImportHandler: PlainHandler<typeof getImport> = async ({ params }, context) => {
  const job = await context.services.store.imports.byId(callerOf(context).userId, params.id)
  return job === undefined ? refused(NO_IMPORT) : ok({ data: progressOf(job) })
}

const getImportsHandler: PlainHandler<typeof getImports> = async (_input, context) => {
  const jobs = await context.services.store.imports.newest(callerOf(context).userId, MOST_LISTED)
  return ok({ data: jobs.map((job) => summaryOf(job)) })
}

const cancelImportHandler: TransactionHandler<typeof cancelImport> = {
  inTransaction: async ({ tx, user, input: { params }, services }) => {
    const job = await tx.imports.byId(user.id, params.id)
    if (job === undefined) return refused(NO_IMPORT)
    if (stateOf(job) !== 'running') return refused(OVER)
    await tx.imports.update(user.id, job.id, { state: 'stopped', updated_at: services.now() })
    return ok({ answer: { data: { import_id: job.id, created: job.created } } })
  },
}

const undoImportHandler: PlainHandler<typeof undoImportCall> = async ({ params }, context) => {
  const { services } = context
  const { userId } = callerOf(context)
  const undone = await undoImport(services, userId, params.id).catch((error: unknown) => {
    if (error instanceof Stopped) return refused('stopping' as const)
    throw error
  })
  if (!undone.ok) return refused(NOT_UNDONE[undone.error])
  const { removed, seq } = undone.value
  return ok({ data: { import_id: params.id, removed }, seq })
}

const exportWorkspaceHandler: PlainHandler<typeof exportWorkspace> = async ({ query }, context) => {
  const { store, now } = context.services
  const { format, scope, search } = query
  const { userId } = callerOf(context)
  if (scope === 'account') {
    if (format !== 'json') return refused(ACCOUNT_IS_JSON)
    const user = await store.users.byId(userId)
    if (user === undefined) return refused(FAILURES.notSignedIn)
    await noteExport(context)
    const pieces = writeContents(store, user, now())
    if (query.files === true) {
      const zip = writeAccountZip(store, userId, pieces)
      return sendFile(context, 'cardinal.zip', (http) => sendBytes(http, 'application/zip', zip))
    }
    return sendFile(context, 'cardinal.json', (http) => sendPieces(http, JSON_TYPE, pieces))
  }
  const workspace = await workspaceOf(context, query.workspace_id)
  if (!workspace.ok) return workspace
  const { contentType, name } = exportFile(workspace.value, format)
  const found = search === undefined ? null : await cardsOfSearch(context, { ...query, search })
  if (found !== null && !found.ok) return found
  await noteExport(context)
  if (format === 'markdown-zip') {
    const zip = await writeMarkdownZip(store, userId, workspace.value, found?.value)
    if (!zip.ok) return refused(TOO_MANY_FILES)
    return sendFile(context, name, (http) => sendBytes(http, contentType, zip.value))
  }
  const parts =
    found === null
      ? { ownerId: userId, deletedSince: restorableSince(now()) }
      : { ownerId: userId, cardIds: found.value }
  const pieces = writeExport(store, userId, workspace.value, format, parts)
  return sendFile(context, name, (http) => sendPieces(http, contentType, pieces))
}

/** In the search's order. */
async function cardsOfSearch(
  context: CallContext,
  query: InputOf<typeof exportWorkspace>['query'] & { readonly search: string },
): Promise<Result<Id[], Failure>> {
  const opened = await openWorkspace(context, query.workspace_id)
  if (!opened.ok) return opened
  const ids: Id[] = []
  for (let page = 0; ids.length === page * FOUND_AT_ONCE; page++) {
    const found = await opened.value.askTexts('matchCards', {
      ...listingOf({
        ...query,
        workspace_id: query.workspace_id ?? null,
        params: { page, limit: FOUND_AT_ONCE },
      }),
      search: parseSearch(query.search, utcCalendar(context.services.now())),
      second: parseKeywords(query.second_search),
      onlyTags: query.only_tags,
      parts: 'page',
    })
    if (!found.ok) return found
    for (const { id } of found.value.cards) ids.push(id)
    await yieldToEventLoop()
  }
  return ok(ids)
}

const exportAccountHandler: PlainHandler<typeof exportAccount> = async (_input, context) => {
  const { store, now } = context.services
  const user = await store.users.byId(callerOf(context).userId)
  if (user === undefined) return refused({ status: 401, msg: 'This account was deleted.' })
  await noteExport(context)
  const pieces = writeAccount(store, user, now())
  return sendFile(context, 'cardinal.json', (http) => sendPieces(http, JSON_TYPE, pieces))
}

/** Records the export in the account's activity: its owner should see who downloaded everything. */
async function noteExport(context: CallContext): Promise<void> {
  const { store, now } = context.services
  await store.transact(async (tx) => ok(await noteActivity(tx, callerOf(context), 'exported', null, now())))
}

async function workspaceOf(
  context: CallContext,
  named: Id | undefined,
): Promise<Result<StoredWorkspace, Failure>> {
  const { store } = context.services
  const user = await store.users.byId(callerOf(context).userId)
  const workspace = user && (await chooseWorkspace(store, user, named ?? null))
  return workspace === undefined ? refused(NO_WORKSPACE) : ok(workspace)
}

/** Characters that turn or break a line: “annexe\u202Egpj.exe” would look like a picture. */
const DECEIVING = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu

/** RFC 6266: an ASCII name for old programs, and the real name. */
export function disposition(kind: 'inline' | 'attachment', name: string, plain: string): string {
  const encoded = encodeURIComponent(unreserved(name.replace(DECEIVING, ''))).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `${kind}; filename="${unreserved(plain)}"; filename*=UTF-8''${encoded}`
}

/** A name reduced to ASCII, for old programs. May be empty. */
export function asciiOf(name: string): string {
  return squeeze(name.normalize('NFKD').replace(/[^\w .-]/g, ''))
}

async function sendFile(
  { http }: CallContext,
  name: string,
  send: (http: Exchange) => Promise<void>,
): Promise<Result<typeof SENT, Failure>> {
  if (http === null) return refused({ status: 400, msg: 'A download cannot be part of a push.' })
  http.reply.header(
    'content-disposition',
    disposition('attachment', name, asciiOf(name).replace(' .', '.') || 'export'),
  )
  await send(http)
  return ok(SENT)
}

export const importExportHandlers = {
  importFile: importFileHandler,
  getImport: getImportHandler,
  getImports: getImportsHandler,
  cancelImport: cancelImportHandler,
  undoImport: undoImportHandler,
  lookAtColumns: lookAtColumnsHandler(files),
  exportWorkspace: exportWorkspaceHandler,
  exportAccount: exportAccountHandler,
}
