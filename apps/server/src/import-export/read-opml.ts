import { ok, type Result, refused } from '@cardinal/domain'
import { Parser } from 'htmlparser2'
import { yieldToEventLoop } from '../lib/waiting.ts'
import { joinFamilies, type Member } from './families.ts'
import { FILE_LIMITS, FileTooLarge, numbered, TOO_DEEP, tooManyRows } from './file-limits.ts'
import type { Found, FoundFile } from './found.ts'
import { type Fields, Ledger, textOf } from './ledger.ts'
import { joinedTexts, linkOrText } from './link-row.ts'
import { textOfMarkup } from './markup-text.ts'
import type { Moments } from './moments.ts'
import { tagsInProse } from './prose-tags.ts'
import { inSlices } from './slices.ts'
import { splitTags } from './tag-names.ts'

const SLICE_UNITS = 32_768
/** Attributes about how an outline is shown, and about its program. */
const UNSEEN =
  'collapsed,isopen,isbreakpoint,expansionstate,version,heading,checkbox,hascheckbox,updated'.split(',')
/** Attributes of Workflowy, Dynalist, OmniOutliner and Bike that say whether a line is done. */
const DONE = ['_complete', 'complete', '_status', 'done']

/** Elements of the head about the file and its window. */
const ABOUT_FILE = /^(?:date.*|expansionstate|vertscrollstate|window.*|docs|generator|flavor|source|owner.*)$/

interface Outline {
  readonly key: string
  /** Null: it has no parent. */
  readonly parent: string | null
  /** Texts of the outlines around it, outermost first. */
  readonly folders: readonly string[]
  readonly attributes: Readonly<Record<string, string>>
  hasChildren: boolean
}

/**
 * Reads OPML. In a list of feeds, outlines with an address are links, and those around them folders. In other
 * outlines a line that has more than a text is a card, linked to the line around it. A line that is only a text
 * is a subtask.
 */
export async function readOpml(text: string, moments: Moments): Promise<Result<FoundFile, 'cut-off'>> {
  const ledger = new Ledger(moments)
  const outlines = await outlinesIn(text, ledger)
  if (outlines === null) return refused('cut-off')
  const isFeedList = outlines.some(({ attributes }) => 'xmlurl' in attributes)
  const type = outlines.some(({ attributes }) => DONE.some((name) => name in attributes)) ? 'todo' : 'note'
  const found: Found[] = []
  const members: Member[] = []
  for await (const { key, parent, folders, attributes, hasChildren } of inSlices(outlines)) {
    if (isFeedList && hasChildren && !isLink(attributes)) {
      if ((attributes._note ?? '') !== '') ledger.note('_note of a folder', attributes._note)
      continue
    }
    const row = ledger.read(attributes, (fields) => cardOf(fields, type))
    if ('reason' in row) found.push(row)
    else if (isFeedList) found.push({ card: { ...row.card, folders } })
    else members.push({ key, parent, card: row.card })
  }
  for await (const card of inSlices(joinFamilies(members, ledger))) found.push({ card })
  return ok({ rows: numbered(found), tags: [], groups: [], lost: ledger.list })
}

/** The outlines in the order of the file. Null: the file is incomplete. */
async function outlinesIn(text: string, ledger: Ledger): Promise<Outline[] | null> {
  const outlines: Outline[] = []
  const open: { readonly outline: Outline | null; readonly key: string | null }[] = []
  let depth = 0
  let isWhole = false
  let isHead = false
  /** Text of the current element of the head. */
  let said = ''
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth++
        said = ''
        if (name === 'head') isHead = true
        if (name !== 'outline') return
        if (open.length >= FILE_LIMITS.folders) throw new FileTooLarge(TOO_DEEP)
        const { outline: around = null, key: parent = null } = open.at(-1) ?? {}
        if (around !== null) around.hasChildren = true
        // An empty line: lines below it belong to the line around it.
        if (Object.values(attributes).every((value) => value.trim() === ''))
          return void open.push({ outline: around, key: parent })
        if (outlines.length >= FILE_LIMITS.rows) throw tooManyRows()
        const outline = {
          key: `outline ${outlines.length}`,
          parent,
          folders: around === null ? [] : [...around.folders, textOfLine(around.attributes)],
          attributes,
          hasChildren: false,
        }
        outlines.push(outline)
        open.push({ outline, key: outline.key })
      },
      ontext: (words) => {
        if (isHead) said += words
      },
      onclosetag: (name, isImplied) => {
        if (isHead && said.trim() !== '' && !ABOUT_FILE.test(name)) ledger.note(`head.${name}`, said)
        said = ''
        if (name === 'head') isHead = false
        if (name === 'outline') open.pop()
        if (--depth === 0) isWhole = !isImplied
      },
    },
    { xmlMode: true, decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  )
  for (let start = 0; start < text.length; start += SLICE_UNITS) {
    parser.write(text.slice(start, start + SLICE_UNITS))
    await yieldToEventLoop()
  }
  parser.end()
  return isWhole ? outlines : null
}

