import { useCallback, useEffect, useState } from 'react'
import { type CallAddress, CallFailed, type DataOf, type Requested, session } from '../../session/index.ts'
import { query } from '../../session/query.ts'

export interface ServerList<Row> {
  /** Null: not loaded yet. */
  readonly rows: readonly Row[] | null
  /** The message of the last failure. Null: the list is loading or loaded. */
  readonly failure: string | null
  load(): Promise<void>
}

type RowOf<At extends CallAddress> = DataOf<At> extends readonly (infer Row)[] ? Row : never

/** Loads a list from the server: when the section mounts, when the network is back, and by `load`. */
export function useServerList<At extends CallAddress>(at: At): ServerList<RowOf<At>> {
  const { answer, failure, load } = useServerAnswer(at)
  return { rows: answer as readonly RowOf<At>[] | null, failure, load }
}

/** Loads any other answer from the server at the same times. Null: not loaded yet. */
export function useServerAnswer<At extends CallAddress>(at: At) {
  const [answer, setAnswer] = useState<DataOf<At> | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const load = useCallback(async () => {
    setFailure(null)
    try {
      // The lists have no parameters.
      setAnswer(await query(session.account, at, ...([] as unknown as Requested<At>)))
    } catch (reason) {
      if (!(reason instanceof CallFailed)) throw reason
      setFailure(reason.message)
    }
  }, [at])
  useEffect(() => {
    void load()
    const again = () => void load()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [load])
  return { answer, failure, load }
}
