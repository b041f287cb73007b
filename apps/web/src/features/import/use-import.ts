import type { Id } from '@cardinal/domain'
import { useCallback, useEffect, useRef, useState } from 'react'
import { CallFailed } from '../../session/index.ts'
import { counted } from '../../shared/text/counted.ts'
import { toast } from '../../ui/index.ts'
import { NO_CHOICE, type TableChoice } from './columns-state.ts'
import type { ImportClient } from './import-client.ts'
import { fileProblem, type ImportState, type Progress, type Receipt, START } from './import-state.ts'
import { isRefusal, sentenceOf, tableIn, useColumns } from './use-columns.ts'

/** ms between two looks at an import that is running. */
const POLL = 400

export interface ImportActs {
  readonly state: ImportState
  /** Reads the file and shows what it would bring. */
  choose(file: File): void
  /** Asks what the columns of the file are. */
  openColumns(): void
  changeColumns(choice: TableChoice): void
  takeColumns(): void
  run(): void
  undo(): void
  startOver(): void
}

/** The import dialog's steps: choose, preview, run, receipt. Leaving the dialog gives up what is only read. */
export function useImport(client: ImportClient, workspaceId: Id): ImportActs {
  const [state, setState] = useState<ImportState>(START)
  const reading = useRef<AbortController | null>(null)
  useEffect(() => () => reading.current?.abort(), [])

  const choose = useCallback(
    async (file: File) => {
      const problem = fileProblem(file)
      if (problem !== null) return setState({ step: 'choose', error: problem })
      reading.current?.abort()
      const controller = new AbortController()
      reading.current = controller
      setState({ step: 'reading', file })
      try {
        const receipt = await client.preview(workspaceId, file, null, controller.signal)
        if (!controller.signal.aborted)
          setState({ step: 'preview', file, choice: null, receipt, error: null })
      } catch (failure) {
        if (controller.signal.aborted) return
        const refusal = sentenceOf(failure)
        const table = isRefusal(failure) ? await tableIn(client, file, controller.signal) : null
        if (controller.signal.aborted) return
        if (table === null) setState({ step: 'choose', error: refusal })
        else setState({ step: 'columns', file, table, choice: NO_CHOICE, isWaiting: false, error: null })
      }
    },
    [client, workspaceId],
  )
  const columns = useColumns(client, workspaceId, state, setState, reading)

  const run = useCallback(async () => {
    if (state.step !== 'preview') return
    const { file, choice, receipt: preview } = state
    setState({ step: 'running', file, progress: null })
    try {
      const started = await client.start(workspaceId, file, choice, new AbortController().signal)
      const receipt = await followed(client, started, (progress) =>
        setState({ step: 'running', file, progress }),
      )
      setState({ step: 'done', file, receipt, error: null })
      toast(`Imported ${counted(receipt.created, 'card')}`)
    } catch (failure) {
      setState({ step: 'preview', file, choice, receipt: preview, error: sentenceOf(failure) })
    }
  }, [client, workspaceId, state])

  const undo = useCallback(async () => {
    if (state.step !== 'done') return
    try {
      setState({ step: 'undone', removed: await client.undo(state.receipt.importId) })
    } catch (failure) {
      setState({ ...state, error: sentenceOf(failure) })
    }
  }, [client, state])

  const startOver = useCallback(() => {
    reading.current?.abort()
    setState(START)
  }, [])
  return {
    state,
    choose: (file) => void choose(file),
    ...columns,
    run: () => void run(),
    undo: () => void undo(),
    startOver,
  }
}

/** Looks at an import until it has ended; the answer to starting it may be its end already. */
async function followed(
  client: ImportClient,
  started: Receipt,
  onProgress: (progress: Progress) => void,
): Promise<Receipt> {
  for (;;) {
    const progress = await client.progress(started.importId)
    if (progress === null) return started
    if (progress.state === 'failed') throw new CallFailed('The import stopped. Nothing of it was kept.', null)
    if (progress.state !== 'running') return progress
    onProgress(progress)
    await new Promise((resolve) => setTimeout(resolve, POLL))
  }
}
