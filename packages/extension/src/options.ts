import { startConnecting } from './connecting.ts'
import { button, byId, input, part, show } from './dom.ts'
import { tell } from './messages.ts'
import { PageRuleField } from './page-rule-field.ts'
import { originPattern, serverAddress } from './server-address.ts'
import { type Act, type Entry, openExtensionStore, type WaitingPage } from './store.ts'

/** ms between reads of the store, to show what the background script has done. */
const POLL_EVERY_MS = 1_000

const opening = openExtensionStore()
// Listen before the store is open: an unhandled press submits the form, which loads the page again.
part('form').addEventListener('submit', (event) => {
  event.preventDefault()
  void connect()
})
const store = await opening

button('disconnect').addEventListener('click', () => void disconnect())
button('again').addEventListener('click', () => void tell({ kind: 'changed' }))
const pageRule = new PageRuleField(store)
let drawn = ''
setInterval(() => void draw(), POLL_EVERY_MS)
await Promise.all([draw(), pageRule.draw()])

async function connect(): Promise<void> {
  const server = serverAddress(input('server').value)
  if (server === null) return problem('This is no address of a site.')
  // Must come first: Firefox allows this request only directly in the handler of a press.
  const isAllowed = await chrome.permissions.request({ origins: [originPattern(server)] })
  if (!isAllowed) return problem('Without this permission the extension can’t reach your Cardinal.')
  await opening
  const connection = await store.connection()
  if (connection !== null && connection.server !== server && (await openEntries()).length > 0)
    return problem(`Changes wait for ${connection.server}. Disconnect from it first.`)
  problem(null)
  await startConnecting(store, server)
}

function problem(text: string | null): void {
  show('problem', text)
  input('server').setAttribute('aria-invalid', String(text !== null))
}

/** Deletes everything, queued entries included: asks for a second press. */
async function disconnect(): Promise<void> {
  const connection = await store.connection()
  const waiting = (await openEntries()).length + (await store.pages()).length
  const isSure = button('disconnect').dataset.asked !== undefined || waiting === 0
  button('disconnect').dataset.asked = ''
  if (!isSure) return problem(`${waiting} changes were not sent. Press Disconnect again to drop them.`)
  await store.disconnect()
  if (connection !== null)
    await chrome.permissions.remove({ origins: [originPattern(connection.server)] }).catch(() => false)
  problem(null)
  await Promise.all([draw(), pageRule.draw()])
  input('server').focus()
}

/** The waiting entries, and those the person has to decide about. */
async function openEntries(): Promise<Entry[]> {
  return (await store.entries()).filter(({ state }) => state !== 'done')
}

async function draw(): Promise<void> {
  const [connection, links, entries, pages] = await Promise.all([
    store.connection(),
    store.countLinks(),
    openEntries(),
    store.pages(),
  ])
  // Redraw only on a change, so that screen readers announce it once and the focus stays.
  const now = JSON.stringify([connection, links, entries, pages])
  if (now === drawn) return
  drawn = now
  part('connection').textContent =
    connection === null
      ? 'Not connected.'
      : connection.isRefused
        ? `${connection.server} refuses the token: it was revoked, or has expired. Connect again.`
        : `Connected with ${connection.server}. ${links.toLocaleString()} ${links === 1 ? 'link is' : 'links are'} known on this device.`
  if (connection !== null && input('server').value === '') input('server').value = connection.server
  button('connect').textContent = connection === null ? 'Connect' : 'Connect again'
  button('disconnect').hidden = connection === null
  part('queue-text').textContent = entries.length + pages.length === 0 ? 'Everything is sent.' : ''
  button('again').hidden =
    !entries.some(({ state }) => state !== 'refused') && !pages.some(({ problem }) => problem === '')
  byId('queue', HTMLUListElement).replaceChildren(...entries.map(lineOf), ...pages.map(lineOfPage))
}

function lineOf(entry: Entry): HTMLLIElement {
  const text = textOf(entry.act)
  if (entry.state !== 'refused') return line(text, '', [])
  return line(text, entry.problem, [
    act('Try again', text, () =>
      store.settle(new Map([[entry.key, { ...entry, state: 'sent', problem: '' }]])),
    ),
    act('Drop', text, () => store.settle(new Map([[entry.key, null]]))),
  ])
}

function lineOfPage(page: WaitingPage): HTMLLIElement {
  const text = `The page “${page.title}”`
  if (page.problem === '') return line(text, '', [])
  return line(text, page.problem, [
    ...(page.html === null ? [] : [act('Try again', text, () => store.putPage({ ...page, problem: '' }))]),
    act('Drop', text, () => store.removePage(page.key)),
  ])
}

function line(text: string, problem: string, buttons: readonly HTMLButtonElement[]): HTMLLIElement {
  const made = document.createElement('li')
  made.append(text)
  if (problem === '') return made
  const reason = document.createElement('span')
  reason.className = 'problem'
  reason.textContent = problem
  const acts = document.createElement('div')
  acts.className = 'acts'
  acts.append(...buttons)
  made.append(reason, acts)
  return made
}

function act(label: string, about: string, run: () => Promise<unknown>): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.textContent = label
  made.setAttribute('aria-label', `${label}: ${about}`)
  made.addEventListener(
    'click',
    () =>
      void run()
        .then(() => tell({ kind: 'changed' }))
        .then(draw),
  )
  return made
}

function textOf(act: Act): string {
  if (act.kind === 'quote') return act.text.slice(0, 200)
  if (act.kind === 'add') return act.content.split('\n')[0] ?? ''
  return act.kind === 'tag' ? `Tags for a saved link: ${act.tags.join(', ')}` : 'Removing a link'
}
