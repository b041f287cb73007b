import { type CardFile, filesOf, type Id, parseSearch } from '@cardinal/domain'
import { ALL_CARDS } from '@cardinal/engine'
import { useEffect } from 'react'
import { CallFailed } from '../../session/index.ts'
import { keepsHere } from '../copies/here.ts'
import { isNearlyFull } from '../copies/sync-copies.ts'
import { useReplica } from '../react/context.tsx'
import type { Replica } from '../replica.ts'
import { type DeviceFiles, deviceFilesOf } from './device-files.ts'
import { fetchFile } from './file-bytes.ts'
import { type KeepingFiles, keepingFiles } from './keeping-files.ts'

/** Cards per question, and most cards whose files are compared: the ones changed last. */
const CARDS_AT_ONCE = 500
const MOST_CARDS = 10_000
const WITH_FILES = {
  ...ALL_CARDS,
  search: parseSearch('has:file'),
  order: { by: 'recently', of: 'updated' },
  limit: CARDS_AT_ONCE,
  parts: 'page',
} as const
/** ms after a change of cards, or after a failure, until files are compared again. */
const CHANGED_AFTER_MS = 3_000
const RETRY_AFTER_MS = 60_000

/** Keeps all files of the open workspace on this device while mounted. Renders nothing. */
export default function KeepFiles({ userId }: { userId: string }) {
  const replica = useReplica()
  useEffect(() => {
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isUnderWay = false
    let isChanged = false
    const after = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => void sync(), ms)
    }
    const sync = async () => {
      isChanged = isUnderWay
      if (isUnderWay) return
      isUnderWay = true
      const state = await keepFiles(userId, replica, () => !stop.signal.aborted && keepsHere('files'))
      isUnderWay = false
      if (stop.signal.aborted) return
      if (isChanged) after(CHANGED_AFTER_MS)
      else if (state === 'away') after(RETRY_AFTER_MS)
    }
    void replica.loaded().then(sync)
    const end = replica.subscribe((event) => event === 'changed' && after(CHANGED_AFTER_MS))
    addEventListener('online', () => void sync(), { signal: stop.signal })
    return () => {
      stop.abort()
      end()
      clearTimeout(timer)
      keepingFiles.setState({ now: null })
    }
  }, [userId, replica])
  return null
}

/** One tab at a time fetches. The next tab then finds the files here. */
function keepFiles(
  userId: string,
  replica: Replica,
  isWanted: () => boolean,
): Promise<KeepingFiles['state'] | 'stopped'> {
  const keep = async () => {
    const files = await wantedFiles(replica, isWanted)
    return isWanted() ? fetchMissing(deviceFilesOf(userId), replica.workspaceId, files, isWanted) : 'stopped'
  }
  return 'locks' in navigator ? navigator.locks.request(`cardinal-keep-files-${userId}`, keep) : keep()
}

/** By hash, the files of the cards, small ones first. */
async function wantedFiles(
  replica: Replica,
  isWanted: () => boolean,
): Promise<ReadonlyMap<string, CardFile>> {
  const files: CardFile[] = []
  for (let offset = 0; offset < MOST_CARDS && isWanted(); offset += CARDS_AT_ONCE) {
    await replica.idle()
    const { cards } = await replica.ask('matchCards', { ...WITH_FILES, offset })
    files.push(...cards.flatMap((card) => filesOf(card.files)))
    if (cards.length < CARDS_AT_ONCE) break
  }
  return new Map(files.sort((one, other) => one.size - other.size).map((file) => [file.hash, file]))
}

async function fetchMissing(
  device: DeviceFiles,
  workspaceId: Id,
  wanted: ReadonlyMap<string, CardFile>,
  isWanted: () => boolean,
): Promise<KeepingFiles['state'] | 'stopped'> {
  const missing = await device.keepAllOf(workspaceId, new Set(wanted.keys()))
  let left = missing.size
  const say = (state: KeepingFiles['state']) => {
    keepingFiles.setState({ now: { state, all: wanted.size, missing: left } })
    return state
  }
  for (const file of wanted.values()) {
    if (!missing.has(file.hash)) continue
    if (!isWanted()) return 'stopped'
    say('fetching')
    if (await isNearlyFull(file.size)) return say('full')
    try {
      const bytes = await fetchFile(file)
      if (!isWanted()) return 'stopped'
      if (!(await device.keepFor(workspaceId, file.hash, bytes, Date.now()))) return say('full')
      left--
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      // The file is on another device that has not sent it yet.
      if (failure.status !== 404) return say('away')
    }
  }
  return say('done')
}
