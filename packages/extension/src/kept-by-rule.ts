import { newId } from './queue.ts'
import { savedOf } from './saving.ts'
import type { ExtensionStore } from './store.ts'
import { collectPage, KeepProblem, missingText } from './whole-page.ts'

/** A tab whose link was saved. */
export interface PageToKeep {
  readonly tabId: number
  readonly address: string
  readonly title: string
}

/**
 * Collects the page of a tab, and queues it for sending. A page that could not be collected is queued with the reason, so that
 * the person learns of it.
 *
 * @returns a sentence for the person about parts that are missing, or why no page was kept. Null: there is nothing to say
 */
export async function queuePage(
  store: ExtensionStore,
  { tabId, address, title }: PageToKeep,
): Promise<string | null> {
  const page = { key: newId(), address, title, keptAt: Date.now() }
  try {
    const tab = await chrome.tabs.get(tabId).catch(() => null)
    if (tab?.url !== address) throw new KeepProblem('The tab was closed, or shows another page now.')
    const { html, unread } = await collectPage(tabId, new AbortController().signal, () => undefined)
    // The person undid the saving of the link meanwhile.
    if ((await savedOf(store, address)) === null) return null
    await store.putPage({ ...page, html, problem: '' })
    return missingText(unread) || null
  } catch (error) {
    const problem = error instanceof KeepProblem ? error.message : String(error)
    await store.putPage({ ...page, html: null, problem })
    return `The page was not kept: ${problem}`
  }
}
