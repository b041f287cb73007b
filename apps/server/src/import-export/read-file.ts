import { MAX_BODY } from '@cardinal/contract'
import { LIMITS, ok, type Result, refused } from '@cardinal/domain'
import { isPlain } from '../access/bodies.ts'
import { ArchiveBudget, archiveKind, filesIn, gunzip } from './archive.ts'
import { ACCOUNT_FILE, CarriedFiles, filesFor, hashOfPath, isHash } from './carried-files.ts'
import { withoutContainers } from './containers.ts'
import { checkLists, FILE_LIMITS, FileTooLarge, numbered } from './file-limits.ts'
import { FILE_PROBLEMS, type FileProblem } from './file-problems.ts'
import type { Format, FoundFile } from './found.ts'
import { Ledger } from './ledger.ts'
import { hasLink } from './markdown-scan.ts'
import { isNote, readNoteFile } from './note-files.ts'
import { isOwnNote, readOwnNote } from './own-notes.ts'
import { readArchive } from './read-archive.ts'
import { isBibtex, readBibtex } from './read-bibtex.ts'
import { splitCopies } from './read-copies.ts'
import { isTable, readCsv, type TableChoice } from './read-csv.ts'
import { readHtml } from './read-html.ts'
import { isCalendar, readCalendar } from './read-ics.ts'
import { readJson } from './read-json.ts'
import { isAddressList, isTaskList, readAddressList, readTaskList } from './read-lines.ts'
import { readMarkdown } from './read-markdown.ts'
import { isOrg, readOrg } from './read-org.ts'
import { isRis, readRis } from './read-ris.ts'
import { readShortcut } from './read-shortcut.ts'
import { isTaskPaper, looksLikeTaskPaper, readTaskPaper } from './read-taskpaper.ts'
import { isEvernote, isKnownXml, type Resources, readXml } from './read-xml.ts'
import { Reading, type ReadingChoice } from './reading.ts'

/** Limits of an account's zip. Its JSON may have as many bytes as a JSON file that is not zipped. */
const ACCOUNT_LIMITS = { entries: LIMITS.filesPerAccount + 10, file: MAX_BODY.file }

export interface FileChoice extends ReadingChoice {
  readonly format?: Format | undefined
  readonly table?: TableChoice | undefined
}

/**
 * Reads a file, or an archive of files. The format is detected from the content, unless it is named.
 *
 * @param onDecoded called when the bytes of a plain file are no longer needed
 */
export async function readFile(
  bytes: Uint8Array,
  choice: FileChoice = {},
  onDecoded: () => void = () => undefined,
): Promise<Result<FoundFile, FileProblem>> {
  const found = await readWithin(async () => {
    const isPacked = archiveKind(bytes) === 'gzip'
    const plain = isPacked ? gunzip(bytes) : bytes
    const kind = archiveKind(plain)
    if (kind === 'gzip') return refused(FILE_PROBLEMS.nested)
    const reading = new Reading(choice)
    const account = kind === 'zip' ? await readAccount(plain, choice, reading) : null
    if (account !== null) return account
    if (kind === null) return readPlain(plain, choice, reading, onDecoded)
    return readAgain(reading, (once) =>
      readArchive(
        kind,
        plain,
        (inside, resources) => readWithin(() => readText(once.decode(inside), once, {}, resources)),
        once,
      ),
    )
  })
  return found.ok ? ok(withBrokenAddresses(withoutContainers(found.value))) : found
}

/** Reads an account's export with files. Null: another archive. */
async function readAccount(
  bytes: Uint8Array,
  choice: FileChoice,
  reading: Reading,
): Promise<Result<FoundFile, FileProblem> | null> {
  const here = new Set<string>()
  let json: Uint8Array | null = null
  const look = (path: string) => {
    const hash = hashOfPath(path)
    if (hash !== null) here.add(hash)
    return path === ACCOUNT_FILE
  }
  for await (const file of filesIn('zip', bytes, new ArchiveBudget(ACCOUNT_LIMITS), look)) {
    if (json === null && file.path !== ACCOUNT_FILE) return null
    if (file.path === ACCOUNT_FILE && 'bytes' in file) json = file.bytes
  }
  if (json === null) return null
  const found = await readPlain(json, choice, reading, () => undefined)
  if (!found.ok) return found
  const files = filesFor(found.value.rows, [(wanted) => filesOfAccount(bytes, wanted)], here)
  return ok({ ...found.value, ...(files !== undefined && { files }) })
}

