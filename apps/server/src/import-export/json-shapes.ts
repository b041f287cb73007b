import { isObject, type Json } from '../lib/decoding.ts'
import { FILE_LIMITS } from './file-limits.ts'
import { type Ledger, textOf } from './ledger.ts'
import { textOfLexical } from './lexical-text.ts'
import { textOfMarkup } from './markup-text.ts'
import { IN_TRASH, MARKS } from './service.ts'

/**
 * Records of a service whose file is more than a list, with field names for `readRecord`. Null: none of these
 * services.
 */
export function recordsOfService(root: unknown, ledger: Ledger): readonly unknown[] | null {
  if (!isObject(root)) return null
  const known = SHAPES.find(({ fits }) => fits(root))
  if (known !== undefined) {
    for (const [name, value] of Object.entries(root))
      if (!known.parts.includes(name) && typeof value !== 'string') notePart(name, value, ledger)
    return known.records(root, ledger)
  }
  const isOfKeep = 'userEditedTimestampUsec' in root || 'createdTimestampUsec' in root
  return isOfKeep && 'isArchived' in root ? [root] : null
}

/** Notes a part of a file that no card is made of: a list with the number of its items, or an object. */
export function notePart(name: string, value: unknown, ledger: Ledger): void {
  const count = Array.isArray(value)
    ? value.length
    : isObject(value)
      ? Math.min(1, Object.keys(value).length)
      : 0
  if (count > 0 || typeof value === 'string') ledger.note(name, value, { count: Math.max(1, count) })
}

interface Shape {
  readonly name: string
  readonly fits: (root: Json) => boolean
  /** Names of the fields that are read. */
  readonly parts: readonly string[]
  readonly records: (root: Json, ledger: Ledger) => readonly unknown[]
}

const SHAPES: readonly Shape[] = [
  {
    name: 'Linkwarden',
    fits: ({ collections }) => Array.isArray(collections) && collections.some(hasLinks),
    parts: ['collections', 'pinnedLinks'],
    records: ofLinkwarden,
  },
  {
    name: 'Karakeep',
    fits: ({ bookmarks }) => Array.isArray(bookmarks) && bookmarks.some(isOfKarakeep),
    parts: ['bookmarks', 'lists'],
    records: ({ bookmarks, lists }, ledger) => ofKarakeep(listOf(bookmarks), listOf(lists), ledger),
  },
  {
    name: 'Simplenote',
    fits: ({ activeNotes }) => Array.isArray(activeNotes),
    parts: ['activeNotes', 'trashedNotes'],
    records: ({ activeNotes, trashedNotes }) => [...listOf(activeNotes), ...inTrash(trashedNotes)],
  },
  {
    name: 'Standard Notes',
    fits: ({ items }) => Array.isArray(items) && items.some(isOfStandardNotes),
    parts: ['items'],
    records: ({ items }, ledger) => ofStandardNotes(listOf(items), ledger),
  },
]

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Lists in the receipt the fields of collections or lists that get lost: all but `own`, separated by commas. */
export function listsAround(kind: string, all: readonly Json[], own: string, ledger: Ledger): void {
  for (const each of all) ledger.read({ [kind]: each }, (fields) => fields.object(kind).skip(own.split(',')))
  const ids = new Set(all.map(({ id }) => id))
  for (const { parentId } of all)
    if (parentId != null && !ids.has(parentId)) ledger.note(`${kind}.parentId`, parentId, { isGarbled: true })
}

