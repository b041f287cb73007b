import { ok, type Result, refused } from '@cardinal/domain'
import { isObject, type Json, parseJson } from '../lib/decoding.ts'
import { yieldToEventLoop } from '../lib/waiting.ts'
import { FILE_LIMITS, FileTooLarge, numbered, TOO_DEEP } from './file-limits.ts'
import type { Found, FoundFile } from './found.ts'
import { notePart, recordsOfService } from './json-shapes.ts'
import { Fields, Ledger, textOf } from './ledger.ts'
import { joinedTexts } from './link-row.ts'
import type { Moments } from './moments.ts'
import { ACCOUNT_FORMAT, EXPORT_FORMAT, readOwnFile } from './read-own.ts'
import { ADDRESS_FIELDS, readRecord, rowOf, TEXT_FIELDS, translate } from './read-record.ts'
import { readRoam } from './roam.ts'
import { TRASHED } from './service.ts'
import { mapInSlices } from './slices.ts'
import { readTasks } from './task-programs.ts'
import { readTrello } from './trello.ts'

/** Bookmarks read before yielding to the event loop. */
const YIELD_AFTER = 500

/** Names of the lists in which services store their records. */
const LISTS =
  'entities,items,bookmarks,links,posts,list,data,raindrops,memos,notes,todos,tasks,entries,annotations'.split(
    ',',
  )
/** Fields about the file itself. */
const ABOUT_FILE =
  /^(?:version|format|type|kind|generator|app|export.*|created_?at|date|next.*|previous|cursor|status|url)$/i

/** Reads our own export, a list of records, or a browser's tree of folders. */
export async function readJson(
  text: string,
  moments: Moments,
): Promise<Result<FoundFile, 'not-json' | 'no-cards' | 'encrypted' | 'passwords'>> {
  const root = parseJson(text) ?? linesOfJson(text)
  if (root === undefined) return refused('not-json')
  if (isObject(root) && (root.format === EXPORT_FORMAT || root.format === ACCOUNT_FORMAT))
    return ok(await readOwnFile(root, moments))
  if (isEncrypted(root)) return refused('encrypted')
  if (holdsPasswords(root)) return refused('passwords')
  const ledger = new Ledger(moments)
  const tasks = readTasks(root, ledger) ?? (await readTrello(root, ledger)) ?? (await readRoam(root, ledger))
  const records = tasks === null ? (recordsOfService(root, ledger) ?? listIn(root, ledger)) : null
  const rows =
    tasks ??
    (records === null
      ? await readTree(root, ledger)
      : await mapInSlices(records, (record) => rowOf(record, ledger)))
  if (rows.length === 0) return refused('no-cards')
  return ok({ rows: numbered(rows), tags: [], groups: [], lost: ledger.list })
}

/** One JSON object per line, with or without commas in between. Undefined: another text. */
function linesOfJson(text: string): readonly unknown[] | undefined {
  const objects: unknown[] = []
  for (const line of text.split('\n')) {
    const plain = line.trim().replace(/,$/, '')
    if (plain === '') continue
    const value = plain.startsWith('{') ? parseJson(plain) : undefined
    if (!isObject(value)) return undefined
    objects.push(value)
  }
  return objects.length > 1 ? objects : undefined
}

/** Whether this is a backup of Standard Notes whose items are encrypted. */
function isEncrypted(root: unknown): boolean {
  const items = isObject(root) && Array.isArray(root.items) ? root.items.filter(isObject) : []
  return (
    items.some(({ content_type }) => typeof content_type === 'string') &&
    items.every(({ content }) => typeof content === 'string' && /^00\d:/.test(content))
  )
}

/** Whether this is an export of Bitwarden. */
function holdsPasswords(root: unknown): boolean {
  const items = isObject(root) && Array.isArray(root.items) ? root.items.filter(isObject) : []
  return items.some(({ login }) => isObject(login) && 'password' in login)
}

