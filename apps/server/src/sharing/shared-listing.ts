import { type Failure, listingOf, SHARED_LIMITS, type SharedPart, type SharedQuery } from '@cardinal/contract'
import {
  type Card,
  completeAddress,
  hiddenBy,
  ok,
  ownTexts,
  parseKeywords,
  parseSearch,
  type Result,
  utcCalendar,
} from '@cardinal/domain'
import { titleOf } from '../reminders/calendar.ts'
import type { Services } from '../services.ts'
import type { SharedSearch } from '../store/index.ts'
import { type Asking, openAsking } from '../workspaces/asking.ts'

/** What a shared search shows of a card. */
export interface SharedItem {
  readonly id: string
  readonly title: string
  /** An address with an allowed scheme; null: none. */
  readonly address: string | null
  /** May have several lines. Empty: no text, or texts are not shared. */
  readonly text: string
  readonly tags: readonly string[]
  /** File name of the icon on this server; empty: none. */
  readonly icon: string
  readonly createdAt: number
  readonly updatedAt: number
}

export interface SharedListing {
  readonly title: string
  readonly items: readonly SharedItem[]
}

/** Most UTF-16 units of a shared description, and of a shared text. */
const LONGEST_TEXT = { description: 1_000, text: 2_000 } as const
const LONGEST_TITLE = 200

/** Whether a text has the form of a secret: 43 characters of base64url. */
function isSharedSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

/**
 * The newest cards of a shared search; null: no such secret, or its workspace was deleted. Refused if too many texts must be
 * read.
 */
export async function sharedListing(
  services: Services,
  secret: string,
): Promise<Result<SharedListing | null, Failure>> {
  const shared = isSharedSecret(secret) ? await services.store.sharedSearches.bySecret(secret) : undefined
  if (shared === undefined) return ok(null)
  const opened = await openAsking(services, shared.user_id, shared.workspace_id)
  if (!opened.ok) return ok(null)
  const shows = JSON.parse(shared.shows) as SharedPart[]
  const found = await find(opened.value, shared, shows, services.now())
  if (!found.ok) return found
  const namesOf = shows.includes('tags') ? tagNaming(opened.value) : () => []
  const items = found.value.cards.map((card) => itemOf(card, shows, namesOf(card)))
  return ok({ title: shared.title, items })
}

function find(
  { askTexts, workspace }: Asking,
  shared: SharedSearch,
  shows: readonly SharedPart[],
  now: number,
) {
  const query = JSON.parse(shared.query) as SharedQuery
  const listing = listingOf({
    ...query,
    workspace_id: null,
    params: { page: 0, limit: SHARED_LIMITS.cards },
    statOption_1: 'recently',
    statOption_2: 'added',
  })
  return askTexts('matchCards', {
    ...listing,
    // Kinds that are not shared are not searched.
    type: shows.includes('texts') ? listing.type : 'link',
    search: parseSearch(query.search, utcCalendar(now)),
    second: parseKeywords(query.second_search),
    onlyTags: query.only_tags,
    // Cards hidden from All were not in the list when it was shared, so they are not shared.
    ...(listing.type === null && { hidden: hiddenBy(workspace.rules) }),
    parts: 'page',
  })
}

/** Names of a card's tags, without those of hidden groups. */
function tagNaming({ ask }: Asking): (card: Card) => string[] {
  const hidden = new Set(ask('allGroups', {}).flatMap(({ isHidden, tagIds }) => (isHidden ? tagIds : [])))
  return ({ tagIds }) =>
    ask('tagsById', { ids: tagIds.filter((id) => !hidden.has(id)) })
      .flatMap((tag) => tag?.name ?? [])
      .toSorted()
}

function itemOf(card: Card, shows: readonly SharedPart[], tags: readonly string[]): SharedItem {
  const { id, createdAt, updatedAt } = card
  const about = card.type === 'link' ? linkTexts(card, shows) : ownText(card)
  return { id, tags, createdAt, updatedAt, ...about }
}

type Texts = Pick<SharedItem, 'title' | 'address' | 'text' | 'icon'>

function linkTexts(card: Card, shows: readonly SharedPart[]): Texts {
  const { page } = card
  const own = ownTexts(card)
  const address = card.address === null ? null : completeAddress(card.address)
  const title = own.title || page?.title || own.url.replace(/^https?:\/\/(?:www\.)?/i, '')
  const description = own.description || page?.description || ''
  return {
    title: cut(title, LONGEST_TITLE),
    address: address !== null && URL.canParse(address) ? new URL(address).href : null,
    text: shows.includes('descriptions') ? cut(description, LONGEST_TEXT.description) : '',
    icon: page?.icon ?? '',
  }
}

/** The first line of a note or todo as the title, and the rest of it. Subnotes are left out. */
function ownText({ content }: Card): Texts {
  const beginning = content.slice(0, 2 * LONGEST_TEXT.text).trimStart()
  const end = beginning.indexOf('\n')
  const rest = end < 0 ? '' : beginning.slice(end + 1)
  return { title: titleOf(content), address: null, text: cut(rest.trim(), LONGEST_TEXT.text), icon: '' }
}

function cut(text: string, length: number): string {
  if (text.length <= length) return text
  return `${text.slice(0, length).replace(/[\ud800-\udbff]$/, '')}…`
}
