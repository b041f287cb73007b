import { showOnIcon, showOnIcons, showOutcome } from './badge.ts'
import { isConnectingTo, takeToken } from './connecting.ts'
import { type PageToKeep, queuePage } from './kept-by-rule.ts'
import { MENU_ITEMS, saveFromMenu } from './menu.ts'
import type { Message } from './messages.ts'
import { addressFor, suggestionsFor } from './omnibox.ts'
import { isWanted, sendPages, waitingPages } from './page-queue.ts'
import { flush, waiting } from './queue.ts'
import { type ExtensionStore, openExtensionStore } from './store.ts'

/** Minutes between pulls, and between retries while entries wait. */
const SYNC_MINUTES = 5
const RETRY_MINUTES = 1
/** ms without typing in the address bar before a search. */
const TYPING_PAUSE_MS = 120

let opened: Promise<ExtensionStore> | null = null
const open = () => {
  opened ??= openExtensionStore()
  return opened
}

let running: Promise<void> | null = null
let isWorkWanted = false

/** Sends waiting entries, one run at a time. A request during a run starts another one right after it. */
function work(): Promise<void> {
  isWorkWanted = true
  running ??= (async () => {
    const store = await open()
    while (isWorkWanted) {
      isWorkWanted = false
      const outcome = await flush(store)
      await showOnIcons(store)
      const areSent = outcome === 'done' && (await sendPages(store))
      const isLeft = outcome === 'away' && (await waiting(store)).length > 0
      if (isLeft || (!areSent && (await waitingPages(store)).length > 0))
        await chrome.alarms.create('again', { delayInMinutes: RETRY_MINUTES })
    }
  })().finally(() => {
    running = null
  })
  return running
}

/**
 * Keeps one page after the other, because each may have many pictures. The icon says what is missing in a
 * page.
 */
async function keepPages(pages: readonly PageToKeep[]): Promise<void> {
  const store = await open()
  for (const page of pages) {
    const text = await queuePage(store, page)
    void work()
    const tab = await chrome.tabs.get(page.tabId).catch(() => null)
    if (text !== null && tab !== null) await showOutcome(store, tab, { isKept: false, text })
  }
}

async function answer(message: Message, page: string | undefined): Promise<boolean> {
  const store = await open()
  if (message.kind === 'is-connecting') return isConnectingTo(store, page)
  if (message.kind === 'send') {
    await work()
    return (await waiting(store)).length === 0
  }
  if (message.kind === 'keep-pages') void keepPages(message.pages)
  const isKept = message.kind !== 'token' || (await takeToken(store, page, message.token))
  if (isKept) void work()
  return isKept
}

chrome.runtime.onMessage.addListener((message: Message, sender, reply) => {
  void answer(message, sender.url).then(reply)
  // Keeps the channel open for the asynchronous reply.
  return true
})

chrome.runtime.onInstalled.addListener(({ reason }) => {
  // Browsers keep the items across restarts, and an update may bring others.
  chrome.contextMenus.removeAll(() => {
    for (const [id, title] of Object.entries(MENU_ITEMS))
      chrome.contextMenus.create({ id, title, contexts: [id as keyof typeof MENU_ITEMS] })
  })
  if (reason === 'install') void chrome.runtime.openOptionsPage()
})
void chrome.alarms.create('sync', { periodInMinutes: SYNC_MINUTES })
chrome.alarms.onAlarm.addListener(() => void work())
chrome.runtime.onStartup.addListener(() => void work())
globalThis.addEventListener('online', () => void work())

chrome.tabs.onUpdated.addListener((_id, change, tab) => {
  if (change.url !== undefined || change.status !== undefined)
    void open().then((store) => showOnIcon(store, tab))
})
chrome.tabs.onActivated.addListener(({ tabId }) => {
  void Promise.all([open(), chrome.tabs.get(tabId)])
    .then(([store, tab]) => showOnIcon(store, tab))
    .catch(() => undefined) // The tab was closed.
})

chrome.contextMenus.onClicked.addListener(async (info, tab) => {
  const store = await open()
  if ((await store.connection()) === null) return void chrome.runtime.openOptionsPage()
  const outcome = await saveFromMenu(store, info, tab)
  if (outcome.isKept) void work()
  const { act } = outcome
  if (act !== null && tab?.id !== undefined && isWanted(await store.pageRule(), act))
    void keepPages([{ tabId: tab.id, address: tab.url ?? '', title: tab.title ?? '' }])
  if (tab !== undefined) await showOutcome(store, tab, outcome)
})

let typed = ''
chrome.omnibox.onInputStarted.addListener(async () => {
  const connection = await (await open()).connection()
  const description =
    connection === null ? 'Connect the extension with your Cardinal first' : 'Search Cardinal'
  chrome.omnibox.setDefaultSuggestion({ description })
})
chrome.omnibox.onInputChanged.addListener(async (text, suggest) => {
  typed = text
  await new Promise((resolve) => setTimeout(resolve, TYPING_PAUSE_MS))
  if (typed !== text) return
  const suggestions = await suggestionsFor(await open(), text).catch(() => null)
  if (suggestions === null)
    chrome.omnibox.setDefaultSuggestion({
      description: 'Cardinal can’t be reached. Enter searches on this device',
    })
  else if (typed === text) suggest(suggestions)
})
chrome.omnibox.onInputEntered.addListener(async (text, disposition) => {
  const url = await addressFor(await open(), text)
  if (url === null) await chrome.runtime.openOptionsPage()
  else if (disposition === 'currentTab') await chrome.tabs.update({ url })
  else await chrome.tabs.create({ url, active: disposition === 'newForegroundTab' })
})
