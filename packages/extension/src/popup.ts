import { button, input, part, show } from './dom.ts'
import { Keeping, type Kept } from './keeping.ts'
import type { PageToKeep } from './kept-by-rule.ts'
import { tell } from './messages.ts'
import { isWanted } from './page-queue.ts'
import { enqueue, takeBack, waiting } from './queue.ts'
import { addingOf, canBeSaved, LONGEST_SELECTION, type Saved, savedOf, type TabToSave } from './saving.ts'
import { Server, ServerAway, TokenRefused } from './server.ts'
import { type Act, type Connection, openExtensionStore } from './store.ts'
import { TagField } from './tag-field.ts'
import { TitleField } from './title-field.ts'

/** ms that the popup stays open after a tab was saved, unless the person uses it. */
const CLOSE_AFTER_MS = 2_500
/** ms to wait for the page's selection: a busy page must not delay the form. */
const SELECTION_TIMEOUT_MS = 300
/** Tabs saved at once. */
const MOST_TABS = 500

const tagField = new TagField()
let titleField: TitleField | null = null
// The form is drawn before its data has loaded. An early Enter or press is carried out after that.
let submit: (() => void) | null = null
let isSubmitted = false
let press: (() => void) | null = null
let isPressed = false
let isFinished = false
let keeping: Keeping | null = null
part('form').addEventListener('submit', (event) => {
  event.preventDefault()
  isSubmitted = true
  submit?.()
})
button('keep').addEventListener('click', () => {
  isPressed = true
  press?.()
})
input('tags').focus()
const store = await openExtensionStore()
const [connection, tab] = await Promise.all([store.connection(), tabInFront()])
button('options').addEventListener('click', () => void chrome.runtime.openOptionsPage())
button('connect').addEventListener('click', () => void chrome.runtime.openOptionsPage())
if (connection === null) {
  part('title').textContent = 'Cardinal'
  part('form').hidden = true
  part('unconnected').hidden = false
  button('connect').focus()
} else await showTab(connection, tab)

/** The tab below the popup. A popup that is opened as a tab gets its id in the address. */
async function tabInFront(): Promise<chrome.tabs.Tab | undefined> {
  const named = new URLSearchParams(location.search).get('tab')
  if (named !== null) return chrome.tabs.get(Number(named))
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true })
  return tab
}

async function showTab(to: Connection, { id, title = '', url }: chrome.tabs.Tab = {} as chrome.tabs.Tab) {
  await Promise.all([showQueue(to), offerAllTabs(to)])
  tagField.offer({ known: (await store.tags()).map(({ name }) => name) })
  if (!canBeSaved(url)) {
    part('form').hidden = true
    part('unsavable').hidden = false
    part('unsavable').after(button('all'))
    part('title').textContent = 'Cardinal'
    return
  }
  const saved = await savedOf(store, url)
  const read: TabToSave = { title, address: url, selection: '' }
  titleField = new TitleField(title)
  fill(read, saved)
  tagField.listenForKeys()
  button('remove').addEventListener('click', () => void remove(saved))
  if (saved === null && id !== undefined) await fillSelection(id)
  button('keep').hidden = id === undefined
  if (id !== undefined) press = () => void keep(to, id, read, saved)
  submit = () => void save(read, saved, id)
  if (isPressed) press?.()
  else if (isSubmitted) submit()
  else await suggest(to, read, saved)
}

function fill({ title, address }: TabToSave, saved: Saved | null): void {
  part('address').textContent = address
  if (saved === null) return
  part('title').textContent = 'Saved already'
  part('name-field').hidden = true
  show('saved-name', title)
  const day = new Date(saved.createdAt).toLocaleDateString(undefined, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })
  show(
    'saved-tags',
    `Since ${day}. ${saved.tags.length === 0 ? 'No tags.' : `Tags: ${saved.tags.join(', ')}.`}`,
  )
  button('save').textContent = 'Add tags'
  button('remove').hidden = false
  tagField.offer({ taken: saved.tags })
}

