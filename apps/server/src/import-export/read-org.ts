import { grouped, LIMITS, toCompletions, unique } from '@cardinal/domain'
import { yieldToEventLoop } from '../lib/waiting.ts'
import { joinFamilies, type Member } from './families.ts'
import { FILE_LIMITS, tooManyRows } from './file-limits.ts'
import { type Found, plainCard } from './found.ts'
import { type Fields, type Ledger, textOf } from './ledger.ts'
import { joinedTexts, linkRow, NO_WORDS, textBelow } from './link-row.ts'
import { bodyOf, type Draft, shorter } from './org-drafts.ts'
import { factsOf, type OrgFacts } from './org-facts.ts'
import {
  CANCELLED,
  namesIn,
  type OrgHeading,
  type OrgSection,
  type OrgStates,
  orgHeadingIn,
  sectionsIn,
  statesIn,
} from './org-headings.ts'
import { inMarkdown, linesOf, type OrgLine, withoutBoxes } from './org-text.ts'
import { instantIn, planningOf } from './org-times.ts'
import { tagsInProse } from './prose-tags.ts'
import { MARKS } from './service.ts'

interface OrgFile {
  /** '': pasted. */
  readonly path: string
  readonly text: string
  /** Whether the file is from a Logseq graph, in which every heading is a block of its page, and `#word` a tag. */
  readonly isLogseq?: boolean
  /** Distinguishes files with the same path. Absent: 0. */
  readonly number?: number
}

/** Whether a text is an Org file: by its name, or because its first lines are only valid in Org. */
export function isOrg(text: string, name: string): boolean {
  if (ORG_NAME.test(name)) return true
  return /^(?:#\+(?:title|filetags|startup|options|seq_todo|typ_todo|todo|author|date|category|archive|property):|:PROPERTIES:[ \t]*\r?\n|\*+ (?:TODO|DONE|NEXT) )/i.test(
    text,
  )
}

export const ORG_NAME = /\.org(?:_archive)?$/i

/**
 * Reads an Org file (Emacs, Orgzly, beorg, org-roam, Logseq). The file is one note. A heading with a task keyword
 * is a todo, below the task around it. A heading with tags, dates, an id or an address is a separate note or
 * link. Headings without a text, around todos, are folders.
 */
export async function readOrg(file: OrgFile, ledger: Ledger): Promise<Found[]> {
  const reading = new OrgReading(file, ledger)
  let units = 0
  for (const section of sectionsIn(file.text)) {
    reading.add(section)
    units += 100 + section.lines.length * 50
    if (units > SLICE_UNITS) {
      units = 0
      await yieldToEventLoop()
    }
  }
  return reading.cards()
}

const SLICE_UNITS = 50_000

/** The card made from a heading. */
interface Made {
  readonly isBelowFile: boolean
  parts: readonly (Member | { readonly reason: string })[]
}

/** A heading that the present line is below. */
interface Open {
  readonly level: number
  readonly draft: Draft
  /** Null: the heading became no card of its own. */
  readonly made: Made | null
  /** The heading's text. Null: it was written into a card already. */
  heading: string | null
  hasCards: boolean
  /** Names of the headings around, as folders. */
  readonly folders: readonly string[]
  readonly tags: readonly string[]
  /** ms since 1970 of the day that a heading or file is about; null: none. */
  readonly day: number | null
}

/** A heading or file name of a day, month or year, as in a journal. */
const JOURNAL = /^\d{4}(?:[-_](?:W?\d\d)(?:[-_](\d\d))?)?(?:\s+\p{L}{1,20})?$/u
const ONE_LINK = /^(?:\[\[(https?:[^[\]\s]+)\](?:\[([^[\]]*)\])?\]|(https?:\/\/\S+))$/i
/** File names that say nothing about the content. */
const USUAL_FILE = /^(?:todos?|to-?do|tasks?|notes?|gtd|agenda|index|main|org|refile)$/i
/** Properties about how Emacs and Logseq show, find and repeat a heading. */
const UNSEEN = 'id,custom_id,collapsed,visibility,last_repeat,updated-at,last-modified-at'.split(',')
/** Keywords about how Emacs shows a file, and about its task keywords. */
const OF_EMACS = 'startup,options,todo,seq_todo,typ_todo,columns'.split(',')
const CREATED = ['created', 'created-at', 'created_at', 'date_added', 'added', 'timestamp']
const ADDRESSES = ['url', 'source', 'link', 'roam_refs', 'roam_key']
/** UTF-16 units. Longer texts become no cards, and are not read. */
const LONGEST_SECTION = LIMITS.contentLength * 2

