import { randomBytes } from 'node:crypto'
import { callOf } from '@cardinal/contract'
import { makeId } from '@cardinal/domain'
import type { Mutation } from '@cardinal/sync'
import type { Page } from '@playwright/test'
import { build } from 'esbuild'
import type { openIdbStore } from '../../../apps/web/src/replica/worker/store/idb-store.ts'
import type { NewEntry } from '../../../apps/web/src/replica/worker/store/store.ts'
import { projectFile } from '../paths.ts'

const STORE = projectFile('apps/web/src/replica/worker/store/idb-store.ts')
/** ms until sending counts as failed. */
const SEND_TIMEOUT_MS = 300_000

declare global {
  interface Window {
    /** The app's own code for IndexedDB. */
    deviceStore: { readonly openIdbStore: typeof openIdbStore }
  }
}

/**
 * Queues new cards on the disk with the app's own code, as an offline device does, then opens the app. Resolves with the ms
 * until the outbox is empty, and how many of the cards the server then has.
 */
export async function sendQueued(page: Page, count: number): Promise<{ taken: number; arrived: number }> {
  await page.evaluate(await storeScript())
  const workspaceId = await page.evaluate(workspaceOnDisk)
  const word = `queued${randomBytes(4).toString('hex')}`
  const entries = Array.from({ length: count }, (_, n) => newEntry(workspaceId, `${word} ${n}`))
  await page.evaluate(enqueue, entries)
  const started = Date.now()
  await page.reload()
  await page.evaluate(await storeScript())
  while ((await page.evaluate(isAnyWaiting)) && Date.now() - started < SEND_TIMEOUT_MS)
    await page.waitForTimeout(100)
  const taken = Date.now() - started
  return { taken, arrived: await page.evaluate(countOnServer, word) }
}

function newEntry(workspaceId: string, content: string): NewEntry {
  const at = Date.now()
  const card = { id: makeId(at, randomBytes(8)), type: 'todo', content, createdAt: at } as const
  const mutation: Mutation = { name: 'createCard', args: { card } }
  const key = randomBytes(16).toString('hex')
  return { key, workspaceId, mutation, at, call: callOf(mutation, workspaceId) }
}

/** The app's code, bundled as `window.deviceStore`. */
async function storeScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [STORE],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'deviceStore',
    target: 'chrome120',
  })
  return `${outputFiles[0]?.text}; window.deviceStore = deviceStore; undefined`
}

async function workspaceOnDisk(): Promise<string> {
  const [{ name } = {}] = await indexedDB.databases()
  const store = await window.deviceStore.openIdbStore(name ?? '', () => {})
  const { account } = await store.read('', null, 0)
  store.close()
  return account?.settings.currentWorkspaceId ?? account?.workspaces[0]?.id ?? ''
}

async function enqueue(entries: readonly NewEntry[]): Promise<void> {
  const [{ name } = {}] = await indexedDB.databases()
  const store = await window.deviceStore.openIdbStore(name ?? '', () => {})
  await store.enqueue(entries)
  store.close()
}

async function isAnyWaiting(): Promise<boolean> {
  const [{ name } = {}] = await indexedDB.databases()
  const store = await window.deviceStore.openIdbStore(name ?? '', () => {})
  const waiting = await store.waiting(1)
  store.close()
  return waiting.length > 0
}

async function countOnServer(word: string): Promise<number> {
  const answer = await fetch('/api/sync/pull', {
    headers: { authorization: `Bearer ${localStorage.getItem('jwt_access_token')}` },
  })
  return (await answer.text()).split(`"${word} `).length - 1
}