/** The wanted files. Leaves out damaged ones, and all that come after a part that can't be unpacked. */
async function* filesOfAccount(bytes: Uint8Array, wanted: ReadonlySet<string>) {
  const isWanted = (path: string) => wanted.has(hashOfPath(path) ?? '')
  try {
    for await (const file of filesIn('zip', bytes, new ArchiveBudget(ACCOUNT_LIMITS), isWanted)) {
      const hash = hashOfPath(file.path)
      if ('bytes' in file && hash !== null && wanted.has(hash) && isHash(hash, file.bytes))
        yield { hash, bytes: file.bytes }
    }
  } catch (error) {
    if (!(error instanceof FileTooLarge)) throw error
  }
}

/** Notes the addresses that can't be opened. */
function withBrokenAddresses(file: FoundFile): FoundFile {
  const ledger = new Ledger()
  for (const row of file.rows)
    if ('card' in row && row.card.brokenAddress !== undefined)
      ledger.note('address', row.card.brokenAddress, { isGarbled: true })
  return ledger.list.length === 0 ? file : { ...file, lost: [...(file.lost ?? []), ...ledger.list] }
}

/** Reads a second time if later rows show how earlier dates must be read. */
async function readAgain(
  first: Reading,
  read: (reading: Reading) => Promise<Result<FoundFile, FileProblem>>,
): Promise<Result<FoundFile, FileProblem>> {
  const found = await read(first)
  const reading = first.moments.isContradicted ? first.again() : first
  const last = reading === first ? found : await read(reading)
  return last.ok ? ok({ ...last.value, assumed: reading.assumed }) : last
}

/** Copies are most of an account's file, so they are parsed only when they are read. */
async function readPlain(
  bytes: Uint8Array,
  choice: FileChoice,
  reading: Reading,
  onDecoded: () => void,
): Promise<Result<FoundFile, FileProblem>> {
  const split = splitCopies(bytes)
  if (split === null) {
    const text = reading.decode(bytes)
    const ledger = new Ledger(reading.moments)
    const shortcut = readShortcut({ path: reading.fileName, bytes, text }, ledger)
    const holdsFiles = text !== null && isEvernote(text)
    if (!holdsFiles) onDecoded()
    if (shortcut !== null)
      return ok({
        rows: numbered([shortcut]),
        tags: [],
        groups: [],
        lost: ledger.list,
        assumed: reading.assumed,
      })
    return readAgain(reading, async (once) => {
      if (!holdsFiles) return readText(text, once, choice)
      const carried = new CarriedFiles()
      const found = await readText(text, once, choice, { carried, path: '', bytes: async () => bytes })
      const files = found.ok ? carried.inFile(found.value.rows) : undefined
      return found.ok && files !== undefined ? ok({ ...found.value, files }) : found
    })
  }
  const found = await readOne(split.rest, reading, { format: 'json' })
  return found.ok && split.copies.count > 0 ? ok({ ...found.value, copies: split.copies }) : found
}

function readOne(bytes: Uint8Array, reading: Reading, choice: FileChoice = {}) {
  return readText(reading.decode(bytes), reading, choice)
}

async function readText(
  text: string | null,
  reading: Reading,
  { format: named, table }: FileChoice,
  resources?: Resources,
): Promise<Result<FoundFile, FileProblem>> {
  const unknown = ENEX_NAME.test(resources?.path || reading.fileName)
    ? FILE_PROBLEMS.notEnex
    : FILE_PROBLEMS.unknown
  if (text === null) return refused(unknown)
  if (text.trim() === '') return refused(FILE_PROBLEMS.empty)
  if (named === undefined && table === undefined && isNote(text, reading.fileName)) {
    const ledger = new Ledger(reading.moments)
    const note = readNoteFile({ path: reading.fileName || 'Note.md', text }, ledger)
    return ok({ rows: numbered([note]), tags: [], groups: [], lost: ledger.list })
  }
  const format = named ?? (table === undefined ? formatOf(text, reading.fileName) : 'csv')
  if (format === 'json' && !isPlain(text, FILE_LIMITS.jsonDepth, FILE_LIMITS.jsonContainers))
    return refused(FILE_PROBLEMS.nested)
  if (format === null) return refused(unknown)
  const found = await readAs(format, text, reading, { table, resources })
  if (found.ok && found.value.rows.length === 0 && found.value.account === undefined)
    return refused(format === 'html' ? FILE_PROBLEMS.notHtml : FILE_PROBLEMS.noCards)
  return found
}

const ENEX_NAME = /\.enex$/i

