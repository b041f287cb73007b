import { originPattern } from './server-address.ts'
import type { ExtensionStore } from './store.ts'

const SCRIPT = 'connect'
/** The page of the product on which a person allows the connection. */
const PAGE = '/extension'
/** The longest token that is taken; the server's are much shorter. */
const LONGEST_TOKEN = 500

/** Opens the page on which the person presses Allow, with the script that hands the token over. */
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

/** Resolves with whether a page is one of the server that the person is connecting. */
export async function isConnectingTo(store: ExtensionStore, page: string | undefined): Promise<boolean> {
  const server = await store.connecting()
  return server !== null && page?.startsWith(`${server}/`) === true
}

/** Keeps a token that such a page gave; false where it did not fit. */
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
