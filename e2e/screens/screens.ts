import type { Page } from '@playwright/test'
import { CENTER_POPUPS, OWN_POPUPS, slotOf, TOP_POPUPS } from '../../apps/web/src/overlays/names.ts'

/** A state of the product to take a picture of. */
export interface Screen {
  readonly name: string
  readonly path: string
  /** Acts of a person before the picture is taken. */
  readonly arrange?: (page: Page) => Promise<void>
  /** Whether to take the whole page rather than the window. */
  readonly isWhole?: boolean
}

const PUBLIC = [
  '/docs',
  '/guides',
  '/faqs',
  '/tips',
  '/about',
  '/contact',
  '/shipping',
  '/refund',
  '/privacy-policy',
  '/terms-of-service',
  '/pricing',
  '/no-such-place',
]

const nameOf = (path: string) => `public-${path.slice(1) || 'landing'}`
const bar = (page: Page) => page.getByRole('combobox').first()

/** Screens without a sign-in. */
export const PUBLIC_SCREENS: readonly Screen[] = [
  {
    name: 'public-landing',
    path: '/',
    isWhole: true,
    arrange: (page) => page.getByRole('list', { name: 'Cards found' }).waitFor(),
  },
  ...['How it works', 'See how'].map(
    (name): Screen => ({
      name: `public-landing-${name.toLowerCase().replaceAll(' ', '-')}`,
      path: '/',
      arrange: async (page) => {
        await page.getByRole('main').getByRole('button', { name }).first().click()
        await page.getByRole('dialog').waitFor()
      },
    }),
  ),
  ...PUBLIC.map((path): Screen => ({ name: nameOf(path), path, isWhole: true })),
]

const typed =
  (text: string) =>
  async (page: Page): Promise<void> => {
    await bar(page).fill(text)
    // The pause after which Enter acts, so that the bar's label is final.
    await page.waitForTimeout(700)
  }

const HOME: readonly Screen[] = [
  { name: 'home-todos', path: '/home' },
  { name: 'home-notes', path: '/home?primary_opt=note' },
  { name: 'home-links', path: '/home?primary_opt=hyperlink' },
  { name: 'home-tags', path: '/home?primary_opt=tag' },
  { name: 'home-workspaces', path: '/home?primary_opt=workspace' },
  { name: 'home-charts', path: '/home?primary_opt=chart' },
  { name: 'home-columns', path: '/home?primary_opt=note&col=cols' },
  { name: 'home-compact', path: '/home?primary_opt=note&view_cards=compact' },
  { name: 'home-search', path: '/home?primary_opt=note', arrange: typed('medical, -exam') },
  { name: 'home-search-empty', path: '/home?primary_opt=note', arrange: typed('recipe, antibiotics') },
  { name: 'home-add', path: '/home', arrange: typed('Call the plumber about the drip') },
  {
    name: 'home-just-added',
    path: '/home',
    arrange: async (page) => {
      // A different text each time: an existing one would be searched for.
      await typed(`Bake a weekend bread, batch ${Date.now() % 1_000}`)(page)
      await page.keyboard.press('Enter')
      await page.waitForTimeout(700)
    },
  },
  {
    name: 'home-selected',
    path: '/home?primary_opt=note',
    arrange: async (page) => {
      for (const key of ['ArrowDown', 'x', 'j', 'x']) await page.keyboard.press(key)
    },
  },
  {
    name: 'home-editing',
    path: '/home?primary_opt=note',
    arrange: async (page) => {
      await page.getByRole('article').first().focus()
      for (const key of ['j', 'e']) await page.keyboard.press(key)
    },
  },
  {
    name: 'home-tagging',
    path: '/home?primary_opt=note',
    arrange: async (page) => {
      await page.getByRole('article').first().focus()
      for (const key of ['j', 't']) await page.keyboard.press(key)
      await page.waitForTimeout(400)
    },
  },
  { name: 'home-keys', path: '/home', arrange: (page) => page.keyboard.press('?') },
  { name: 'home-commands', path: '/home', arrange: (page) => page.keyboard.press('Control+k') },
  {
    name: 'home-card-menu',
    path: '/home?primary_opt=note',
    arrange: (page) => page.getByRole('article').nth(3).click({ button: 'right' }),
  },
  {
    name: 'home-tag-menu',
    path: '/home?primary_opt=note',
    arrange: (page) =>
      page
        .getByRole('article')
        .getByRole('button', { name: /^medical/ })
        .first()
        .click({ button: 'right' }),
  },
]

const OTHER: readonly Screen[] = [
  { name: 'settings', path: '/settings', isWhole: true },
  ...['account', 'appearance', 'data', 'devices', 'security', 'connections'].map((page) => ({
    name: `settings-${page}`,
    path: `/settings#${page}`,
    isWhole: true,
  })),
  { name: 'subscription', path: '/subscription', isWhole: true },
  { name: 'tagger-page', path: '/tagger' },
  { name: 'create-form', path: '/create-form?formType=create&primary_opt=note' },
]

const ABOUT_A_CARD = ['home-editEntity', 'entity-edit-text', 'entity-edit-tags', 'master-editor']
/** Popups that ask a question: no address opens them. */
const ASKED = ['are-you-sure', 'text-asker']

/** Ids that popups refer to. */
export interface Subjects {
  readonly cardId: string
  readonly linkId: string
  readonly tagId: string
  readonly groupId: string
}

/** Screens of a signed-in person, with popups about their data. */
export function signedInScreens({ cardId, linkId, tagId, groupId }: Subjects): readonly Screen[] {
  const paramsByName: Readonly<Record<string, object>> = {
    ...Object.fromEntries(ABOUT_A_CARD.map((name) => [name, { entityId: cardId }])),
    'page-copy': { entityId: linkId },
    'tag-relations': { tagId },
    'group-relations': { groupId },
    'next-to--unmatched-tagging-experience': { words: 'espresso, moka pot, crema' },
  }
  const popups = [...CENTER_POPUPS, ...TOP_POPUPS, ...OWN_POPUPS]
    .filter((name) => !ASKED.includes(name))
    .map((name): Screen => {
      const query = new URLSearchParams({
        primary_opt: name === 'above-link-results' ? 'hyperlink' : 'note',
        [`popups_${slotOf(name)}`]: JSON.stringify([name]),
        ...(paramsByName[name] && { popups_params: JSON.stringify({ [name]: paramsByName[name] }) }),
      })
      return { name: `popup-${name}`, path: `/home?${query}`, arrange: settled }
    })
  const asking: readonly Screen[] = [
    {
      name: 'popup-text-asker',
      path: '/settings#account',
      arrange: (page) => page.getByRole('button', { name: 'New workspace' }).click(),
    },
    {
      name: 'popup-are-you-sure',
      path: '/settings#account',
      arrange: (page) => page.getByRole('button', { name: 'Delete the account' }).click(),
    },
  ]
  const edit: Screen = { name: 'edit-form', path: `/edit-form?formType=edit&entityId=${cardId}` }
  return [...HOME, ...OTHER, edit, ...popups, ...asking]
}

async function settled(page: Page): Promise<void> {
  await page.getByRole('dialog').first().waitFor()
  await page.getByRole('status').filter({ hasText: 'Opening' }).waitFor({ state: 'detached' })
}