/** Turns exceeded limits into a refusal with a sentence. */
async function readWithin(
  read: () => Promise<Result<FoundFile, FileProblem>>,
): Promise<Result<FoundFile, FileProblem>> {
  try {
    const found = await read()
    if (found.ok) checkLists(found.value)
    return found
  } catch (error) {
    if (error instanceof FileTooLarge) return refused(error.message)
    throw error
  }
}

/**
 * Detects the format from the beginning of a text and its content; null: unknown.
 *
 * @param name of the file; '' if unknown
 */
export function formatOf(text: string, name = ''): Format | null {
  const start = text.trimStart()
  if (isOwnNote(start)) return 'markdown'
  if (isOrg(start, name)) return 'org'
  if (isTaskPaper(start, name)) return 'taskpaper'
  if (/^[[{]/.test(start)) return isLinkFirst(start) ? 'markdown' : 'json'
  if (/^<!doctype netscape-bookmark/i.test(start)) return 'html'
  if (start.startsWith('<') && isKnownXml(start)) return 'xml'
  if (start.startsWith('<') && !start.startsWith('<!-- card ') && /<a\s/i.test(start)) return 'html'
  if (isCalendar(start)) return 'ics'
  if (isBibtex(start)) return 'bibtex'
  if (isRis(start)) return 'ris'
  if (isAddressList(start)) return 'addresses'
  if (isTable(start)) return 'csv'
  if (looksLikeTaskPaper(start, name)) return 'taskpaper'
  if (/^<!-- card /m.test(text) || hasLink(text)) return 'markdown'
  if (/<dt>\s*<a\s/i.test(text)) return 'html'
  return isTaskList(start, name) ? 'todo.txt' : null
}

/** Whether a text begins with a Markdown link, which looks like a list in JSON. */
function isLinkFirst(start: string): boolean {
  return /^\[(?![\s{["\]])/.test(start) && hasLink(start.slice(0, FILE_LIMITS.line).split('\n', 1)[0] ?? '')
}

const JSON_PROBLEMS = {
  'not-json': FILE_PROBLEMS.notJson,
  'no-cards': FILE_PROBLEMS.noCards,
  encrypted: FILE_PROBLEMS.encrypted,
  passwords: FILE_PROBLEMS.passwords,
} as const

const TABLE_PROBLEMS = {
  'not-a-table': FILE_PROBLEMS.notCsv,
  'open-quote': FILE_PROBLEMS.openQuote,
  passwords: FILE_PROBLEMS.passwords,
} as const

async function readAs(
  format: Format,
  text: string,
  { moments, fileName }: Reading,
  {
    table,
    resources,
  }: { readonly table?: TableChoice | undefined; readonly resources?: Resources | undefined },
): Promise<Result<FoundFile, FileProblem>> {
  switch (format) {
    case 'html':
      return ok(await readHtml(text, moments))
    case 'markdown': {
      if (!isOwnNote(text)) return ok(await readMarkdown(text, moments))
      const ledger = new Ledger(moments)
      return ok({ rows: numbered([readOwnNote(text, ledger)]), tags: [], groups: [], lost: ledger.list })
    }
    case 'addresses':
      return ok(await readAddressList(text))
    case 'todo.txt':
      return ok(await readTaskList(text, moments))
    case 'bibtex':
      return ok(await readBibtex(text, moments))
    case 'ics':
      return ok(await readCalendar(text, moments))
    case 'ris':
      return ok(await readRis(text, moments))
    case 'org': {
      const ledger = new Ledger(moments)
      const rows = numbered(await readOrg({ path: fileName, text }, ledger))
      return ok({ rows, tags: [], groups: [], lost: ledger.list })
    }
    case 'taskpaper': {
      const ledger = new Ledger(moments)
      const rows = numbered(await readTaskPaper(text, ledger))
      return ok({ rows, tags: [], groups: [], lost: ledger.list })
    }
    case 'xml': {
      const list = await readXml(text, moments, resources)
      if (list.ok) return list
      if (isEvernote(text)) return refused(FILE_PROBLEMS.cutOffEnex)
      return refused(list.error === 'cut-off' ? FILE_PROBLEMS.cutOff : FILE_PROBLEMS.unknown)
    }
    case 'csv': {
      const rows = await readCsv(text, moments, table)
      return rows.ok ? rows : refused(TABLE_PROBLEMS[rows.error])
    }
    case 'json': {
      const list = await readJson(text, moments)
      return list.ok ? list : refused(JSON_PROBLEMS[list.error])
    }
  }
}