/** Linkwarden: collections, nested by the id of their parent. */
function ofLinkwarden(root: Json, ledger: Ledger): unknown[] {
  const collections = objectsIn(root.collections)
  listsAround(
    'collection',
    collections,
    'name,parentid,ownerid,createdbyid,createdat,updatedat,links',
    ledger,
  )
  const byId = new Map(collections.map((collection) => [collection.id, collection]))
  const pinned = new Map(objectsIn(root.pinnedLinks).map((link) => [link.id, link]))
  const records = collections.flatMap((collection) =>
    objectsIn(collection.links).map(({ name, type = 'url', textContent, collectionId: _, ...link }) => {
      if (type === 'pdf' || type === 'image')
        ledger.attach(textOf(name) || textOf(link.url) || `${type} ${textOf(link.id) ?? ''}`)
      else if (type !== 'url') ledger.note('type', type)
      const isPinned = pinned.delete(link.id)
      return {
        ...link,
        title: name,
        // The text of a page goes into a field of its own.
        [type === 'url' || link.url ? 'textContent' : 'text']: textContent,
        folder: pathOf(collection, byId).join('/'),
        marks: isPinned ? ['favourite'] : [],
      }
    }),
  )
  // The remaining pinned links are in collections that somebody else shared.
  for (const { name, url } of pinned.values()) ledger.note('pinnedLinks', name || url)
  return records
}

/** Karakeep: a bookmark has ids of lists. The first list becomes its folder, the others tags. */
function ofKarakeep(bookmarks: readonly unknown[], lists: readonly unknown[], ledger: Ledger): unknown[] {
  listsAround('list', objectsIn(lists), 'name,parentid,type', ledger)
  const byId = new Map(objectsIn(lists).map((list) => [list.id, list]))
  return bookmarks.map((bookmark) => {
    // Kept, so that the receipt lists the row.
    if (!isObject(bookmark)) return bookmark
    const { lists: ids, ...rest } = bookmark
    const named = Array.isArray(ids) ? ids.slice(0, LISTS_OF_ONE) : []
    const own = objectsIn(named.map((id) => byId.get(id)))
    if (own.length < named.length)
      ledger.note(
        'lists',
        named.find((id) => !byId.has(id)),
        { isGarbled: true },
      )
    const [folder = [], ...others] = own.map((list) => pathOf(list, byId))
    const tags = Array.isArray(rest.tags) ? rest.tags : []
    // Hoarder, Karakeep's former name, wrote neither `archived` nor an empty note.
    return { archived: false, note: '', ...rest, tags: [...tags, ...others.flat()], folder: folder.join('/') }
  })
}

/** Most lists read per bookmark: as many as a card may have tags. */
const LISTS_OF_ONE = 100

/** Names from the outermost collection or list to this one. Ends at a cycle. */
function pathOf(collection: Json, byId: ReadonlyMap<unknown, Json>): string[] {
  const path: string[] = []
  const seen = new Set<unknown>()
  // A longer path makes the row fail.
  for (
    let at: Json | undefined = collection;
    at !== undefined && !seen.has(at.id) && path.length <= FILE_LIMITS.folders;
  ) {
    seen.add(at.id)
    path.unshift((textOf(at.name) ?? '').replaceAll('/', ' '))
    at = at.parentId == null ? undefined : byId.get(at.parentId)
  }
  return path
}

/** Standard Notes: notes and tags are items; a tag refers to its notes. */
function ofStandardNotes(items: readonly unknown[], ledger: Ledger): unknown[] {
  for (const { content_type: type, content, deleted } of objectsIn(items))
    if (type !== 'Note' && type !== 'Tag' && !FILES.has(textOf(type) ?? '') && deleted !== true)
      ledger.note(
        `items of the type ${textOf(type) ?? ''}`,
        isObject(content) ? (content.title ?? content.name) : '',
      )
  const tagsOf = new Map<unknown, unknown[]>()
  const all = objectsIn(items).flatMap(({ content_type, uuid, content }) =>
    content_type === 'Tag' && isObject(content) ? [{ uuid, content }] : [],
  )
  const byId = new Map(
    all.map(({ uuid, content }): [unknown, Json] => [uuid, { id: uuid, ...nestedTag(content) }]),
  )
  for (const { name, parentId } of byId.values())
    if (parentId != null && !byId.has(parentId)) ledger.note('tag above another', name, { isGarbled: true })
  for (const { uuid: id, content } of all) {
    const path = pathOf(byId.get(id) ?? {}, byId).join('/')
    for (const { uuid, content_type } of objectsIn(content.references)) {
      if (content_type === 'Tag') continue
      const names = tagsOf.get(uuid)
      if (names === undefined) tagsOf.set(uuid, [path])
      else names.push(path)
    }
  }
  const filesOf = filesOfNotes(items)
  return objectsIn(items).flatMap((item) =>
    item.content_type === 'Note' && isObject(item.content)
      ? [
          withoutRepeats({
            ...item,
            ...item.content,
            ...textOfNote(item.content),
            tags: tagsOf.get(item.uuid) ?? [],
            marks: [
              ...marksOf(item.content.appData),
              ...(item.content.starred === true ? [MARKS.favourite] : []),
            ],
            [IN_TRASH]: isTrashed(item),
            attachedFiles: filesOf.get(item.uuid) ?? [],
          }),
        ]
      : [],
  )
}

