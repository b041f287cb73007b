// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LOGOUT_EVENT } from '../../session/index.ts'

const ADA = { userId: 'ada', workspaceId: 'w1' }
const GRACE = { userId: 'grace', workspaceId: 'w1' }
const draft = (label: string) => ({ label, data: { text: label } })

/** The store of a newly opened page, in this tab or in another one of the browser. */
async function opened(isOtherTab = false) {
  if (isOtherTab) sessionStorage.clear()
  await written()
  vi.resetModules()
  const page = await import('./draft-store.ts')
  await page.draftsRead
  return page
}

/** Resolves when no write is pending. */
const written = () => new Promise((resolve) => setTimeout(resolve, 50))

beforeEach(async () => {
  window.localStorage.clear()
  sessionStorage.clear()
  const page = await opened()
  for (const userId of ['ada', 'grace']) await page.forgetDrafts(userId)
})

afterEach(() => vi.doUnmock('../../session/index.ts'))

it('[CD-3] a draft is kept over a reload, with the time of its last change', async () => {
  const page = await opened()
  page.writeDraft(ADA, 'card:c', draft('half a thou'), 1)
  page.writeDraft(ADA, 'card:c', draft('half a thought'), 7)
  const later = await opened()
  const found = later.findDraft(ADA, 'card:c')
  expect(found).toMatchObject({ label: 'half a thought', at: 7, data: { text: 'half a thought' } })
  expect(found && later.isOfThisTab(found)).toBe(true)
})

it('[CD-3] a page that is closed before its last draft is on disk leaves it for the next page, and its removed drafts stay removed', async () => {
  const before = await opened()
  before.writeDraft(ADA, 'card:saved', draft('saved since'), 1)
  await written()
  vi.doMock('../../replica/drafts/draft-database.ts', async (actual) => {
    const { DraftDatabase } = await actual<typeof import('../../replica/drafts/draft-database.ts')>()
    return {
      DraftDatabase: class extends DraftDatabase {
        override write = () => new Promise<void>(() => {}) // The page is closed before the disk answers.
      },
    }
  })
  const page = await opened()
  vi.doUnmock('../../replica/drafts/draft-database.ts')
  page.writeDraft(ADA, 'card:c', draft('the last words'), 2)
  page.writeDraft(ADA, 'card:saved', null, 3)
  window.dispatchEvent(new Event('pagehide'))
  for (let reload = 0; reload < 2; reload++) {
    const later = await opened()
    expect(later.findDraft(ADA, 'card:c')?.label).toBe('the last words')
    expect(later.findDraft(ADA, 'card:saved')).toBeNull()
    expect(window.localStorage.length).toBe(0)
  }
})

it('[CD-3] a draft is kept when the server ends the session, and shown to nobody else', async () => {
  const page = await opened()
  page.writeDraft(ADA, 'card:c', draft('mine'), 1)
  window.dispatchEvent(new Event(LOGOUT_EVENT))
  const later = await opened()
  expect(later.findDraft(GRACE, 'card:c')).toBeNull()
  expect(later.findDraft({ ...ADA, workspaceId: 'w2' }, 'card:c'), 'in another workspace').toBeNull()
  const found = later.findDraft(ADA, 'card:c')
  expect(found?.label).toBe('mine')
  expect(found && later.isOfThisTab(found), 'it is still this tab’s').toBe(true)
})

it('[ID-5] signing out removes all drafts of that person, and of nobody else', async () => {
  const page = await opened()
  page.writeDraft(ADA, 'card:c', draft('mine'), 1)
  page.writeDraft({ ...ADA, workspaceId: 'w2' }, 'new-card:quick', draft('mine too'), 1)
  page.writeDraft(GRACE, 'card:c', draft('hers'), 1)
  expect(await page.countDrafts('ada')).toBe(2)
  await page.forgetDrafts('ada')
  const later = await opened()
  expect([later.findDraft(ADA, 'card:c'), later.findDraft(GRACE, 'card:c')?.label]).toEqual([null, 'hers'])
})

it('[OF-5] two tabs that edit one card each keep a draft', async () => {
  const one = await opened()
  one.writeDraft(ADA, 'card:c', draft('of one tab'), 1)
  const other = await opened(true)
  const found = other.findDraft(ADA, 'card:c')
  expect(found?.label).toBe('of one tab')
  expect(found && other.isOfThisTab(found), 'it is told apart').toBe(false)
  other.writeDraft(ADA, 'card:c', draft('of the other'), 2)
  other.writeDraft(ADA, 'card:c', null, 3)
  expect(other.findDraft(ADA, 'card:c')?.label, 'saving in one tab leaves the other’s').toBe('of one tab')
})

it('values in the storage that are no drafts do no harm', async () => {
  for (const kept of ['{', '7', 'null', '{"userId":"ada","key":"card:c"}']) {
    window.localStorage.setItem('draft:ada w1 t card:c', kept)
    const page = await opened()
    expect(page.findDraft(ADA, 'card:c')).toBeNull()
  }
})

it('[CD-3] drafts in local storage of an old release move to the database, and replace no newer ones', async () => {
  const page = await opened()
  page.writeDraft(ADA, 'card:newer', draft('new'), 9)
  const tab = page.findDraft(ADA, 'card:newer')?.tabId ?? ''
  const older = (key: string) => ({ ...ADA, key, tabId: tab, at: 5, ...draft('of before') })
  for (const key of ['card:newer', 'card:d'])
    window.localStorage.setItem(`draft:ada w1 ${tab} ${key}`, JSON.stringify(older(key)))
  const later = await opened()
  await written()
  expect(later.findDraft(ADA, 'card:d')).toMatchObject({ at: 5, label: 'of before' })
  expect(later.findDraft(ADA, 'card:newer')?.label).toBe('new')
  expect(window.localStorage.length).toBe(0)
  expect((await opened()).findDraft(ADA, 'card:d')?.label).toBe('of before')
})

it('[CD-3] a draft written in one tab is in the other tabs at once', async () => {
  const one = await opened()
  const other = await opened(true)
  one.writeDraft(ADA, 'card:c', draft('here'), 1)
  await vi.waitFor(() => expect(other.findDraft(ADA, 'card:c')?.label).toBe('here'))
})

it('[ID-5] a shared computer keeps no draft', async () => {
  vi.doMock('../../session/index.ts', async (actual) => ({
    ...(await actual<typeof import('../../session/index.ts')>()),
    isSharedComputer: true,
  }))
  const page = await opened()
  page.writeDraft(ADA, 'card:c', draft('mine'), 1)
  expect(page.findDraft(ADA, 'card:c')?.label).toBe('mine')
  vi.doUnmock('../../session/index.ts')
  expect((await opened()).findDraft(ADA, 'card:c')).toBeNull()
})
