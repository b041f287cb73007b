import { canBeSaved, savedOf } from './saving.ts'
import type { ExtensionStore } from './store.ts'

/** A literal, because style sheets do not apply to the icon. */
const RED = '#c41e3a'
const OUTCOME_SHOWN_MS = 4_000

/** Shows on the icon whether a tab is saved. */
export async function showOnIcon(store: ExtensionStore, tab: chrome.tabs.Tab): Promise<void> {
  const { id: tabId, url } = tab
  if (tabId === undefined) return
  const isSaved = canBeSaved(url) && (await savedOf(store, url)) !== null
  const title = isSaved ? 'Saved already' : 'Save this tab'
  // The tab may be closed by now: ignore the errors.
  await Promise.all([
    chrome.action.setBadgeText({ tabId, text: isSaved ? '✓' : '' }),
    chrome.action.setTitle({ tabId, title }),
    isSaved ? chrome.action.setBadgeBackgroundColor({ tabId, color: RED }) : null,
    isSaved ? chrome.action.setBadgeTextColor({ tabId, color: '#ffffff' }) : null,
  ]).catch(() => undefined)
}

/** Shows the result of saving from a menu on the icon, for some seconds. */
export async function showOutcome(
  store: ExtensionStore,
  tab: chrome.tabs.Tab,
  { isKept, text }: { readonly isKept: boolean; readonly text: string },
): Promise<void> {
  const { id: tabId } = tab
  if (tabId === undefined) return
  await Promise.all([
    chrome.action.setBadgeText({ tabId, text: isKept ? '+' : '!' }),
    chrome.action.setTitle({ tabId, title: text }),
    chrome.action.setBadgeBackgroundColor({ tabId, color: RED }),
    chrome.action.setBadgeTextColor({ tabId, color: '#ffffff' }),
  ]).catch(() => undefined)
  await new Promise((resolve) => setTimeout(resolve, OUTCOME_SHOWN_MS))
  const now = await chrome.tabs.get(tabId).catch(() => null) // The tab may be closed by now.
  if (now !== null) await showOnIcon(store, now)
}

/** Calls `showOnIcon` for the visible tab of each window. */
export async function showOnIcons(store: ExtensionStore): Promise<void> {
  const tabs = await chrome.tabs.query({ active: true })
  await Promise.all(tabs.map((tab) => showOnIcon(store, tab)))
}
