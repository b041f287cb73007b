import { isDue } from '@cardinal/domain'
import { parse as parseYaml } from 'yaml'
import { isObject } from '../reading/json.ts'
import { type Found, plainCard } from './found.ts'
import { linkOrText, linkRow, NO_WORDS } from './link-row.ts'
import type { LostFields } from './lost-fields.ts'
import { readTime } from './times.ts'

/** A file of a folder of notes. */
export interface NoteFile {
  readonly path: string
  readonly text: string
}

const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]{0,60000}?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/
/** A word behind # that is no heading, and no part of an address. */
const INLINE_TAG = /(?<=^|[\s(])#([\p{L}_][\p{L}\p{N}\p{M}_/-]*)/gmu
/** What Notion appends to the names of its files. */
const NOTION_ID = /[ -][0-9a-f]{32}(?=\.|$|\/)/g
const TITLES = ['title', 'name']
const ADDRESSES = ['url', 'source', 'link', 'source_url']
const TIMES = ['created', 'created time', 'date', 'created_at', 'date created', 'date_created']

/**
 * Reads a Markdown file as one note: its title is that of the front matter, of the heading, or of the file. Tags come
 * from the front matter and from words behind #; folders are those of its path. Notion's lines of properties below the
 * heading count as front matter. A note with an address of its own is a link.
 */
export function readNoteFile({ path, text }: NoteFile, lost: LostFields): Found {
  const names = path
    .replaceAll(NOTION_ID, '')
    .split('/')
    .filter((name) => name !== '' && name !== '.')
  const fileName = (names.at(-1) ?? '').replace(/\.[^.]*$/, '')
  const matter = FRONT_MATTER.exec(text)
  const facts = new Map(matter === null ? [] : factsOf(matter[1] ?? ''))
  let body = text
    .slice(matter?.[0].length ?? 0)
    .replace(/\r\n?/g, '\n')
    .trim()
  const heading = /^# +(\S[^\n]*)(?:\n|$)/.exec(body)
  if (heading !== null) body = body.slice(heading[0].length).trim()
  const properties = NOTION_ID.test(path) ? /^(?:[\p{L}][^\n:]{0,60}: [^\n]*(?:\n|$))+/u.exec(body) : null
  NOTION_ID.lastIndex = 0
  if (properties !== null) {
    for (const line of properties[0].trim().split('\n')) {
      const [, name = '', value = ''] = /^([^:]+): (.*)$/.exec(line) ?? []
      facts.set(name.toLowerCase(), value)
    }
    body = body.slice(properties[0].length).trim()
  }
  const first = (known: readonly string[]) =>
    known.map((name) => facts.get(name)).find((value) => typeof value === 'string' && value !== '') as
      | string
      | undefined
  const title = first(TITLES) ?? heading?.[1]?.trim() ?? fileName
  const address = first(ADDRESSES) ?? ''
  const found: Found = /^https?:\/\//i.test(address)
    ? linkRow({ address, title, description: body })
    : { card: plainCard('note', body.startsWith(title) ? body : `${title}\n\n${body}`.trim()) }
  if ('reason' in found) return found
  const known = [...TITLES, ...ADDRESSES, ...TIMES, 'tags', 'tag', 'keywords', 'due']
  for (const [name, value] of facts)
    if (!known.includes(name) && value !== null && value !== '') lost.add(name)
  const due = facts.get('due')
  const inline = [...body.matchAll(INLINE_TAG)].map(([, name = '']) => name)
  const dates = TIMES.map((name) => readTime(facts.get(name)))
  return {
    card: {
      ...found.card,
      tags: [...tagsIn(facts.get('tags') ?? facts.get('tag') ?? facts.get('keywords')), ...inline],
      folders: names.slice(0, -1),
      dueAt: typeof due === 'string' && isDue(due) ? due : null,
      createdAt: dates.find((time) => time !== null) ?? null,
    },
  }
}

function factsOf(yaml: string): [string, unknown][] {
  try {
    // The core schema knows no dates: they stay the texts that they are.
    const parsed: unknown = parseYaml(yaml, { maxAliasCount: 20, logLevel: 'silent' })
    return isObject(parsed) ? Object.entries(parsed).map(([name, value]) => [name.toLowerCase(), value]) : []
  } catch {
    return []
  }
}

function tagsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => (typeof one === 'string' ? [one] : []))
  if (typeof value !== 'string') return []
  return (value.includes(',') ? value.split(',') : value.split(/\s+/))
    .map((name) => name.trim().replace(/^#/, ''))
    .filter((name) => name !== '')
}

/** Returns whether a file is an item of a Joplin export: a note, notebook or tag, with its facts at the end. */
export function isJoplinItem(text: string): boolean {
  return /\ntype_: \d+\s*$/.test(text) || /^id: [0-9a-f]{32}\n/.test(text)
}

interface JoplinItem {
  readonly head: string
  readonly facts: ReadonlyMap<string, string>
}

/** Reads the items of a Joplin export: notes with their notebooks and tags. */
export function readJoplin(texts: readonly string[], lost: LostFields): Found[] {
  const items = texts.map(joplinItem)
  const ofType = (type: string) => items.filter(({ facts }) => facts.get('type_') === type)
  const folders = new Map(
    ofType('2').map(({ head, facts }) => [facts.get('id'), { head, parent: facts.get('parent_id') }]),
  )
  const tagNames = new Map(ofType('5').map(({ head, facts }) => [facts.get('id'), head]))
  const tagsOf = new Map<string, string[]>()
  for (const { facts } of ofType('6')) {
    const noteId = facts.get('note_id') ?? ''
    tagsOf.set(noteId, [...(tagsOf.get(noteId) ?? []), tagNames.get(facts.get('tag_id')) ?? ''])
  }
  for (const _ of ofType('4')) lost.add('resource')
  return ofType('1').map(({ head, facts }) => {
    const [title = '', ...rest] = head.split('\n')
    const body = rest.join('\n').trim()
    const address = facts.get('source_url') ?? ''
    const isTodo = facts.get('is_todo') === '1'
    const found = linkOrText(
      { address: /^https?:\/\//.test(address) ? address : '', title: title.trim(), description: body },
      isTodo ? 'todo' : 'note',
      NO_WORDS,
    )
    if ('reason' in found) return found
    const due = readTime(facts.get('todo_due'))
    return {
      card: {
        ...found.card,
        tags: (tagsOf.get(facts.get('id') ?? '') ?? []).filter((name) => name !== ''),
        folders: pathOf(facts.get('parent_id'), folders),
        doneAt: isTodo ? readTime(facts.get('todo_completed')) : null,
        dueAt: due === null ? null : new Date(due).toISOString().slice(0, 10),
        createdAt: readTime(facts.get('user_created_time')) ?? readTime(facts.get('created_time')),
      },
    }
  })
}

function pathOf(
  id: string | undefined,
  folders: ReadonlyMap<string | undefined, { readonly head: string; readonly parent: string | undefined }>,
): string[] {
  const path: string[] = []
  const seen = new Set<string | undefined>()
  for (let at = id; at !== undefined && !seen.has(at); ) {
    seen.add(at)
    const folder = folders.get(at)
    if (folder === undefined) break
    path.unshift(folder.head.trim())
    at = folder.parent
  }
  return path
}

/** Returns the facts at the end of an item, and what is above them. */
function joplinItem(text: string): JoplinItem {
  const lines = text.replace(/\r\n?/g, '\n').trimEnd().split('\n')
  let from = lines.length
  while (from > 0 && /^[a-z_]+: ?/.test(lines[from - 1] ?? '')) from--
  const facts = lines.slice(from).map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()]
  })
  return { head: lines.slice(0, from).join('\n').trim(), facts: new Map(facts) }
}
