import { Parser } from 'htmlparser2'
import { FILE_LIMITS } from './file-limits.ts'
import type { Found } from './found.ts'
import { type Fields, type Ledger, textOf } from './ledger.ts'
import { joinedTexts, linkRow } from './link-row.ts'

interface ShortcutFile {
  /** '': unknown. */
  readonly path: string
  readonly bytes: Uint8Array
  /** Null: not a text. */
  readonly text: string | null
}

/** Values by key in lower case, with the key as the file spells it. */
type Facts = Map<string, readonly [key: string, value: string]>

/**
 * Reads a file that contains a single address: `.url` and `.website` of Windows, `.desktop` of Linux, `.webloc`
 * of macOS. They are recognised by their content. Null: another file.
 */
export function readShortcut({ path, bytes, text }: ShortcutFile, ledger: Ledger): Found | null {
  if (bytes.length > FILE_LIMITS.line) return null
  const facts = isBinary(bytes) ? factsOfBinary(bytes) : factsOfText(text ?? '')
  if (facts === null) return null
  const names = path.split('/').filter((name) => name !== '')
  const fileName = (names.at(-1) ?? '').replace(/\.[^.]*$/, '')
  return ledger.read(Object.fromEntries(facts.values()), (fields) =>
    linkOf(fields, fileName, names.slice(0, -1)),
  )
}

