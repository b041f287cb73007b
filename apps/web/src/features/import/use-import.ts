import type { Id } from '@cardinal/domain'
import { useCallback, useEffect, useRef, useState } from 'react'
import { CallFailed } from '../../session/index.ts'
import { newId } from '../../shared/changes/new-id.ts'
import { counted } from '../../shared/text/counted.ts'
import { toast, UNDERSTOOD } from '../../ui/index.ts'
import { NO_CHOICE, type TableChoice } from './columns-state.ts'
import type { ImportClient, ImportRequest } from './import-client.ts'
import {
  fileProblem,
  firstReading,
  type ImportState,
  type Progress,
  type ReadingChoice,
  type Receipt,
  START,
} from './import-state.ts'
import { isRefusal, previewed, sentenceOf, tableIn, useColumns } from './use-columns.ts'

/** ms between two requests for the progress of a running import. */
const POLL_EVERY_MS = 400
/** ms until a changed choice applies, because the keyboard steps through a list. */
const APPLY_AFTER_MS = 300

interface ImportActs {
  readonly state: ImportState
  /** Sends the file and shows a preview. */
  choose(file: File): void
  /** Opens the choice of columns. */
  openColumns(): void
  changeColumns(choice: TableChoice): void
  takeColumns(): void
  showSpellings(isWanted: boolean): void
  /** Previews the file with another choice for reading it. */
  changeReading(choice: ReadingChoice): void
  run(): void
  /** Cancels the running import. The cards added so far remain, and can be undone. */
  cancel(): void
  undo(): void
  startOver(): void
}

/**
 * Steps of the import dialog: choose, preview, run, receipt. Closing the dialog cancels a preview but no running
 * import.
 */
export function useImport(client: ImportClient, workspaceId: Id): ImportActs {
  const [state, setState] = useState<ImportState>(START)
  const reading = useRef<AbortController | null>(null)
  /** The running import. Null: none. */
  const running = useRef<Id | null>(null)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
      reading.current?.abort()
    }
  }, [])

  const choose = useCallback(
    async (file: File) => {
      const problem = fileProblem(file)
      if (problem !== null) return setState({ step: 'choose', error: problem })
      reading.current?.abort()
      const controller = new AbortController()
      reading.current = controller
      setState({ step: 'reading', file })
      try {
        const request = { workspaceId, file, table: null, reading: firstReading() }
        const receipt = await client.preview(request, controller.signal)
        if (!controller.signal.aborted) setState(previewed(file, null, request.reading, receipt))
      } catch (failure) {
        if (controller.signal.aborted) return
        const refusal = sentenceOf(failure)
        const table = isRefusal(failure) ? await tableIn(client, file, controller.signal) : null
        if (controller.signal.aborted) return
        if (table === null) setState({ step: 'choose', error: refusal })
        else
          setState({
            step: 'columns',
            file,
            table,
            choice: NO_CHOICE,
            reading: firstReading(),
            isWaiting: false,
            error: null,
          })
      }
    },
    [client, workspaceId],
  )
  const columns = useColumns(client, workspaceId, state, setState, reading)

  /** The choice of the shown preview while another choice is being previewed. */
  const shown = useRef<ReadingChoice | null>(null)
  const changeReading = useCallback(
    async (chosen: ReadingChoice) => {
      if (state.step !== 'preview') return
      if (!state.isWaiting) shown.current = state.reading
      reading.current?.abort()
      const controller = new AbortController()
      reading.current = controller
      const { signal } = controller
      const { file, choice: table } = state
      const change = (next: Partial<Extract<ImportState, { step: 'preview' }>>) =>
        setState((now) => (now.step === 'preview' && !signal.aborted ? { ...now, ...next } : now))
      change({ reading: chosen, isWaiting: true, error: null })
      await wait(APPLY_AFTER_MS)
      if (signal.aborted) return
      try {
        const receipt = await client.preview({ workspaceId, file, table, reading: chosen }, signal)
        change({ receipt, isWaiting: false })
      } catch (failure) {
        if (signal.aborted) return
        change({ reading: shown.current ?? chosen, isWaiting: false, error: sentenceOf(failure) })
      }
    },
    [client, workspaceId, state],
  )

  const run = useCallback(async () => {
    if (state.step !== 'preview' || state.isWaiting) return
    const { file, choice, reading: chosen, showsSpellings } = state
    const request = {
      importId: newId(),
      workspaceId,
      file,
      table: choice,
      reading: chosen,
      showsSpellings,
    }
    running.current = request.importId
    setState({ step: 'running', file, importId: request.importId, progress: null, isCancelling: false })
    try {
      const { receipt, isCancelled } = await followed(client, request, (progress) =>
        setState((now) => (now.step === 'running' ? { ...now, progress } : now)),
      )
      setState({ step: 'done', file, receipt, isCancelled, isUndoing: false, error: null })
      if (!isCancelled) sayDone(client, receipt, isShown.current)
    } catch (failure) {
      setState({ ...state, error: sentenceOf(failure) })
    } finally {
      running.current = null
    }
  }, [client, workspaceId, state])

  const cancel = useCallback(async () => {
    if (state.step !== 'running' || state.isCancelling) return
    const { importId } = state
    const isUnderWay = (now: ImportState) => now.step === 'running' && now.importId === importId
    setState((now) => (isUnderWay(now) ? { ...state, isCancelling: true } : now))
    try {
      while (running.current === importId && !(await client.cancel(importId))) await wait()
    } catch (failure) {
      setState((now) => (isUnderWay(now) ? { ...state, isCancelling: false } : now))
      toast(sentenceOf(failure), UNDERSTOOD)
    }
  }, [client, state])

  const undo = useCallback(async () => {
    if (state.step !== 'done' || state.isUndoing) return
    setState({ ...state, isUndoing: true, error: null })
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
    showSpellings: (showsSpellings) =>
      setState((now) => (now.step === 'preview' ? { ...now, showsSpellings } : now)),
    changeReading: (choice) => void changeReading(choice),
    run: () => void run(),
    cancel: () => void cancel(),
    undo: () => void undo(),
    startOver,
  }
}

