import { VERSION } from '../config.ts'
import type { Bookmark } from './bookmark.ts'
import {
  addBookmark,
  cardWithAddress,
  changeBookmark,
  checkAddress,
  type Listed,
  listBookmarks,
  removeBookmark,
  renamedTags,
} from './bookmarks.ts'
import { bundleOf, bundles, removeBundle, saveBundle } from './bundles.ts'
import { type Caller, notFound } from './caller.ts'
import { PAGE_COST, putPage, withSentPage } from './kept-pages.ts'
import {
  checkQuery,
  editedBookmark,
  editedBundle,
  type ListQuery,
  listQuery,
  newBookmark,
  newBundle,
  newTag,
  type SentBookmark,
  type SentBundle,
} from './linkding-schemas.ts'
import {
  type Answer,
  done,
  type Exchange,
  found,
  made,
  type Protocol,
  parsed,
  type Route,
} from './protocol.ts'
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
const add = async ({ caller, body }: Exchange) => {
  const sent = parsed(newBookmark, body)
  return made(withRenamed(caller, sent, await addBookmark(caller, sent)))
}
const editAs =
  (schema: typeof newBookmark | typeof editedBookmark) =>
  async ({ caller, id, body }: Exchange) => {
    const sent = parsed<SentBookmark>(schema, body)
    return found(withRenamed(caller, sent, await changeBookmark(caller, await caller.linkOf(id), sent)))
  }
/**
 * Adds `renamed_tags` to linkding's own fields, if there are any. A token of the scope `add` must not learn which
 * tags exist.
 */
function withRenamed(caller: Caller, sent: SentBookmark, bookmark: Bookmark) {
  const renamed_tags = caller.isAddOnly ? [] : renamedTags(caller, sent)
  return renamed_tags.length === 0 ? bookmark : { ...bookmark, renamed_tags }
}
const editBundleAs =
  (schema: typeof newBundle | typeof editedBundle) =>
  async ({ caller, id, body }: Exchange) =>
    found(await saveBundle(caller, parsed<SentBundle>(schema, body), await bundleOf(caller, id)))
/** A list on a single page. */
const whole = <T>(results: readonly T[]) =>
  found({ count: results.length, next: null, previous: null, results })

const singleFile = ({ caller }: Exchange) =>
  withSentPage(caller, async (page) => {
    const known = caller.isAddOnly ? undefined : await cardWithAddress(caller, page.url)
    await putPage(caller, known, page, false)
    return made({ message: 'Snapshot uploaded successfully.' })
  })
/** linkding's answer where its operator has switched files off. */
const noUpload = async (): Promise<Answer> => ({ status: 403, body: { error: 'Asset upload is disabled.' } })
const noAsset = async ({ caller, id }: Exchange): Promise<Answer> => {
  await caller.linkOf(id)
  throw notFound()
}

/** Supported calls of linkding's REST API (https://linkding.link/api/). */
const ROUTES: readonly Route[] = [
  ['GET', '/bookmarks/', list(false)],
  ['GET', '/bookmarks/archived/', list(true)],
  [
    'GET',
    '/bookmarks/check/',
    async ({ caller, query }) => found(await checkAddress(caller, parsed(checkQuery, query).url)),
  ],
  ['GET', '/bookmarks/shared/', async () => whole([])],
  ['POST', '/bookmarks/', add],
  ['POST', '/bookmarks/singlefile/', singleFile, PAGE_COST],
  [
    'GET',
    '/bookmarks/:id/',
    async ({ caller, id }) => found(await caller.bookmarkOf(await caller.linkOf(id))),
  ],
  ['PATCH', '/bookmarks/:id/', editAs(editedBookmark)],
  ['PUT', '/bookmarks/:id/', editAs(newBookmark)],
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
  ['POST', '/bookmarks/:id/assets/upload/', noUpload],
  ['GET', '/bookmarks/:id/assets/:assetId/', noAsset],
  ['DELETE', '/bookmarks/:id/assets/:assetId/', noAsset],
  ['GET', '/bookmarks/:id/assets/:assetId/download/', noAsset],
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
    async ({ caller, body }) => made(await saveBundle(caller, parsed(newBundle, body), null)),
  ],
  ['GET', '/bundles/:id/', async ({ caller, id }) => found(await bundleOf(caller, id))],
  ['PATCH', '/bundles/:id/', editBundleAs(editedBundle)],
  ['PUT', '/bundles/:id/', editBundleAs(newBundle)],
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
  streaming: [singleFile],
  adding: [add, singleFile],
  scheme: 'Token',
  tokenOf: ({ headers }) => headers.authorization?.replace(/^(?:Token|Bearer) /i, '') ?? '',
  refusal: (message, field) => (field === null ? { detail: message } : { [field]: [message] }),
}

/** A list in linkding's format, with addresses of the next and the previous page. */
function paged<T>({ origin }: Caller, path: string, query: ListQuery, listed: Listed<T>) {
  const { count, length, results } = listed
  const { limit = 100, offset = 0 } = query
  const pageAt = (start: number) => {
    const given = new URLSearchParams()
    for (const [name, value] of Object.entries({ ...query, limit, offset: start }))
      if (value !== undefined) given.set(name, String(value))
    return `${origin}${path}?${given}`
  }
  return {
    count,
    next: length > 0 && offset + length < count ? pageAt(offset + length) : null,
    previous: offset > 0 ? pageAt(Math.max(0, offset - limit)) : null,
    results,
  }
}