class OrgReading {
  readonly #file: OrgFile
  readonly #ledger: Ledger
  readonly #states: OrgStates
  /** In the order of the file. When a heading ends, what its card no longer needs is dropped. */
  readonly #made: Made[] = []
  #open: Open[] = []

  constructor(file: OrgFile, ledger: Ledger) {
    this.#file = file
    this.#ledger = ledger
    this.#states = statesIn(file.text)
  }

  add(section: OrgSection): void {
    const facts = factsOf(section, this.#states, this.#ledger)
    if (section.level === 0) return void this.#addFile(section, facts)
    while ((this.#open.at(-1)?.level ?? 0) >= section.level) this.#close()
    const heading = orgHeadingIn(section.heading, this.#states)
    // Marks the end of a task within a text.
    const isEnd = section.level >= 15 && section.heading === 'END'
    if (isEnd) this.#addText(section, facts)
    else if (this.#isCard(heading, facts)) this.#addCard(section, heading, facts)
    else this.#addHeading(section, heading, facts)
  }

  #isCard({ state, priority, tags, title }: OrgHeading, { values }: OrgFacts): boolean {
    if (state !== null) return true
    if (this.#file.isLogseq) return false
    const names = Object.keys(values).map((name) => name.toLowerCase())
    const says = (all: readonly string[]) => names.some((name) => all.includes(name))
    return (
      priority !== '' ||
      tags.length > 0 ||
      ONE_LINK.test(title) ||
      says(['id', 'scheduled', 'deadline', 'closed', ...CREATED, ...ADDRESSES])
    )
  }

  #addFile(section: OrgSection, facts: OrgFacts): void {
    const names = this.#file.path.split('/').filter((name) => name !== '' && name !== '.')
    const name = (names.at(-1) ?? '').replace(ORG_NAME, '')
    // org-roam begins a file name with its time of creation.
    const [, stamp, rest] = /^(\d{14})-(.*)$/.exec(name) ?? []
    const day = JOURNAL.test(name) && name.length === 10 ? name.replaceAll('_', '-') : null
    const draft = this.#ledger.read(facts.values, (fields): Draft => {
      fields.skip([...OF_EMACS, ...UNSEEN])
      const title = (fields.take('title', textsTogether) ?? '') || (rest ?? name).replaceAll('_', ' ')
      const own = ['filetags', 'roam_tags', 'keywords', 'hugo_tags'].flatMap((each) =>
        namesIn(fields.take(each, textsTogether) ?? ''),
      )
      // In Emacs this keyword only offers tags to choose from.
      if (this.#file.isLogseq) own.push(...pagesIn(fields.take('tags', textsTogether) ?? ''))
      const created = createdIn(fields, ['date', ...CREATED])
      return {
        ...this.#draftOf(null, 0, { title, tags: withArchived(own), folders: names.slice(0, -1) }),
        address: fields.first(ADDRESSES, addressIn) ?? '',
        values: { createdAt: created ?? this.#ledger.moments.instant('file', stamp ?? day) },
        lines: fields
          .text('description')
          .split('\n')
          .map((text) => ({ text: inMarkdown(text) })),
      }
    })
    const made: Made = { isBelowFile: false, parts: [] }
    this.#made.push(made)
    const { tags, folders } = draft
    const at = day === null ? null : this.#ledger.moments.instant('file', day)
    this.#open = [{ level: 0, draft, made, heading: null, hasCards: false, folders, tags, day: at }]
    this.#addText(section, facts)
  }

  #addCard(section: OrgSection, heading: OrgHeading, facts: OrgFacts): void {
    const around = this.#open.at(-1)
    if (around === undefined) return
    if (this.#made.length >= FILE_LIMITS.rows) throw tooManyRows()
    for (const open of this.#open) open.hasCards = true
    const { state, priority } = heading
    const isDone = state?.isDone === true
    const inherited = together(around.tags, withArchived(heading.tags)).slice(0, FILE_LIMITS.tagsOfRow)
    const [, link, label, bare] = (state === null && ONE_LINK.exec(heading.title)) || []
    const title = (state === null ? heading.title : heading.title.replace(COOKIE, ' ')).trim()
    const own = [
      ...(priority === '' ? [] : [`priority ${priority}`]),
      ...(state === null || /^(?:TODO|DONE)$/.test(state.name) ? [] : [stateOf(state.name)]),
    ]
    const draft = this.#ledger.read(facts.values, (fields): Draft => {
      fields.skip(UNSEEN)
      const planning = planningOf(fields, isDone, this.#ledger)
      const completed = facts.completed.flatMap((time) => instantIn(this.#ledger.moments, time) ?? [])
      const isKept = state !== null && planning.recurrence !== null
      if (state === null && planning.recurrence !== null) this.#ledger.note('repetition of a note', title)
      if (!isKept && !isDone) for (const time of facts.completed) this.#ledger.note('LOGBOOK', time)
      const address = (link ?? bare ?? '') || (fields.first(ADDRESSES, addressIn) ?? '')
      const isArchived = fields.isSet('archive_time')
      return {
        ...this.#draftOf(around.draft, section.level, {
          title: link === undefined ? inMarkdown(bare === undefined ? title : '') : (label ?? ''),
          tags: together(inherited, [...own, ...(isArchived ? [MARKS.archived] : [])]),
          folders: around.folders,
        }),
        isTask: state !== null,
        address,
        values: {
          ...planning,
          ...(state === null && { doneAt: null, recurrence: null }),
          completions: isKept ? toCompletions(completed) : null,
          createdAt: createdIn(fields, CREATED) ?? around.day,
        },
      }
    })
    const made: Made = { isBelowFile: around.draft.parent === null, parts: [] }
    this.#made.push(made)
    const { folders, day } = around
    this.#open.push({
      level: section.level,
      draft,
      made,
      heading: null,
      hasCards: false,
      folders,
      tags: inherited,
      day,
    })
    this.#addText(section, facts)
  }

  #addHeading(section: OrgSection, { title }: OrgHeading, facts: OrgFacts): void {
    const around = this.#open.at(-1)
    if (around === undefined) return
    this.#ledger.read(facts.values, (fields) => fields.skip(UNSEEN))
    const isOfDay = JOURNAL.exec(title)
    const isFolder =
      around.draft.level === 0 &&
      isOfDay === null &&
      !this.#file.isLogseq &&
      facts.lines.every((line) => line.trim() === '')
    this.#open.push({
      level: section.level,
      draft: around.draft,
      made: null,
      heading: title,
      hasCards: false,
      // More folders make the row fail.
      folders:
        isFolder && around.folders.length <= FILE_LIMITS.folders
          ? [...around.folders, plainTitle(title)]
          : around.folders,
      tags: around.tags,
      day: isOfDay?.[1] === undefined ? around.day : this.#ledger.moments.instant('day', title.slice(0, 10)),
    })
    this.#addText(section, facts)
  }

  #addText({ level }: OrgSection, { lines }: OrgFacts): void {
    const open = this.#open.at(-1)
    if (open === undefined || lines.every((line) => line.trim() === '')) return
    this.#showHeadings()
    const size = lines.reduce((sum, line) => sum + line.length, 0)
    const isLong = size > LONGEST_SECTION || lines.some((line) => line.length > FILE_LIMITS.line)
    if (isLong) open.draft.problem = TOO_LONG
    else for (const line of linesOf(lines, this.#ledger)) open.draft.lines.push(this.#placed(line, level - 1))
    if (!isLong) open.draft.lines.push({ text: '' })
  }

  /** A block of Logseq becomes a list item, with its text below. */
  #placed(line: OrgLine, depth: number): OrgLine {
    return this.#file.isLogseq && depth >= 0 ? { ...line, text: `${'  '.repeat(depth)}  ${line.text}` } : line
  }

  /** Writes the headings that a text is below. */
  #showHeadings(): void {
    const last = this.#open.at(-1)
    const first = this.#open.findIndex(({ draft }) => draft === last?.draft)
    for (const open of this.#open.slice(first)) {
      if (open.heading === null) continue
      const depth = open.level - open.draft.level
      const title = inMarkdown(open.heading)
      open.draft.lines.push(
        this.#file.isLogseq
          ? { text: `${'  '.repeat(depth - 1)}- ${title}` }
          : { text: `${'#'.repeat(Math.min(6, depth))} ${title}`, level: depth },
        ...(this.#file.isLogseq ? [] : [{ text: '' }]),
      )
      open.heading = null
    }
  }

  /** Ends the innermost heading. One that only contains cards becomes their folder, and is in no text. */
  #close(): void {
    const open = this.#open.at(-1)
    if (open?.heading != null && (!open.hasCards || open.draft.level > 0)) this.#showHeadings()
    this.#open.pop()
    if (open?.made != null) open.made.parts = shorter(open.draft).map((part) => this.#memberOf(part))
  }

  #draftOf(
    parent: Draft | null,
    level: number,
    { title, tags, folders }: Pick<Draft, 'title' | 'tags' | 'folders'>,
  ): Draft {
    return {
      key: `${this.#file.number ?? 0} ${this.#file.path}#${this.#made.length}`,
      ...{ parent, level, isTask: false, title, address: '', values: {}, tags, folders },
      lines: [],
      problem: null,
    }
  }

  cards(): Found[] {
    const root = this.#open[0]?.draft
    while (this.#open.length > 1) this.#close()
    if (root === undefined) return []
    const isShown =
      this.#made.length === 1 || root.lines.some(({ text }) => text !== '') || root.problem !== null
    if (isShown) this.#close()
    const around = isShown || root.title === '' || USUAL_FILE.test(root.title) ? [] : [root.title]
    const members: Member[] = []
    const failed: Found[] = []
    for (const { isBelowFile, parts } of this.#made)
      for (const part of parts)
        if ('reason' in part) failed.push(part)
        else members.push(isBelowFile && !isShown ? withoutFile(part, around, root.folders.length) : part)
    return [...joinFamilies(members, this.#ledger).map((card) => ({ card })), ...failed]
  }

  #memberOf(draft: Draft): Member | { readonly reason: string } {
    const found = this.#cardOf(draft)
    if ('reason' in found) return found
    const staysCard = !draft.isTask || draft.parent?.isTask !== true
    return { key: draft.key, parent: draft.parent?.key ?? null, card: found.card, staysCard }
  }

  #cardOf(draft: Draft): Found {
    if (draft.problem !== null) return { reason: draft.problem }
    const { rest, subnotes } = draft.isTask ? withoutBoxes(draft.lines) : { rest: draft.lines, subnotes: [] }
    const body = bodyOf(rest)
    const texts = [draft.title, body, draft.isTask ? draft.address : '']
    const found: Found =
      draft.address !== '' && !draft.isTask
        ? linkRow({ address: draft.address, title: draft.title, description: body })
        : {
            card: draft.isTask
              ? plainCard('todo', joinedTexts(texts, '\n\n'))
              : plainCard('note', textBelow(draft.title, body)),
          }
    if ('reason' in found) return found
    if (found.card.content === '') return { reason: NO_WORDS }
    const { tags, folders } = draft
    const all = this.#file.isLogseq ? [...tags, ...tagsInProse(body)] : tags
    return { card: { ...found.card, ...draft.values, subnotes, tags: all, folders } }
  }
}

/** A card whose file became no note gets the file's name as a folder. */
function withoutFile({ card, ...member }: Member, around: readonly string[], above: number): Member {
  const folders = [...card.folders.slice(0, above), ...around, ...card.folders.slice(above)]
  return { ...member, parent: null, card: { ...card, folders } }
}

const TOO_LONG = `This text has a part of more than ${grouped(LONGEST_SECTION)} characters, or a line of more than ${grouped(FILE_LIMITS.line)}.`
/** The share of done tasks below a heading. */
const COOKIE = /\s?\[(?:\d{1,6}\/\d{1,6}|\d{1,3}%)\]/g

function plainTitle(title: string): string {
  return inMarkdown(title.replace(COOKIE, '')).replaceAll('/', ' ').trim()
}

function createdIn(fields: Fields, names: readonly string[]): number | null {
  return fields.first(names, (value) => instantIn(fields.moments, value))
}

function stateOf(name: string): string {
  return CANCELLED.test(name) ? MARKS.cancelled : name.toLowerCase()
}

function together(some: readonly string[], others: readonly string[]): readonly string[] {
  return others.length === 0 ? some : unique([...some, ...others])
}

/** Adds the tag by which Emacs hides a heading. */
function withArchived(names: readonly string[]): string[] {
  return names.map((name) => (name === 'ARCHIVE' ? MARKS.archived : name))
}

/** Joins the values of a keyword that occurs several times. */
function textsTogether(value: unknown): string | null {
  const texts = [value].flat().flatMap((each) => textOf(each) ?? [])
  return texts.length === 0 ? null : texts.join(' ').trim()
}

/** The first web address of a property. */
function addressIn(value: unknown, garbled: () => void): string | null {
  const text = textOf(value) ?? ''
  const address = /https?:\/\/[^\s\]"<>]{1,8000}/i.exec(text)?.[0] ?? null
  if (address !== null && /\w/.test(text.replace(address, ''))) garbled()
  return address
}

/** Reads `soup, [[slow food]]` as two names. */
function pagesIn(text: string): string[] {
  return text.split(',').flatMap((name) => name.replace(/[[\]]/g, '').trim() || [])
}