/** Browsers don't allow extensions to read their own pages and their shop. */
async function fillSelection(tabId: number): Promise<void> {
  const read = () => getSelection()?.toString() ?? ''
  const asked = chrome.scripting.executeScript({ target: { tabId }, func: read, injectImmediately: true })
  const late = new Promise<[]>((resolve) => setTimeout(() => resolve([]), SELECTION_TIMEOUT_MS))
  const [frame] = await Promise.race([asked.catch(() => []), late])
  const text = (frame?.result ?? '').trim().slice(0, LONGEST_SELECTION)
  const field = part('selection') as HTMLTextAreaElement
  field.value = text
  part('selection-field').hidden = text === ''
}

async function suggest(to: Connection, { title, address }: TabToSave, saved: Saved | null): Promise<void> {
  if (to.isRefused) return
  try {
    const { data } = await new Server(to).ask<{ data: readonly { tag_name: string }[] }>(
      '/tag/get-suggested-tags',
      {
        purpose: 'label',
        userIsTyping_inSearchbar: `${title}\n${address}`,
        type: 'hyperlink',
        entity_id: saved?.cardId ?? null,
      },
    )
    tagField.offer({ suggested: data.map(({ tag_name }) => tag_name) })
  } catch (error) {
    if (error instanceof TokenRefused) await store.noteRefusal(to.token)
    const isAway = error instanceof ServerAway
    part('state').textContent = isAway
      ? 'Cardinal can’t be reached. What you save waits on this device.'
      : 'The token is of no use any more. Connect again in the settings.'
  }
}

async function save(read: TabToSave, saved: Saved | null, tabId: number | undefined): Promise<void> {
  const tags = tagField.names()
  if (tags === null || (saved !== null && tags.length === 0)) return input('tags').focus()
  const act = actOf(read, saved, tags)
  const { address, title } = read
  const pages = await pagesByRule([{ act, page: { tabId, address, title } }])
  const text = saved === null ? 'Saved.' : 'Tags added.'
  await finish([act], `${text}${pages.length > 0 ? ' Its page is being kept.' : ''}`, {
    undoes: saved === null ? new Set([act.cardId]) : null,
    pages,
  })
}

/** Pages that the person's rule keeps. */
async function pagesByRule(
  saved: readonly {
    readonly act: Act
    readonly page: Omit<PageToKeep, 'tabId'> & { tabId?: number | undefined }
  }[],
): Promise<readonly PageToKeep[]> {
  const rule = await store.pageRule()
  return saved.flatMap(({ act, page: { tabId, ...page } }) =>
    tabId !== undefined && isWanted(rule, act) ? [{ ...page, tabId }] : [],
  )
}

/** The act for what is typed in the form. */
function actOf({ title, address }: TabToSave, saved: Saved | null, tags: readonly string[]): Act {
  if (saved !== null) return { kind: 'tag', cardId: saved.cardId, tags }
  const selection = (part('selection') as HTMLTextAreaElement).value
  const typed = titleField?.read() ?? { title, tags: [] }
  return addingOf({ title: typed.title, address, selection }, [...new Set([...tags, ...typed.tags])])
}

/** Keeps the page, and saves its link with the title and tags in the form. */
async function keep(to: Connection, tabId: number, read: TabToSave, saved: Saved | null): Promise<void> {
  const tags = tagField.names()
  if (tags === null) return input('tags').focus()
  const act = actOf(read, saved, tags)
  keeping ??= new Keeping(store, to)
  const kept = await keeping.keep({
    tabId,
    title: input('name').value,
    address: read.address,
    cardId: act.cardId,
    acts: saved !== null && tags.length === 0 ? [] : [act],
  })
  if (kept !== null) showKept(kept, saved === null ? new Set([act.cardId]) : null)
}

/** @param made the card that was made for the page */
function showKept({ text, problem, undo: takeOff, again }: Kept, made: ReadonlySet<string> | null): void {
  isFinished = true
  showDone(text)
  show('done-problem', problem)
  button('again').hidden = again === null
  button('again').onclick = async () => {
    part('done').hidden = true
    const next = await again?.()
    if (next != null) showKept(next, made)
  }
  button('undo').hidden = made === null && takeOff === null
  button('undo').onclick = async () => {
    if (made !== null) return undo(made)
    button('undo').hidden = true
    const isDone = await takeOff?.().then(
      () => true,
      () => false,
    )
    part('done-text').textContent =
      isDone === true ? 'Taken back.' : 'The page is still kept: Cardinal can’t be reached.'
  }
}

