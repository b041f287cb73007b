import { canBeSaved, savedOf } from './saving.ts'
import type { ExtensionStore } from './store.ts'

/** A literal: style sheets do not apply to the icon. */
const RED = '#c41e3a'

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

/** For the visible tab of every window. */
export async function showOnIcons(store: ExtensionStore): Promise<void> {
  const tabs = await chrome.tabs.query({ active: true })
  await Promise.all(tabs.map((tab) => showOnIcon(store, tab)))
}