function linkOf(fields: Fields, fileName: string, folders: readonly string[]): Found {
  const type = fields.text('type')
  if (!/^(?:link)?$/i.test(type))
    return { reason: `This is a shortcut of the type “${type.slice(0, 50)}”, not a link.` }
  fields.skip(UNSEEN)
  fields.skip(['hotkey', 'roamed', 'showcommand'], ['0', '-1', '1'])
  // KDE also writes the name in the person's language, which is mostly the same.
  for (const name of [...fields.names()])
    if (/^name\[/.test(name) && [fields.peek('name'), fileName].includes(fields.peek(name)))
      fields.skip([name])
  const found = linkRow({
    address: fields.text('url', 'url[$e]'),
    title: fields.text(...NAMES) || fileName,
    description: joinedTexts(
      NOTES.map((name) => fields.text(name)),
      '\n\n',
    ),
  })
  if ('reason' in found) return found
  return { card: { ...found.card, folders, createdAt: fields.take('modified', timeOf) } }
}

/**
 * Section and number of properties with a title, in files of Windows: that of a pinned page, and that of a
 * document.
 */
const NAMES = [
  'name',
  '{000214a0-0000-0000-c000-000000000046}.prop4',
  '{f29f85e0-4ff9-1068-ab91-08002b27b3d9}.prop2',
]
/** Properties that a shortcut shows as its description and comments. */
const NOTES = [
  'comment',
  'desc',
  '{5cbf2787-48cf-4208-b90e-ee5e5d420294}.prop21',
  '{b9b4b3fc-2b51-4a42-b5d8-324146afcf25}.prop5',
]
/** The file's format, its window, and a number whose meaning is undocumented. */
const UNSEEN = [
  'encoding',
  'version',
  'idlist',
  'workingdirectory',
  '{000214a0-0000-0000-c000-000000000046}.prop3',
]

/** Sections with the address. Their keys are used alone; keys of other sections get the section's name in front. */
const CORE = /^(?:internetshortcut|(?:kde )?desktop entry)$/

/** Keys and values of a shortcut of Windows or Linux, or of a property list. Null: neither. */
function factsOfText(text: string): Facts | null {
  if (/^\s*<(?:\?xml|!doctype plist|plist)/i.test(text)) return factsOfXml(text)
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim())
  const first = lines.find((line) => line !== '' && !/^[#;]/.test(line))
  const isLinux = /^\[(?:kde )?desktop entry\]/im.test(text)
  if (!first?.startsWith('[') || !(isLinux || /^\[internetshortcut\]/im.test(text))) return null
  const facts: Facts = new Map()
  const wide: Facts = new Map()
  let section = ''
  for (const line of lines) {
    if (line.startsWith('[') && line.endsWith(']')) section = line.slice(1, -1).trim().toLowerCase()
    const sign = line.indexOf('=')
    // The section .A repeats the first section.
    if (sign < 1 || /^[#;[]/.test(line) || section.endsWith('.a')) continue
    const [key, value] = [line.slice(0, sign).trim(), line.slice(sign + 1).trim()]
    const isWide = section.endsWith('.w')
    const plain = isWide ? section.slice(0, -2) : section
    const name = CORE.test(plain) ? key : `${plain}.${key}`
    note(
      isWide ? wide : facts,
      name,
      isLinux ? unescaped(value, key.endsWith('[$e]')) : withoutType(value, plain),
    )
  }
  for (const [key, [name, value]] of wide) {
    const exact = fromUtf7(value)
    if (exact !== null) facts.set(key, [name, exact])
  }
  return facts
}

/** The first of several values is used; the others are listed as lost. */
function note(facts: Facts, name: string, value: string): void {
  const known = facts.get(name.toLowerCase())?.[1]
  const key = known === undefined || known === value ? name : `${name} (again)`
  facts.set(key.toLowerCase(), [key, value])
}

/** @param isExpanded whether KDE expands variables in the value, so that other dollar signs are doubled */
function unescaped(value: string, isExpanded: boolean): string {
  const text = value.replace(/\\([sntr\\])/g, (_, sign: string) => ESCAPES[sign] ?? sign)
  return isExpanded ? text.replaceAll('$$', '$') : text
}

const ESCAPES: Readonly<Record<string, string>> = { s: ' ', n: '\n', t: '\t', r: '\r', '\\': '\\' }

/** A property's value without its type number, or any value without quotation marks. */
function withoutType(value: string, section: string): string {
  return section.startsWith('{') ? value.replace(/^\d+,/, '') : value.replace(/^(["'])(.*)\1$/, '$2')
}

/** Null: not UTF-7, or only ASCII. */
function fromUtf7(text: string): string | null {
  let isWhole = true
  const decoded = text.replace(/\+([A-Za-z0-9+/]*)-?/g, (_, letters: string) => {
    if (letters === '') return '+'
    const bytes = Buffer.from(letters, 'base64')
    if (bytes.length < 2 || bytes.length % 2 === 1) isWhole = false
    return bytes
      .subarray(0, bytes.length - (bytes.length % 2))
      .swap16()
      .toString('utf16le')
  })
  return isWhole && /[^\0-\x7f]/.test(decoded) ? decoded : null
}

/** ms since 1970 of a Windows time: units of 100 ns since 1601, lowest byte first, followed by a check byte. */
function timeOf(value: unknown): number | null {
  const hex = textOf(value) ?? ''
  if (!/^[0-9a-f]{16}(?:[0-9a-f]{2})?$/i.test(hex)) return null
  const ms = Number(Buffer.from(hex, 'hex').readBigUInt64LE() / 10_000n) - 11_644_473_600_000
  return ms > 0 && ms <= Date.now() ? ms : null
}

/** The texts of the outermost dictionary of an XML property list. Null: it has no address. */
function factsOfXml(text: string): Facts | null {
  const facts: Facts = new Map()
  let depth = 0
  let [key, value] = ['', '']
  const parser = new Parser(
    {
      onopentag: () => {
        if (++depth <= 3) value = ''
      },
      ontext: (part) => {
        value += part
      },
      onclosetag: (name) => {
        // Depth 3: plist, dict, and a key or value.
        if (depth-- !== 3) return
        if (name === 'key') key = value.trim()
        else if (key !== '') note(facts, key, name === 'true' ? name : value.trim())
        if (name !== 'key') key = ''
        value = ''
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  if (!/<plist[\s>]/i.test(text)) return null
  parser.end(text)
  return hasAddress(facts)
}

function hasAddress(facts: Facts): Facts | null {
  return facts.has('url') ? facts : null
}

const BINARY = Buffer.from('bplist00')
/** Bytes at the end of a binary property list, with the positions of its parts. */
const TRAILER_BYTES = 32

function isBinary(bytes: Uint8Array): boolean {
  return BINARY.equals(bytes.subarray(0, BINARY.length))
}

/** The outermost dictionary of a binary property list. Only its texts are read. Null: no address, or damaged. */
function factsOfBinary(bytes: Uint8Array): Facts | null {
  const list = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const trailer = list.length - TRAILER_BYTES
  const numberAt = (at: number, size: number) => list.readUIntBE(at, size)
  try {
    const [offsetSize, referenceSize] = [numberAt(trailer + 6, 1), numberAt(trailer + 7, 1)]
    const [top, table] = [trailer + 18, trailer + 26].map((at) => numberAt(at, 6)) as [number, number]
    const placeOf = (object: number) => numberAt(table + object * offsetSize, offsetSize)
    /** Kind of an object, number of its parts, and where they begin. */
    const headAt = (at: number): readonly [kind: number, count: number, from: number] => {
      const [kind, count] = [numberAt(at, 1) >> 4, numberAt(at, 1) & 15]
      if (count < 15) return [kind, count, at + 1]
      const size = 2 ** (numberAt(at + 1, 1) & 15)
      return [kind, numberAt(at + 2, size), at + 2 + size]
    }
    const textAt = (at: number): string => {
      const [kind, count, from] = headAt(at)
      if (kind === 5) return list.toString('utf8', from, from + count)
      if (kind !== 6) return '…'
      return Buffer.from(list.subarray(from, from + count * 2))
        .swap16()
        .toString('utf16le')
    }
    const [kind, count, from] = headAt(placeOf(top))
    if (kind !== 13 || count > list.length) return null
    const facts: Facts = new Map()
    for (let at = 0; at < Math.min(count, FILE_LIMITS.columns); at++) {
      const [key, value] = [at, at + count].map((part) =>
        textAt(placeOf(numberAt(from + part * referenceSize, referenceSize))),
      ) as [string, string]
      note(facts, key, value)
    }
    return hasAddress(facts)
  } catch {
    return null
  }
}
