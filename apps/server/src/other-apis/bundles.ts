import { createHash } from 'node:crypto'
import { searchesIn } from '@cardinal/domain'
import { ApiRefusal, type Caller, notFound, refuseLongSearch } from './caller.ts'
import type { SentBundle } from './linkding-schemas.ts'
import { searchFromLinkding } from './search-text.ts'

/** A saved search in linkding's format of a bundle. */
export interface Bundle {
  readonly id: number
  readonly name: string
  readonly search: string
  readonly any_tags: string
  readonly all_tags: string
  readonly excluded_tags: string
  readonly filter_unread: 'off'
  readonly filter_shared: 'off'
  readonly order: number
  readonly date_created: string
  readonly date_modified: string
}

/** Saved searches of the current workspace in order, with the account's dates: they have none of their own. */
export async function bundles(caller: Caller): Promise<Bundle[]> {
  const user = await caller.context.services.store.users.byId(caller.userId)
  const day = new Date(user?.createdAt ?? 0).toISOString()
  const saved = user === undefined ? [] : searchesIn(user, caller.workspaceId)
  return saved.map((search, order) => ({
    id: numberOf(search),
    name: search,
    search,
    any_tags: '',
    all_tags: '',
    excluded_tags: '',
    filter_unread: 'off',
    filter_shared: 'off',
    order,
    date_created: day,
    date_modified: day,
  }))
}

export async function bundleOf(caller: Caller, id: number): Promise<Bundle> {
  const bundle = (await bundles(caller)).find((each) => each.id === id)
  if (bundle === undefined) throw notFound()
  return bundle
}

export async function searchOfBundle(caller: Caller, id: number): Promise<string> {
  return (await bundleOf(caller, id)).search
}

/**
 * Saves a search, or replaces one. Beyond ten the oldest is dropped, as in the app.
 *
 * @param replaced null: a new one
 */
export async function saveBundle(caller: Caller, sent: SentBundle, replaced: Bundle | null): Promise<Bundle> {
  const search = searchFor(caller, sent) || (replaced?.search ?? '')
  if (search === '') throw new ApiRefusal(400, 'A bundle needs words or tags to search for here.', 'search')
  return saveSearch(caller, search, replaced)
}

/** Like `saveBundle`, for a text in our search language. */
export async function saveSearch(caller: Caller, search: string, replaced: Bundle | null): Promise<Bundle> {
  if (search === '') throw new ApiRefusal(400, 'A saved search needs words or tags.', 'query')
  refuseLongSearch(search)
  const before = (await bundles(caller)).map((bundle) => bundle.search)
  const after = before.filter((text) => text !== replaced?.search && text !== search)
  await keep(caller, before, [...after, search])
  return bundleOf(caller, numberOf(search))
}

export async function removeBundle(caller: Caller, { search }: Bundle): Promise<void> {
  const before = (await bundles(caller)).map((bundle) => bundle.search)
  await keep(
    caller,
    before,
    before.filter((text) => text !== search),
  )
}

async function keep(
  caller: Caller,
  saved_searches_before: string[],
  saved_searches: string[],
): Promise<void> {
  const saved_searches_workspace = caller.workspaceId
  const body = { saved_searches, saved_searches_before, saved_searches_workspace }
  await caller.call('updateGlobalSettings', { body })
}

/** The bundle's fields as a text in our search language. */
function searchFor(caller: Caller, sent: SentBundle): string {
  const named = (name: string) => caller.nameInSearch(name)
  const tags = (text: string | undefined) => (text ?? '').split(/\s+/).filter((name) => name !== '')
  const any = tags(sent.any_tags).map((name) => `tag:${named(name)}`)
  return [
    searchFromLinkding(sent.search ?? '', named),
    ...tags(sent.all_tags).map((name) => `tag:${named(name)}`),
    any.length > 1 ? `(${any.join(' | ')})` : (any[0] ?? ''),
    ...tags(sent.excluded_tags).map((name) => `-tag:${named(name)}`),
  ]
    .filter((part) => part !== '')
    .join(', ')
}

/** A number below 2^31 that depends on the text alone. */
function numberOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) >>> 1
}
