import { originPattern } from './server-address.ts'
import type { ExtensionStore } from './store.ts'

const SCRIPT = 'connect'
/** The product's page on which a person allows the connection. */
const PAGE = '/extension'
/** UTF-16 units; the server's tokens are much shorter. */
const LONGEST_TOKEN = 500

/** Opens the page on which the person presses Allow, and registers the content script that receives the token. */
export async function startConnecting(store: ExtensionStore, server: string): Promise<void> {
  await chrome.scripting.unregisterContentScripts({ ids: [SCRIPT] }).catch(() => undefined)
  await chrome.scripting.registerContentScripts([
    {
      id: SCRIPT,
      js: ['connect.js'],
      matches: [originPattern(server)],
      runAt: 'document_idle',
      persistAcrossSessions: false,
    },
  ])
  await store.setConnecting(server)
  await chrome.tabs.create({ url: server + PAGE })
}

/** Whether the page belongs to the server that the person is connecting. */
export async function isConnectingTo(store: ExtensionStore, page: string | undefined): Promise<boolean> {
  const server = await store.connecting()
  return server !== null && page?.startsWith(`${server}/`) === true
}

/** Stores the token that a page sent. False: the page is of another server, or the token is too long. */
export async function takeToken(
  store: ExtensionStore,
  page: string | undefined,
  token: string,
): Promise<boolean> {
  const server = await store.connecting()
  if (server === null || !(await isConnectingTo(store, page)) || token.length > LONGEST_TOKEN) return false
  await store.connect({ server, token, isRefused: false })
  await chrome.scripting.unregisterContentScripts({ ids: [SCRIPT] }).catch(() => undefined)
  return true
}