/** The text of a note that an editor stores as JSON or HTML. */
function textOfNote({ text, noteType }: Json): Json {
  if (typeof text !== 'string') return {}
  const read = textOfLexical(text) ?? (noteType === 'rich-text' ? textOfMarkup(text) : null)
  return read === null ? {} : { text: read.text, titles: read.todos }
}

/** A tag in the form for `pathOf`. A tag refers to its parent; earlier versions wrote `parent.child`. */
function nestedTag({ title, references }: Json): Json {
  const above = objectsIn(references).find(({ reference_type }) => reference_type === 'TagToParentTag')
  return { name: title, parentId: above?.uuid ?? null }
}

function isTrashed({ deleted, content }: { deleted?: unknown; content?: unknown }): boolean {
  return deleted === true || (isObject(content) && content.trashed === true)
}

/** Flags of a note in Standard Notes. */
function marksOf(data: unknown): string[] {
  const own = isObject(data) ? data['org.standardnotes.sn'] : null
  if (!isObject(own)) return []
  return [
    ...(own.archived === true ? [MARKS.archived] : []),
    ...(own.pinned === true ? [MARKS.favourite] : []),
  ]
}

/** The type of files in Standard Notes, now and in its earlier versions. */
const FILES = new Set(['File', 'SN|File'])

/** File names by note. A file without a note is noted with the first imported note. */
function filesOfNotes(items: readonly unknown[]): Map<unknown, unknown[]> {
  const filesOf = new Map<unknown, unknown[]>()
  const first = objectsIn(items).find((item) => item.content_type === 'Note' && !isTrashed(item))?.uuid
  for (const item of objectsIn(items)) {
    if (!FILES.has(textOf(item.content_type) ?? '') || !isObject(item.content)) continue
    const [note] = objectsIn(item.content.references)
    const uuid = note?.uuid ?? first
    const names = filesOf.get(uuid)
    if (names === undefined) filesOf.set(uuid, [item.content.name])
    else names.push(item.content.name)
  }
  return filesOf
}

/** Leaves out fields that repeat others or are about storage. */
function withoutRepeats({
  content: _content,
  content_type: _type,
  references: _references,
  preview_plain: _preview,
  preview_html: _html,
  created_at_timestamp: _created,
  updated_at_timestamp: _updated,
  deleted: _deleted,
  trashed: _trashed,
  starred: _starred,
  appData: _data,
  ...item
}: Json): Json {
  return item
}

function inTrash(notes: unknown): Json[] {
  return objectsIn(notes).map((note) => ({ ...note, [IN_TRASH]: true }))
}

function isOfKarakeep(value: unknown): boolean {
  return isObject(value) && isObject(value.content) && typeof value.content.type === 'string'
}

function hasLinks(value: unknown): boolean {
  return isObject(value) && Array.isArray(value.links)
}

function isOfStandardNotes(value: unknown): boolean {
  return isObject(value) && value.content_type === 'Note'
}

/** Empty if the value is no list. */
export function objectsIn(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

export const SHAPE_NAMES = SHAPES.map(({ name }) => name)