/** Bookmarks of Firefox and Chrome. Folders have `children`, nested to any depth. */
async function readTree(root: unknown, ledger: Ledger): Promise<Found[]> {
  const found: Found[] = []
  const waiting: {
    node: unknown
    folders: readonly string[]
    isBelowRoots: boolean
    isInTrash: boolean
  }[] = [{ node: root, folders: [], isBelowRoots: false, isInTrash: false }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.length % YIELD_AFTER === YIELD_AFTER - 1) await yieldToEventLoop()
    const { node, folders, isBelowRoots, isInTrash } = next
    if (!isObject(node)) continue
    const fields = new Fields(node)
    if (hasText(fields, ADDRESS_FIELDS)) {
      found.push(
        isInTrash ? { reason: TRASHED } : ledger.read(node, (bookmark) => readBookmark(bookmark, folders)),
      )
      continue
    }
    if (Array.isArray(node.children) && !isInTrash)
      for (const text of ledger.read({ folder: node }, (all) => folderNotes(all.object('folder'))))
        if (text !== '') ledger.note('description of a folder', text)
    const name = fields.text('title', 'name')
    const inside = name === '' || isRoot(node, isBelowRoots) ? folders : [...folders, name]
    if (inside.length > FILE_LIMITS.folders) throw new FileTooLarge(TOO_DEEP)
    const parts = Object.entries(Array.isArray(node.children) ? node.children : node)
    for (const [key, part] of parts.reverse())
      waiting.push({
        node: part,
        folders: inside,
        isBelowRoots: isObject(root) && node === root.roots,
        // Vivaldi's trash is below `roots`, Opera's below `roots.custom_root`.
        isInTrash: isInTrash || key === 'trash',
      })
  }
  return found
}

/** The descriptions of a folder. */
function folderNotes(folder: Fields): string[] {
  folder.skip(FOLDER_OWN)
  return folder.objects('annos').map(descriptionIn)
}

/** Fields about the name, position and storage of a folder. */
const FOLDER_OWN =
  'children,name,title,root,type,typecode,index,dateadded,lastmodified,date_added,date_modified,date_last_used'.split(
    ',',
  )

/** Whether the browser created the folder: Chrome's are below `roots`, Firefox's have a field `root`. */
function isRoot(node: Json, isBelowRoots: boolean): boolean {
  return isBelowRoots || typeof node.root === 'string' || textOf(node.guid)?.endsWith('____') === true
}

/** The annotation in which Firefox stored a bookmark's description, until version 61. */
const DESCRIPTION = 'bookmarkProperties/description'

function descriptionIn(anno: Fields): string {
  anno.skip(['flags', 'expires', 'mimetype', 'type'])
  return anno.text('name') === DESCRIPTION ? anno.text('value') : ''
}

/** Skips fields about the kind and position of the bookmark. */
function readBookmark(fields: Fields, folders: readonly string[]): Found {
  fields.skip(['type', 'typecode', 'index'])
  fields.skip(['date_last_used', 'date_modified'], ['0'])
  const description = joinedTexts(fields.objects('annos').map(descriptionIn), '\n\n')
  fields.override({ type: '', ...(description !== '' && { description }) })
  const row = readRecord(fields)
  if ('reason' in row) return row
  return { card: { ...row.card, folders } }
}

/**
 * The file itself if it is a list, or the lists with known names; null: neither. Other parts of the file are
 * noted.
 */
function listIn(root: unknown, ledger: Ledger): readonly unknown[] | null {
  if (Array.isArray(root)) return root.some(isRecord) ? root : null
  if (!isObject(root)) return null
  const lists = new Map<string, readonly unknown[]>()
  for (const name of LISTS) {
    const value = root[name]
    if (Array.isArray(value) && value.some(isRecord)) lists.set(name, value)
  }
  if (lists.size === 0) return null
  for (const [name, value] of Object.entries(root))
    if (!lists.has(name) && (typeof value !== 'string' || (value.trim() !== '' && !ABOUT_FILE.test(name))))
      notePart(name, value, ledger)
  return [...lists.values()].flat()
}

/** Whether the value has a text or an address; folders don't. */
function isRecord(value: unknown): boolean {
  if (!isObject(value) || Array.isArray(value.children)) return false
  const fields = new Fields(value)
  translate(fields)
  return hasText(fields, [...ADDRESS_FIELDS, ...TEXT_FIELDS])
}

function hasText(fields: Fields, names: readonly string[]): boolean {
  return names.some((name) => fields.take(name, (value) => typeof value === 'string' || null) !== null)
}
