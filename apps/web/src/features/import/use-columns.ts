import type { Id } from '@cardinal/domain'
import type { Dispatch, RefObject, SetStateAction } from 'react'
import { CallFailed } from '../../session/index.ts'
import { NO_CHOICE, type Table, type TableChoice } from './columns-state.ts'
import type { ImportClient } from './import-client.ts'
import { firstReading, type ImportState, type ReadingChoice, type Receipt } from './import-state.ts'

/** The functions of the step that chooses columns. Each reading cancels the previous one. */
export function useColumns(
  client: ImportClient,
  workspaceId: Id,
  state: ImportState,
  setState: Dispatch<SetStateAction<ImportState>>,
  reading: RefObject<AbortController | null>,
) {
  const begin = () => {
    reading.current?.abort()
    const controller = new AbortController()
    reading.current = controller
    return controller.signal
  }
  const openColumns = async () => {
    if (state.step !== 'preview') return
    const { file, reading: chosen } = state
    const choice = state.choice ?? NO_CHOICE
    const signal = begin()
    try {
      const table = await client.columns(file, choice, chosen, signal)
      if (!signal.aborted)
        setState({ step: 'columns', file, table, choice, reading: chosen, isWaiting: false, error: null })
    } catch (failure) {
      if (!signal.aborted) setState({ ...state, error: sentenceOf(failure) })
    }
  }
  const changeColumns = async (choice: TableChoice) => {
    if (state.step !== 'columns') return
    const signal = begin()
    setState({ ...state, choice, isWaiting: true, error: null })
    try {
      const table = await client.columns(state.file, choice, state.reading, signal)
      if (!signal.aborted) setState({ ...state, choice, table, isWaiting: false, error: null })
    } catch (failure) {
      if (!signal.aborted) setState({ ...state, choice, isWaiting: false, error: sentenceOf(failure) })
    }
  }
  const takeColumns = async () => {
    if (state.step !== 'columns') return
    const { file, table, reading: chosen } = state
    const choice = { ...state.choice, fields: state.choice.fields ?? table.columns.map(({ field }) => field) }
    const signal = begin()
    setState({ step: 'reading', file })
    try {
      const receipt = await client.preview({ workspaceId, file, table: choice, reading: chosen }, signal)
      if (!signal.aborted) setState(previewed(file, choice, chosen, receipt))
    } catch (failure) {
      if (!signal.aborted) setState({ ...state, choice, isWaiting: false, error: sentenceOf(failure) })
    }
  }
  return {
    openColumns: () => void openColumns(),
    changeColumns: (choice: TableChoice) => void changeColumns(choice),
    takeColumns: () => void takeColumns(),
  }
}

/** The step that previews an import. */
export function previewed(
  file: File,
  choice: TableChoice | null,
  reading: ReadingChoice,
  receipt: Receipt,
): ImportState {
  return {
    step: 'preview',
    file,
    choice,
    receipt,
    reading,
    isWaiting: false,
    showsSpellings: true,
    error: null,
  }
}

/** The columns of a file in an unknown format. Null: the file is no table. */
export async function tableIn(client: ImportClient, file: File, signal: AbortSignal): Promise<Table | null> {
  try {
    return await client.columns(file, NO_CHOICE, firstReading(), signal)
  } catch (failure) {
    if (failure instanceof CallFailed || signal.aborted) return null
    throw failure
  }
}

/** Whether the server read a file and doesn't know its format. */
export function isRefusal(failure: unknown): boolean {
  return failure instanceof CallFailed && failure.status === 400
}

/**
 * The reason of a failure as a sentence. Failures other than the server's answers are logged, because they may be
 * faults of the app.
 */
export function sentenceOf(failure: unknown): string {
  if (failure instanceof CallFailed) return failure.message
  console.error(failure)
  return 'The answer of the server could not be understood. Try again.'
}
