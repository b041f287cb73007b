import type { ExportFormat, Receipt as WireReceipt } from '@cardinal/contract'
import type { CardType, Id } from '@cardinal/domain'
import { download, upload } from '../../session/files.ts'
import { CallFailed, session } from '../../session/index.ts'
import { orderShown } from '../../shared/search/filters.ts'
import type { SearchState } from '../../shared/search/search-store.ts'
import { wireSearch } from '../../shared/search/wire-search.ts'
import { type Table, type TableChoice, tableParameters } from './columns-state.ts'
import type { EarlierImport, Progress, ReadingChoice, Receipt } from './import-state.ts'

export interface ImportRequest {
  /** Chosen by the client, so that it can ask for the progress of the running import, and cancel it. */
  readonly importId: Id
  readonly workspaceId: Id
  readonly file: File
  readonly table: TableChoice | null
  readonly reading: ReadingChoice
  /** Whether new tags are displayed as the file spells them. */
  readonly showsSpellings: boolean
}

type PreviewRequest = Pick<ImportRequest, 'workspaceId' | 'file' | 'table' | 'reading'>

/** Calls for imports. An interface, so that tests can replace the server. */
export interface ImportClient {
  /** Previews an import, without writing anything. */
  preview(request: PreviewRequest, signal: AbortSignal): Promise<Receipt>
  /** Runs an import. Resolves when it has ended. */
  start(request: ImportRequest): Promise<Receipt>
  /**
   * Cancels an import. Resolves with false while the server reads the file, because it doesn't know the import
   * yet.
   */
  cancel(importId: Id): Promise<boolean>
  /** Reads the columns of a table, and previews its first rows. */
  columns(file: File, choice: TableChoice, reading: ReadingChoice, signal: AbortSignal): Promise<Table>
  /** Resolves with the progress of an import. Null: the server knows no such import. */
  progress(importId: Id): Promise<Progress | null>
  /** Undoes an import. Resolves with the number of removed cards. */
  undo(importId: Id): Promise<number>
  /** Lists the imports of the last 30 days, newest first. */
  list(): Promise<readonly EarlierImport[]>
}

/** How many bytes of a table are sent to read its columns. */
const BEGINNING = 256 * 1024

export const importClient: ImportClient = {
  preview: async (request, signal) => receiptOf(await send(request, { dry_run: 'true' }, signal)),
  start: async ({ importId, showsSpellings, ...request }) => {
    const more = { import_id: importId, show_spellings: String(showsSpellings) }
    return receiptOf(await send(request, more))
  },
  cancel: async (importId) => {
    if (!(await isListed(importId))) return false
    try {
      await session.account.call('POST /import/{id}/cancel', { params: { id: importId } })
      return true
    } catch (failure) {
      // The import has ended. The answer to its start has the result.
      if (failure instanceof CallFailed && failure.status === 409) return true
      if (failure instanceof CallFailed && failure.status === 404) return false
      throw failure
    }
  },
  columns: (file, choice, reading, signal) =>
    upload(
      'POST /import/columns',
      { ...readingParameters(file, reading), ...tableParameters(choice) },
      file.slice(0, BEGINNING),
      signal,
    ),
  progress: async (importId) => {
    if (!(await isListed(importId))) return null
    try {
      const answer = await session.account.call('GET /import/{id}', { params: { id: importId } })
      return { ...receiptOf(answer), state: answer.state, processed: answer.processed }
    } catch (failure) {
      if (failure instanceof CallFailed && failure.status === 404) return null
      throw failure
    }
  },
  undo: async (importId) =>
    (await session.account.call('POST /import/{id}/undo', { params: { id: importId } })).removed,
  list: async () => {
    const answer = await session.account.call('GET /import')
    return answer.map(({ import_id, workspace_id, createdAt, file_name: fileName = '', ...rest }) => ({
      ...rest,
      id: import_id,
      workspaceId: workspace_id,
      fileName,
      at: Date.parse(createdAt),
    }))
  },
}

