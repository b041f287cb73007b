import { useEffect } from 'react'
import { useReplica } from '../../../replica/index.ts'
import { refreshKeptVersions } from '../../../shared/versions/kept-versions.ts'

/** How long rows must rest before the server is asked, in ms: typing and a first load change them all the time. */
const REST = 3_000

/** Keeps the list of kept versions up to date while the component is mounted. */
export function useWatchingVersions(): void {
  const replica = useReplica()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      if (navigator.onLine) void refreshKeptVersions(replica.workspaceId)
    }
    const askLater = () => {
      clearTimeout(timer)
      timer = setTimeout(ask, REST)
    }
    askLater()
    const unsubscribe = replica.subscribe(askLater)
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [replica])
}
