import { useCallback, useEffect, useState } from 'react'
import { CallFailed, session } from '../../session/index.ts'

export interface ServerList<Row> {
  /** Null until the first answer. */
  readonly rows: readonly Row[] | null
  /** The message of the last failure. Null: the list is loading or loaded. */
  readonly failure: string | null
  load(): Promise<void>
}

/** Loads a list from the server: when the section mounts, when the network is back, and by `load`. */
export function useServerList<Row>(path: string): ServerList<Row> {
  const { answer, failure, load } = useServerAnswer<readonly Row[]>(path)
  return { rows: answer, failure, load }
}

/** Loads any other answer from the server, at the same times. Null: not loaded yet. */
export function useServerAnswer<Answer>(path: string) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const load = useCallback(async () => {
    setFailure(null)
    try {
      setAnswer(await session.account.query<Answer>(path))
    } catch (reason) {
      if (!(reason instanceof CallFailed)) throw reason
      setFailure(reason.message)
    }
  }, [path])
  useEffect(() => {
    void load()
    const again = () => void load()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [load])
  return { answer, failure, load }
}
