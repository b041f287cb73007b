import pg from 'pg'
import { connectionOptions } from './postgres.ts'
import type { Hint } from './store.ts'

/** NOTIFY channel for hints between nodes. */
const CHANNEL = 'cardinal_workspace'
/** Most hints per notification: it carries at most 8,000 bytes, and a hint takes about 90. */
const HINTS_PER_NOTIFICATION = 60
/** ms after a broken connection before listening again. */
const RECONNECT_AFTER_MS = 1_000
/** ms between pings on the listening connection, which detect that it is silent. */
const PING_EVERY_MS = 10_000

/** Hints between nodes by LISTEN/NOTIFY. A broken connection loses hints, so nodes also poll. */
export function postgresHints(url: string, pool: pg.Pool, onError: (error: Error) => void) {
  const listeners = new Set<(hint: Hint) => void>()
  let client: pg.Client | null = null
  let isClosed = false
  let retry: NodeJS.Timeout | null = null

  const connect = async (): Promise<void> => {
    const fresh = new pg.Client(connectionOptions(url))
    fresh.on('notification', ({ payload }) => {
      for (const hint of parseHints(payload ?? '')) for (const listener of listeners) listener(hint)
    })
    fresh.on('error', onError)
    const asking = setInterval(() => fresh.query('select 1').catch(onError), PING_EVERY_MS)
    fresh.on('end', () => {
      clearInterval(asking)
      if (client === fresh) reconnectLater()
    })
    client = fresh
    await fresh.connect()
    await fresh.query(`listen ${CHANNEL}`)
  }
  const reconnectLater = (): void => {
    client = null
    if (isClosed || retry !== null) return
    retry = setTimeout(() => {
      retry = null
      connect().catch((error: Error) => {
        onError(error)
        reconnectLater()
      })
    }, RECONNECT_AFTER_MS)
  }

  return {
    announce: async (hints: readonly Hint[]): Promise<void> => {
      for (let start = 0; start < hints.length; start += HINTS_PER_NOTIFICATION) {
        const batch = hints.slice(start, start + HINTS_PER_NOTIFICATION)
        const payload = batch.map((hint) => `${hint.userId} ${hint.workspaceId ?? ''} ${hint.seq}`).join('\n')
        await pool.query('select pg_notify($1, $2)', [CHANNEL, payload])
      }
    },
    listen: async (listener: (hint: Hint) => void): Promise<() => Promise<void>> => {
      listeners.add(listener)
      if (client === null && retry === null) await connect()
      return async () => {
        listeners.delete(listener)
      }
    },
    close: async (): Promise<void> => {
      isClosed = true
      if (retry !== null) clearTimeout(retry)
      await client?.end()
    },
  }
}

function parseHints(payload: string): Hint[] {
  return payload.split('\n').flatMap((line) => {
    const [userId, workspaceId, seq] = line.split(' ')
    return userId && seq ? [{ userId, workspaceId: workspaceId || null, seq: Number(seq) }] : []
  })
}