async function remove(saved: Saved | null): Promise<void> {
  if (saved === null) return
  await takeBack(store, new Set([saved.cardId]))
  await finish([], 'Removed. For 30 days it can be restored in Cardinal.', { undoes: null, pages: [] })
}

/** Queues the acts, starts sending, and shows the result. */
async function finish(
  acts: readonly Act[],
  text: string,
  { undoes, pages }: { readonly undoes: ReadonlySet<string> | null; readonly pages: readonly PageToKeep[] },
): Promise<void> {
  // Enter may be pressed again before the form is hidden.
  if (isFinished) return
  isFinished = true
  await enqueue(store, acts)
  void tell({ kind: 'changed' })
  if (pages.length > 0) void tell({ kind: 'keep-pages', pages })
  showDone(text)
  button('undo').hidden = undoes === null
  if (undoes !== null) button('undo').addEventListener('click', () => void undo(undoes), { once: true })
  const leaving = setTimeout(() => window.close(), CLOSE_AFTER_MS)
  for (const sign of ['pointermove', 'keydown']) addEventListener(sign, () => clearTimeout(leaving))
}

function showDone(text: string): void {
  part('form').hidden = true
  part('unsavable').hidden = true
  button('all').hidden = true
  part('title').textContent = 'Cardinal'
  part('done').hidden = false
  part('done-text').textContent = text
  // Don't focus Undo: a second Enter would press it.
  part('done-text').focus()
}

async function undo(cardIds: ReadonlySet<string>): Promise<void> {
  await takeBack(store, cardIds)
  void tell({ kind: 'changed' })
  part('done-text').textContent = 'Taken back.'
  button('undo').hidden = true
}

async function offerAllTabs({ server }: Connection): Promise<void> {
  const tabs = await chrome.tabs.query({ currentWindow: true })
  const open = tabs.filter(({ url }) => canBeSaved(url) && !url.startsWith(`${server}/`))
  if (open.length < 2) return
  const all = button('all')
  all.hidden = false
  all.textContent = `All ${open.length} tabs`
  all.addEventListener('click', () => void saveAll(open))
}

/** Saves the unsaved tabs of this window, with the typed tags. */
async function saveAll(tabs: readonly chrome.tabs.Tab[]): Promise<void> {
  const tags = tagField.names()
  if (tags === null) return input('tags').focus()
  const acts = new Map<string, { readonly act: Act; readonly page: PageToKeep }>()
  for (const { title = '', url, id = -1 } of tabs.slice(0, MOST_TABS)) {
    if (!canBeSaved(url) || (await savedOf(store, url)) !== null) continue
    const act = addingOf({ title, address: url, selection: '' }, tags)
    if (act.kind === 'add') acts.set(act.addressKey, { act, page: { tabId: id, address: url, title } })
  }
  const added = [...acts.values()]
  const rest = tabs.length - added.length
  const pages = await pagesByRule(added)
  const text = `${added.length} ${added.length === 1 ? 'tab' : 'tabs'} saved${rest > 0 ? `, ${rest} saved already` : ''}.`
  await finish(
    added.map(({ act }) => act),
    `${text}${pages.length > 0 ? ' Their pages are being kept.' : ''}`,
    { undoes: added.length === 0 ? null : new Set(added.map(({ act }) => act.cardId)), pages },
  )
}

async function showQueue(to: Connection): Promise<void> {
  const [entries, open] = await Promise.all([store.entries(), waiting(store)])
  const refused = entries.filter(({ state }) => state === 'refused').length
  const texts = [
    to.isRefused ? 'The token is of no use any more. Connect again in the settings.' : '',
    open.length > 0 ? `${open.length} waiting to be sent.` : '',
    refused > 0 ? `${refused} refused by the server: see the settings.` : '',
  ]
  part('state').textContent = texts.filter((text) => text !== '').join(' ')
}