function isLink({ htmlurl, xmlurl, url }: Readonly<Record<string, string>>): boolean {
  return [htmlurl, xmlurl, url].some((address) => (address ?? '') !== '')
}

function textOfLine({ text, title }: Readonly<Record<string, string>>): string {
  return plain(text || title || '').trim()
}

function cardOf(fields: Fields, type: 'note' | 'todo'): Found {
  fields.skip(UNSEEN)
  fields.skip(['type'], ['rss', 'atom', 'link', 'outline', 'task', 'text', 'include'])
  const line = fields.text('text') || fields.text('title')
  fields.skip(['title'], [fields.text('text').trim().toLowerCase()])
  const page = fields.text('htmlurl', 'url')
  // Some feed readers write feed:https://… or feed://….
  const feed = fields
    .text('xmlurl')
    .replace(/^feed:(?:\/\/)?(?=https?:)/i, '')
    .replace(/^feed:/i, 'https:')
  const title = plain(line).trim()
  const isAddress = /^https?:\/\/\S+$/i.test(title)
  const note = [fields.text('_note', 'note'), fields.text('description')].map((each) => plain(each).trim())
  const about = [...note, page !== '' && feed !== '' && feed !== page ? `Feed: ${feed}` : '']
  const address = page || feed || (isAddress ? title : '')
  const description = joinedTexts(about, '\n\n')
  const found = linkOrText({ address, title, description }, type, 'There is no text in this line.')
  if ('reason' in found) return found
  const isDone = type === 'todo' && isTicked(fields)
  return {
    card: {
      ...found.card,
      tags: [
        ...splitTags(fields.text('category')).map((name) => name.replace(/^\//, '')),
        ...tagsInProse(joinedTexts([title, ...note], '\n')),
      ],
      dueAt: timeIn(line, fields),
      doneAt: isDone ? (fields.moment('done', 'completed') ?? Date.now()) : null,
      createdAt: fields.moment('created'),
    },
  }
}

/** Workflowy writes HTML in its lines, and line breaks as they are. */
function plain(text: string): string {
  return /<[a-z/]|&(?:amp|lt|gt|quot);/i.test(text) ? textOfMarkup(`<pre>${text}</pre>`).text : text
}

function isTicked(fields: Fields): boolean {
  const named = DONE.find((name) => fields.isSet(name))
  if (named === undefined) return false
  if (named === 'done') return true
  return fields.take(named, (value) => /^(?:true|checked|yes|1)$/i.test(textOf(value) ?? '')) ?? false
}

/** The date that Workflowy marks in a line: `<time startYear="2026" startMonth="3" startDay="9">`. */
function timeIn(line: string, fields: Fields): string | null {
  const attributes = /<time ([^<>]{1,300})>/i.exec(line)?.[1]
  if (attributes === undefined) return null
  const part = (name: string) =>
    new RegExp(`\\b${name}="(\\d{1,4})"`, 'i').exec(attributes)?.[1]?.padStart(2, '0')
  const day = [part('startYear'), part('startMonth'), part('startDay')].join('-')
  const hour = part('startHour')
  return fields.moments.due(
    'time',
    hour === undefined ? day : `${day}T${hour}:${part('startMinute') ?? '00'}`,
  )
}
