import { useEffect, useState } from 'react'
import type { SyncState, Trouble } from '../../replica/index.ts'
import { counted } from '../text/counted.ts'

/** The problem in a few words. */
export function troubleWords({ kind, status }: Trouble): string {
  switch (kind) {
    case 'offline':
      return 'Offline'
    case 'unreachable':
      return 'Server not reached'
    case 'silent':
      return 'Server not answering'
    case 'busy':
      return 'Server busy'
    case 'server-error':
      return status === null ? 'Server error' : `Server error ${status}`
    case 'blocked':
      return 'Blocked on the way'
    case 'token':
      return 'Sign-in not accepted'
    case 'awaited':
      return 'Waiting for another device'
    case 'device':
      return 'Storage failed'
  }
}

/** The details of a problem: what happened, and what helps. */
export function troubleSentences({ kind, status }: Trouble): string {
  const error = status === null ? '' : ` (error ${status})`
  switch (kind) {
    case 'offline':
      return 'This device has no network.'
    case 'unreachable':
      return 'The server cannot be reached: there is no connection to it, or it broke off.'
    case 'silent':
      return 'The server does not answer in time.'
    case 'busy':
      return `The server is busy and asks this device to wait${error}.`
    case 'server-error':
      return `The server, or a gateway before it, has a fault${error}.`
    case 'blocked':
      if (status === 200)
        return 'Another page arrived in place of the server’s answer. This network may want you to sign in.'
      return `Something between this device and the server refuses what is sent${error}. Another network may let it through.`
    case 'token':
      return 'The server does not accept the sign-in of this device, although it was renewed a moment ago.'
    case 'awaited':
      return 'The server was restored from a backup and has lost a card, a tag, a group or a workspace. The device that made it will send it again when it is used.'
    case 'device':
      return 'The storage of this device failed.'
  }
}

/** What happens to pending changes. Null: none are pending. */
export function waitingSentence({ waiting, blocked, storage }: SyncState): string | null {
  if (waiting === 0) return null
  const place = storage === 'device' ? 'on this device' : 'in this tab only'
  if (blocked > 0 && blocked === waiting) {
    const them = waiting === 1 ? 'It waits' : 'They wait'
    return `That is so for ${counted(waiting, 'change')}; all others are saved. ${them} ${place} and will be tried again.`
  }
  const verb = waiting === 1 ? 'waits' : 'wait'
  return `${counted(waiting, 'change')} ${verb} ${place} and will be sent without your doing.`
}

interface Kept {
  /**
   * Whether the browser has granted persistent storage. Without it the browser may delete everything, such as in
   * a private window or before it trusts the site. Null: unknown.
   */
  readonly isKept: boolean | null
  /** Requests persistent storage. Resolves with whether it was granted. */
  readonly ask: () => Promise<boolean>
}

/** Whether the storage of this device is persistent. */
export function useIsKept(): Kept {
  const [isKept, setIsKept] = useState<boolean | null>(null)
  useEffect(() => {
    // Rejects with blocked storage. Then it is unknown.
    navigator.storage?.persisted?.().then(setIsKept, () => setIsKept(null))
  }, [])
  const ask = async () => {
    const isPromised = await navigator.storage.persist().catch(() => false)
    setIsKept(isPromised)
    return isPromised
  }
  return { isKept, ask }
}
