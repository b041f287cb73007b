import type { Receipt as WireReceipt } from '@cardinal/contract'
import type { Id } from '@cardinal/domain'
import { files } from '../../session/files.ts'
import { CallFailed, session } from '../../session/index.ts'
import type { Progress, Receipt } from './import-state.ts'

/** An import in the making, as the server tells it. */
type WireProgress = WireReceipt & { state: Progress['state']; processed: number }

export const EXPORT_FORMATS = ['json', 'html', 'csv', 'markdown'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** The calls about files. An interface, so that tests can put a server of their own in its place. */
export interface ImportClient {
  /** What the file would bring, without writing anything. */
  preview(workspaceId: Id, file: File, signal: AbortSignal): Promise<Receipt>
  start(workspaceId: Id, file: File, signal: AbortSignal): Promise<Receipt>
  /** Null where the server knows of no such import. */
  progress(importId: Id): Promise<Progress | null>
  /** How many cards went away again. */
  undo(importId: Id): Promise<number>
}

export const importClient: ImportClient = {
  preview: async (workspaceId, file, signal) => receiptOf(await send(workspaceId, file, true, signal)),
  start: async (workspaceId, file, signal) => receiptOf(await send(workspaceId, file, false, signal)),
  progress: async (importId) => {
    try {
      const answer = await session.account.call<WireProgress>('GET', `/import/${importId}`)
      return { ...receiptOf(answer), state: answer.state, processed: answer.processed }
    } catch (failure) {
      if (failure instanceof CallFailed && failure.status === 404) return null
      throw failure
    }
  },
  undo: async (importId) =>
    (await session.account.call<{ removed: number }>('POST', `/import/${importId}/undo`)).removed,
}

/** The workspace as a file. */
export function exportFile(workspaceId: Id, format: ExportFormat) {
  return files.download(`/export?${new URLSearchParams({ workspace_id: workspaceId, format })}`)
}

function send(workspaceId: Id, file: File, isDryRun: boolean, signal: AbortSignal): Promise<WireReceipt> {
  const query = new URLSearchParams({ workspace_id: workspaceId, ...(isDryRun && { dry_run: 'true' }) })
  return files.upload(`/import?${query}`, file, signal)
}

function receiptOf({ import_id, rows, created, duplicates, failed, tags }: WireReceipt): Receipt {
  return { importId: import_id, rows, created, duplicates, failed, newTags: tags }
}
