import { button, byId, input, part, show } from './dom.ts'
import { tagsIn } from './saving.ts'
import type { ExtensionStore, PageRule } from './store.ts'
import { ALL_SITES } from './whole-page.ts'

const CHOICES = ['pressed', 'tags', 'all'] as const

/** The setting which pages are kept automatically. */
export class PageRuleField {
  readonly #store: ExtensionStore
  /** The browser is asking the person for permission: the choice on the screen is not stored yet. */
  #isAsking = false

  constructor(store: ExtensionStore) {
    this.#store = store
    for (const keeps of CHOICES) choice(keeps).addEventListener('change', () => void this.#choose(keeps))
    input('rule-tags').addEventListener('change', () => void this.#save('tags'))
    button('allow').addEventListener('click', () => void this.#ask())
    chrome.permissions.onAdded.addListener(() => void this.draw())
    chrome.permissions.onRemoved.addListener(() => void this.draw())
  }

  async draw(): Promise<void> {
    const [{ keeps, tags }, isAllowed] = await Promise.all([
      this.#store.pageRule(),
      chrome.permissions.contains(ALL_SITES),
    ])
    if (!this.#isAsking) choice(keeps).checked = true
    input('rule-tags').hidden = keeps !== 'tags'
    if (document.activeElement !== input('rule-tags')) input('rule-tags').value = tags.join(', ')
    button('allow').hidden = isAllowed
    part('pages-state').textContent = stateText(keeps, isAllowed, tags.length > 0)
  }

  /**
   * A rule needs the permission for all sites: without it the extension can read a tab only after a press on
   * its button.
   */
  async #choose(keeps: PageRule['keeps']): Promise<void> {
    // Must come first: Firefox allows this request only directly in the handler of a press.
    this.#isAsking = true
    const isAllowed = keeps === 'pressed' || (await this.#ask())
    if (isAllowed) await this.#save(keeps)
    this.#isAsking = false
    await this.draw()
    if (isAllowed && keeps === 'tags') input('rule-tags').focus()
  }

  async #ask(): Promise<boolean> {
    const isAllowed = await chrome.permissions.request(ALL_SITES)
    show('rule-problem', isAllowed ? null : 'Without this permission no page can be kept by itself.')
    return isAllowed
  }

  async #save(keeps: PageRule['keeps']): Promise<void> {
    const { names, problem } = tagsIn(input('rule-tags').value)
    show('rule-problem', keeps === 'tags' ? problem : null)
    if (problem !== null && keeps === 'tags') return
    await this.#store.setPageRule({ keeps, tags: problem === null ? names : [] })
    await this.draw()
  }
}

function choice(keeps: PageRule['keeps']): HTMLInputElement {
  const found = byId('page-rule', HTMLFieldSetElement).querySelector(`[value="${keeps}"]`)
  if (!(found instanceof HTMLInputElement)) throw new Error(`The page has no choice ${keeps}.`)
  return found
}

function stateText(keeps: PageRule['keeps'], isAllowed: boolean, hasTags: boolean): string {
  if (keeps === 'tags' && !hasTags) return 'No tag is named yet, so no page is kept by itself.'
  if (isAllowed)
    return 'The browser lets the extension read all sites. It reads a page when you save it, and at no other time.'
  if (keeps === 'pressed')
    return 'The extension reads a page when you press the button. Pictures of sites that let no other site read them are left out, unless it may read all sites.'
  return 'The browser lets the extension no longer read all sites: most pages can’t be kept by themselves.'
}