/** Ids of imports that the server has listed. */
const listed = new Set<Id>()

/**
 * Whether the server lists an import. It doesn't while it reads the file. A request for the import itself would
 * then answer 404, which browsers log in their consoles.
 */
async function isListed(importId: Id): Promise<boolean> {
  if (listed.has(importId)) return true
  const all = await session.account.call('GET /import')
  for (const { import_id } of all) listed.add(import_id)
  return listed.has(importId)
}

/** The scope of an export: the open workspace, the cards of the present search, or the whole account. */
export const EXPORT_SCOPES = ['workspace', 'search', 'account'] as const
export type ExportScope = (typeof EXPORT_SCOPES)[number]

/** Exports the workspace, or the results of `search`, as a file. */
export function exportFile(workspaceId: Id, format: ExportFormat, search: Record<string, string> = {}) {
  return download('GET /export', { ...search, workspace_id: workspaceId, format })
}

/**
 * Exports the whole account as a file that an import can restore.
 *
 * @param hasFiles whether the bytes of the cards' files are included
 */
export function exportAccount(hasFiles: boolean) {
  return download('GET /export', { scope: 'account', ...(hasFiles && { files: 'true' }) })
}

/** The search as parameters of the call. Type null: all types of cards. */
export function searchParameters(
  type: CardType | null,
  state: Pick<SearchState, 'text' | 'secondText' | 'filters'>,
): Record<string, string> {
  const { only_tags, colors, ...texts } = wireSearch(type, state)
  const { by, of } = orderShown(state)
  return {
    ...texts,
    only_tags: String(only_tags),
    colors: colors.map((color) => color ?? 'none').join(','),
    statOption_1: by,
    statOption_2: of,
  }
}

/** What the file does not contain: its time zone, its name, and the person's choices. */
function readingParameters(
  file: File,
  { timeZone, encoding, dateOrder }: ReadingChoice,
): Record<string, string> {
  return {
    time_zone: timeZone,
    ...(encoding !== null && { encoding }),
    ...(dateOrder !== null && { date_order: dateOrder }),
    ...(file.name !== '' && { file_name: file.name.slice(-255) }),
  }
}

function send(
  { workspaceId, file, table, reading }: PreviewRequest,
  more: Record<string, string>,
  signal?: AbortSignal,
): Promise<WireReceipt> {
  const query = {
    workspace_id: workspaceId,
    ...readingParameters(file, reading),
    ...(table !== null && tableParameters(table)),
    ...more,
  }
  return upload('POST /import', query, file, signal)
}

function receiptOf(wire: WireReceipt): Receipt {
  const { import_id, rows, created, duplicates, updated = 0, deleted = 0, failed, tags, lost = [] } = wire
  const { assumed = {}, preview } = wire
  const renamed = wire.renamed_tags.flatMap(({ from, to }) => (to === null ? [] : [{ from, to }]))
  const unkeptTags = wire.renamed_tags.flatMap(({ from, to }) => (to === null ? [from] : []))
  const files = wire.files && {
    kept: wire.files.kept,
    leftOut: wire.files.left_out,
    names: wire.files.names ?? [],
  }
  const copies = wire.copies && { kept: wire.copies.kept, leftOut: wire.copies.left_out }
  return {
    importId: import_id,
    rows,
    created,
    duplicates,
    updated,
    deleted,
    copies,
    files,
    failed,
    newTags: tags,
    renamed,
    unkeptTags,
    assumed: {
      encoding: assumed.encoding ?? null,
      timeZone: assumed.time_zone ?? null,
      dateOrder: assumed.date_order ?? null,
    },
    preview,
    lost: lost.map(({ field, count, example = '', not_understood: isGarbled = false, names = [] }) => ({
      field,
      count,
      example,
      isGarbled,
      names,
    })),
  }
}
