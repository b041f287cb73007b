import { COLORS, ok, type Result, refused } from '@cardinal/domain'
import { yieldToEventLoop } from '../workspaces/yield-to-event-loop.ts'
import { FILE_LIMITS, FileTooLarge, RowList, TOO_DEEP } from './file-limits.ts'
import type { FoundFile, FoundGroup, FoundLinks, FoundRow } from './found.ts'
import { isObject, type Json, objectsIn, recordsOfService } from './json-shapes.ts'
import { ADDRESS_FIELDS, fieldsOf, readRecord, TEXT_FIELDS } from './read-record.ts'
import { translated } from './services.ts'
import { mapInSlices } from './slices.ts'
import { readTime } from './times.ts'

/** Marks our own export of a workspace, and the one of everything that belongs to a person. */
export const EXPORT_FORMAT = 'cardinal-workspace'
export const ACCOUNT_FORMAT = 'cardinal-account'

/** Bookmarks of a tree after which others get their turn. */
const TURN_AFTER = 500

/** Names under which services keep their list. */
const LISTS = ['entities', 'items', 'bookmarks', 'links', 'posts', 'list', 'data', 'raindrops']

/** Reads our own export, a list of records as services write it, or a browser's tree of folders. */
export async function readJson(text: string): Promise<Result<FoundFile, 'not-json' | 'no-cards'>> {
  const root = parsed(text)
  if (root === undefined) return refused('not-json')
  if (isObject(root) && root.format === EXPORT_FORMAT) return ok(await readOwn(root))
  if (isObject(root) && root.format === ACCOUNT_FORMAT)
    return ok(joined(await Promise.all(objectsIn(root.workspaces).map(readOwn))))
  const records = recordsOfService(root) ?? listIn(root)
  const rows = records === null ? await readTree(root) : await mapInSlices(records, rowOf)
  return rows.length === 0 ? refused('no-cards') : ok({ rows: numbered(rows), tags: [], groups: [] })
}

/** Our own export names tags by id; everything else is as the calls have it. */
async function readOwn(root: Json): Promise<FoundFile> {
  const tags = objectsIn(root.tags)
  const nameById = new Map(tags.map((tag) => [tag._id, String(tag.tag_name ?? '')]))
  const namesOf = (ids: unknown) => (Array.isArray(ids) ? ids.flatMap((id) => nameById.get(id) ?? []) : [])
  const entities: unknown[] = Array.isArray(root.entities) ? root.entities : []
  const rows = await mapInSlices(entities, (entity) => {
    const found = rowOf(isObject(entity) ? { ...entity, tags: namesOf(entity.tags_assigned) } : entity)
    return 'reason' in found || !isObject(entity)
      ? found
      : { card: { ...found.card, links: linksOf(entity) } }
  })
  return {
    rows: numbered(rows),
    tags: tags.map((tag) => ({
      name: String(tag.tag_name ?? ''),
      color: colorOf(tag.color_name),
      otherNames: textsIn(tag.other_names),
      parents: namesOf(tag.parent_tag_ids),
    })),
    groups: objectsIn(root.groups).map(
      (group): FoundGroup => ({
        title: String(group.title ?? ''),
        tags: namesOf(group.tags),
        color: colorOf(group.color_name),
        isHidden: group.hidden === true,
      }),
    ),
  }
}

function joined(files: readonly FoundFile[]): FoundFile {
  return {
    rows: numbered(files.flatMap(({ rows }) => rows)),
    tags: files.flatMap(({ tags }) => tags),
    groups: files.flatMap(({ groups }) => groups),
  }
}

/** Bookmarks of Firefox and Chrome: folders hold `children`, at whatever depth. */
async function readTree(root: unknown): Promise<Found[]> {
  const found: Found[] = []
  const waiting: { node: unknown; folders: readonly string[] }[] = [{ node: root, folders: [] }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.length % TURN_AFTER === TURN_AFTER - 1) await yieldToEventLoop()
    const { node, folders } = next
    if (!isObject(node)) continue
    const fields = fieldsOf(node)
    if (ADDRESS_FIELDS.some((name) => typeof fields.get(name) === 'string')) {
      const row = rowOf(node)
      found.push('reason' in row ? row : { card: { ...row.card, folders, createdAt: timeOf(fields) } })
      continue
    }
    const name = String(fields.get('title') || fields.get('name') || '')
    const inside = name === '' ? folders : [...folders, name]
    if (inside.length > FILE_LIMITS.folders) throw new FileTooLarge(TOO_DEEP)
    const parts = Array.isArray(node.children) ? node.children : Object.values(node).filter(isObject)
    for (const part of [...parts].reverse()) waiting.push({ node: part, folders: inside })
  }
  return found
}

type Found = ReturnType<typeof readRecord>

function timeOf(fields: ReadonlyMap<string, unknown>): number | null {
  return readTime(fields.get('dateadded') ?? fields.get('date_added') ?? fields.get('created'))
}

function rowOf(record: unknown): Found {
  return isObject(record) ? readRecord(fieldsOf(record)) : { reason: 'This row is no card.' }
}

function numbered(all: readonly Found[]): readonly FoundRow[] {
  const list = new RowList()
  for (const found of all) list.add(found)
  return list.rows
}

/** The list in a file that is one, or holds one under a known name; null: there is none. */
function listIn(root: unknown): readonly unknown[] | null {
  const named = isObject(root)
    ? LISTS.map((name) => root[name]).find((value) => Array.isArray(value))
    : undefined
  const list = Array.isArray(root) ? root : named
  return Array.isArray(list) && list.some(isRecord) ? list : null
}

/** A record with a text or an address of its own, not a folder of others. */
function isRecord(value: unknown): boolean {
  if (!isObject(value) || Array.isArray(value.children)) return false
  const fields = translated(fieldsOf(value))
  return [...ADDRESS_FIELDS, ...TEXT_FIELDS].some((name) => typeof fields.get(name) === 'string')
}

function linksOf(entity: Json): FoundLinks {
  const ids = (value: unknown) => (Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [])
  return {
    id: String(entity._id ?? ''),
    parents: ids(entity.parents),
    siblings: ids(entity.siblings),
    children: ids(entity.children),
  }
}

function colorOf(value: unknown) {
  return COLORS.find((color) => color === value) ?? null
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