/** Shows a message with an undo, if the dialog is closed. */
function sayDone(client: ImportClient, { importId, created }: Receipt, isShown: boolean): void {
  const text = `Imported ${counted(created, 'card')}`
  const undo = async () => {
    try {
      toast(`Removed ${counted(await client.undo(importId), 'card')} of this import`)
    } catch (failure) {
      toast(sentenceOf(failure), UNDERSTOOD)
    }
  }
  toast(text, isShown || created === 0 ? null : { label: 'Undo', onSelect: () => void undo() })
}

/**
 * Starts an import and polls its progress. The answer to the start has the result. If that answer is lost, or the
 * person cancelled, the server is asked for the result.
 */
async function followed(
  client: ImportClient,
  request: ImportRequest,
  onProgress: (progress: Progress) => void,
): Promise<{ receipt: Receipt; isCancelled: boolean }> {
  const { importId } = request
  let isOver = false
  let isKnown = false
  const watch = async () => {
    for (await wait(); !isOver; await wait()) {
      // After a failure the next round asks again.
      const progress = await client.progress(importId).catch(() => null)
      isKnown ||= progress !== null
      if (!isOver && progress?.state === 'running') onProgress(progress)
    }
  }
  void watch()
  try {
    return { receipt: await client.start(request), isCancelled: false }
  } catch (failure) {
    isOver = true
    const isUnknown = isAway(failure) || (failure instanceof CallFailed && failure.status === 409)
    for (let isFirst = true; isUnknown; isFirst = false) {
      if (!isFirst) await wait()
      const progress = await client.progress(importId).catch((error: unknown) => {
        // A restarted server resumes the import.
        if (isKnown && isAway(error)) return 'away' as const
        throw error
      })
      if (progress === 'away') continue
      if (progress === null || progress.state === 'failed') break
      if (progress.state !== 'running')
        return { receipt: progress, isCancelled: progress.state === 'stopped' }
      isKnown = true
      onProgress(progress)
    }
    throw failure
  } finally {
    isOver = true
  }
}

/** Returns whether a call failed because no working server received it. */
function isAway(failure: unknown): boolean {
  return failure instanceof CallFailed && (failure.status === null || failure.status >= 500)
}

function wait(time = POLL_EVERY_MS): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time))
}
