import { VERSION } from '../config.ts'
import {
  addBookmark,
  changeBookmark,
  checkAddress,
  type Listed,
  listBookmarks,
  removeBookmark,
} from './bookmarks.ts'
import { bundleOf, bundles, removeBundle, saveBundle } from './bundles.ts'
import type { Caller } from './caller.ts'
import {
  bundleFields,
  checkQuery,
  editedBookmark,
  type ListQuery,
  listQuery,
  newBookmark,
  newTag,
} from './linkding-schemas.ts'
import { done, type Exchange, found, made, type Protocol, parsed, type Route } from './protocol.ts'
import { createTag, listTags, ownTag, removeTag, tagOf } from './tags.ts'

const list =
  (isArchive: boolean) =>
  async ({ caller, query }: Exchange) => {
    const asked = parsed(listQuery, query)
    const path = isArchive ? '/api/bookmarks/archived/' : '/api/bookmarks/'
    return found(paged(caller, path, asked, await listBookmarks(caller, asked, isArchive)))
  }
const archive =
  (isArchived: boolean) =>
  async ({ caller, id }: Exchange) => {
    await changeBookmark(caller, await caller.linkOf(id), { is_archived: isArchived })
    return done
  }
const add = async ({ caller, body }: Exchange) => made(await addBookmark(caller, parsed(newBookmark, body)))
const edit = async ({ caller, id, body }: Exchange) =>
  found(await changeBookmark(caller, await caller.linkOf(id), parsed(editedBookmark, body)))
const replace = async ({ caller, id, body }: Exchange) =>
  found(await changeBookmark(caller, await caller.linkOf(id), parsed(newBookmark, body)))
const editBundle = async ({ caller, id, body }: Exchange) =>
  found(await saveBundle(caller, parsed(bundleFields, body), await bundleOf(caller, id)))
/** A list on a single page. */
const whole = <T>(results: readonly T[]) =>
  found({ count: results.length, next: null, previous: null, results })

/** Supported calls of linkding's REST API (https://linkding.link/api/). */
const ROUTES: readonly Route[] = [
  ['GET', '/bookmarks/', list(false)],
  ['GET', '/bookmarks/archived/', list(true)],
  [
    'GET',
    '/bookmarks/check/',
    async ({ caller, query }) => found(await checkAddress(caller, parsed(checkQuery, query).url)),
  ],
  ['POST', '/bookmarks/', add],
  [
    'GET',
    '/bookmarks/:id/',
    async ({ caller, id }) => found(await caller.bookmarkOf(await caller.linkOf(id))),
  ],
  ['PATCH', '/bookmarks/:id/', edit],
  ['PUT', '/bookmarks/:id/', replace],
  [
    'DELETE',
    '/bookmarks/:id/',
    async ({ caller, id }) => {
      await removeBookmark(caller, await caller.linkOf(id))
      return done
    },
  ],
  ['POST', '/bookmarks/:id/archive/', archive(true)],
  ['POST', '/bookmarks/:id/unarchive/', archive(false)],
  [
    'GET',
    '/bookmarks/:id/assets/',
    async ({ caller, id }) => {
      await caller.linkOf(id)
      return whole([])
    },
  ],
  [
    'GET',
    '/tags/',
    async ({ caller, query }) => {
      const asked = parsed(listQuery, query)
      return found(paged(caller, '/api/tags/', asked, await listTags(caller, asked)))
    },
  ],
  ['POST', '/tags/', async ({ caller, body }) => made(await createTag(caller, parsed(newTag, body).name))],
  ['GET', '/tags/:id/', async ({ caller, id }) => found(await tagOf(caller, id))],
  [
    'DELETE',
    '/tags/:id/',
    async ({ caller, id }) => {
      await removeTag(caller, (await ownTag(caller, id)).id)
      return done
    },
  ],
  ['GET', '/bundles/', async ({ caller }) => whole(await bundles(caller))],
  [
    'POST',
    '/bundles/',
    async ({ caller, body }) => made(await saveBundle(caller, parsed(bundleFields, body), null)),
  ],
  ['GET', '/bundles/:id/', async ({ caller, id }) => found(await bundleOf(caller, id))],
  ['PATCH', '/bundles/:id/', editBundle],
  ['PUT', '/bundles/:id/', editBundle],
  [
    'DELETE',
    '/bundles/:id/',
    async ({ caller, id }) => {
      await removeBundle(caller, await bundleOf(caller, id))
      return done
    },
  ],
  ['GET', '/user/profile/', async () => found(PROFILE)],
]

const PROFILE = {
  theme: 'auto',
  bookmark_date_display: 'relative',
  bookmark_link_target: '_blank',
  web_archive_integration: 'enabled',
  tag_search: 'lax',
  enable_sharing: false,
  enable_public_sharing: false,
  enable_favicons: true,
  display_url: false,
  permanent_notes: false,
  search_preferences: { sort: 'added_desc', shared: 'off', unread: 'off' },
  version: VERSION,
}

export const LINKDING: Protocol = {
  prefix: '/api',
  ownsPrefix: false,
  routes: ROUTES,
  adding: [add],
  scheme: 'Token',
  tokenOf: ({ headers }) => headers.authorization?.replace(/^(?:Token|Bearer) /i, '') ?? '',
  refusal: (message, field) => (field === null ? { detail: message } : { [field]: [message] }),
}

/** Linkding's format of a list, with addresses of the next and previous page. */
function paged<T>({ origin }: Caller, path: string, query: ListQuery, { count, results }: Listed<T>) {
  const { limit = 100, offset = 0 } = query
  const pageAt = (start: number) => {
    const given = new URLSearchParams()
    for (const [name, value] of Object.entries({ ...query, limit, offset: start }))
      if (value !== undefined) given.set(name, String(value))
    return `${origin}${path}?${given}`
  }
  return {
    count,
    next: results.length > 0 && offset + results.length < count ? pageAt(offset + results.length) : null,
    previous: offset > 0 ? pageAt(Math.max(0, offset - limit)) : null,
    results,
  }
}
