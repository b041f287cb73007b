import type { TagInUse } from '../workspaces/asking.ts'
import { MARK_NAMES } from './bookmark.ts'
import type { Listed } from './bookmarks.ts'
import { ApiRefusal, type Caller, notFound } from './caller.ts'
import type { ListQuery } from './linkding-schemas.ts'
import { NO_LETTER, SentTags } from './sent-tags.ts'

/** A tag in linkding's format. */
interface ShownTag {
  readonly id: number
  readonly name: string
  readonly date_added: string
}

/** Most tags per request. */
const MOST_TAGS = 50_000

export async function listTags(
  caller: Caller,
  { offset = 0, limit = 100 }: ListQuery,
): Promise<Listed<ShownTag>> {
  const page = await caller.tagPage({ without: MARK_NAMES, offset, limit: Math.min(limit, MOST_TAGS) })
  const results = await shown(caller, page.tags)
  return { count: page.total, length: results.length, results }
}

export async function tagOf(caller: Caller, number: number): Promise<ShownTag> {
  const [tag] = await shown(caller, [await ownTag(caller, number)])
  if (tag === undefined) throw notFound()
  return tag
}

/** An existing tag is returned unchanged. */
export async function createTag(caller: Caller, text: string): Promise<ShownTag> {
  const tags = new SentTags(caller, [text])
  const [name] = tags.names
  if (name === undefined) throw new ApiRefusal(400, NO_LETTER, 'name')
  await caller.change(tags.changes())
  const after = await caller.anew()
  const made = after.tagNamed(name)
  const [tag] = made === undefined ? [] : await shown(after, [made])
  if (tag === undefined) throw notFound()
  return tag
}

export async function removeTag(caller: Caller, id: string): Promise<void> {
  await caller.change([{ method: 'POST', path: '/tag/delete-many', body: { tag_ids: [id] } }])
}

/** A rename to the name of another tag merges the two. */
export async function renameTag(caller: Caller, tag: TagInUse, name: string): Promise<void> {
  const tags = new SentTags(caller, [name])
  const [newName] = tags.names
  if (newName === undefined) throw new ApiRefusal(400, NO_LETTER, 'new')
  const other = caller.tagNamed(newName)
  await caller.change(
    other === undefined || other.id === tag.id
      ? tags.renaming(tag)
      : [{ method: 'POST', path: '/tag/merge-many', body: { tag_ids: [tag.id], into_tag_id: other.id } }],
  )
}

export async function ownTag(caller: Caller, number: number): Promise<TagInUse> {
  const id = await caller.context.services.store.smallNumbers.idOf(caller.userId, number)
  const [tag] = id === undefined ? [] : caller.ask('tagsById', { ids: [id] })
  if (tag === undefined) throw notFound()
  return tag
}

async function shown(caller: Caller, tags: readonly TagInUse[]): Promise<ShownTag[]> {
  const numbers = await caller.numbersOf(tags.map(({ id }) => id))
  return tags.map((tag) => ({
    id: numbers.get(tag.id) ?? 0,
    name: caller.shownName(tag),
    date_added: new Date(tag.createdAt).toISOString(),
  }))
}
