import { useCallback, useEffect, useState } from 'react'
import { CallFailed, session } from '../../session/index.ts'

export interface ServerList<Row> {
  /** Null until the first answer. */
  readonly rows: readonly Row[] | null
  /** The sentence of the last failure; null while the list is on its way or here. */
  readonly failure: string | null
  load(): Promise<void>
}

/** A list that only the server knows: asked for when the section shows, when the network is back, and by `load`. */
export function useServerList<Row>(path: string): ServerList<Row> {
  const [rows, setRows] = useState<readonly Row[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const load = useCallback(async () => {
    setFailure(null)
    try {
      setRows(await session.account.query<readonly Row[]>(path))
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
  return { rows, failure, load }
}
