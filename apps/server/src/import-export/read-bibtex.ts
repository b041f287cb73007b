import { numbered } from './file-limits.ts'
import type { Found, FoundFile } from './found.ts'
import { type Fields, Ledger, textOf } from './ledger.ts'
import { joinedTexts, linkOrText } from './link-row.ts'
import type { Moments } from './moments.ts'
import { inSlices } from './slices.ts'

/** Whether a text begins with a BibTeX entry. */
export function isBibtex(text: string): boolean {
  return /^(?:%[^\n]*\n|\s)*@[a-z]+\s*[{(]/i.test(text.slice(0, 10_000))
}

/** BibTeX: an entry with an address or DOI becomes a link, any other a note. Keywords become tags. */
export async function readBibtex(text: string, moments: Moments): Promise<FoundFile> {
  const ledger = new Ledger(moments)
  const rows: Found[] = []
  const strings = new Map<string, string>()
  const entries = [...text.matchAll(/^[ \t]{0,8}@([a-z]{1,40}) ?[{(]/gim)]
  for await (const [index, entry] of withIndex(entries)) {
    const kind = (entry[1] ?? '').toLowerCase()
    const end = entries[index + 1]?.index ?? text.length
    const body = text.slice(entry.index + entry[0].length, end)
    if (kind === 'string') for (const [name, value] of fieldsIn(body, strings)) strings.set(name, value)
    if (kind === 'comment' || kind === 'string' || kind === 'preamble') continue
    const fields = fieldsIn(withoutKey(body), strings)
    rows.push(
      ledger.read(Object.fromEntries([...fields].map(([name, value]) => [name, value.trim()])), cardOf),
    )
  }
  return { rows: numbered(rows), tags: [], groups: [], lost: ledger.list }
}

/** The fields of an entry, without its key. */
function withoutKey(body: string): string {
  const comma = body.indexOf(',')
  return comma < 0 || body.slice(0, comma).includes('=') ? body : body.slice(comma)
}

async function* withIndex<T>(list: readonly T[]): AsyncGenerator<[number, T]> {
  let index = 0
  for await (const item of inSlices(list)) yield [index++, item]
}

/**
 * Reads `name = {text}`, `name = "text"`, `name = 1999`, or several values with `#` between them. Takes linear
 * time.
 *
 * @param strings texts that the file defines, by name in lower case
 */
function fieldsIn(body: string, strings: ReadonlyMap<string, string>): Map<string, string> {
  const fields = new Map<string, string>()
  const start = /(?:^|,)\s*([a-z][\w-]*)\s*=\s*/giy
  for (let at = 0; at < body.length; ) {
    start.lastIndex = at
    const found = start.exec(body)
    if (found === null) {
      const comma = body.indexOf(',', at + 1)
      if (comma < 0) break
      at = comma
      continue
    }
    const name = (found[1] ?? '').toLowerCase()
    const readPart = name === 'url' || name === 'doi' ? plainAddress : plainText
    let value = ''
    for (let isMore = true, from = start.lastIndex; isMore; from = at) {
      const end = endOfValue(body, from)
      const part = body.slice(from, end)
      value += partsText(part, strings, readPart)
      NEXT_PART.lastIndex = end
      isMore = NEXT_PART.test(body)
      at = isMore ? NEXT_PART.lastIndex : end
    }
    fields.set(name, value)
  }
  return fields
}

/** Joins two parts of a value. */
const NEXT_PART = /\s*#\s*/y

/** The text of a value's part. Spaces at its ends count if it is joined with others. */
function partsText(
  part: string,
  strings: ReadonlyMap<string, string>,
  read: (part: string) => string,
): string {
  const inside = /^\s*["{]([\s\S]*)["}]\s*$/.exec(part)?.[1]
  if (inside === undefined) return strings.get(part.trim().toLowerCase()) ?? read(part)
  const text = read(part)
  return `${/^\s/.test(inside) ? ' ' : ''}${text}${/\s$/.test(inside) ? ' ' : ''}`
}

/** Index after a value's closing brace or quote, or of the next comma. */
function endOfValue(body: string, start: number): number {
  const opening = body[start]
  if (opening !== '{' && opening !== '"') {
    const end = body.slice(start).search(/[,}\n#]/)
    return end < 0 ? body.length : start + end
  }
  let depth = 0
  for (let at = start; at < body.length; at++) {
    const sign = body[at]
    if (sign === '\\') at++
    else if (sign === '{') depth++
    else if (sign === '}') depth--
    if (opening === '{' ? depth === 0 : sign === '"' && at > start && depth === 0) return at + 1
  }
  return body.length
}

const ACCENTS: Readonly<Record<string, string>> = {
  '"': '\u0308',
  "'": '\u0301',
  '`': '\u0300',
  '^': '\u0302',
  '~': '\u0303',
  '=': '\u0304',
  '.': '\u0307',
  c: '\u0327',
  k: '\u0328',
  v: '\u030c',
  u: '\u0306',
  H: '\u030b',
  r: '\u030a',
  d: '\u0323',
  b: '\u0331',
}

/** Stands for the end of a paragraph until blanks are joined. */
const PARAGRAPH = '\u2029'

/** Commands that stand for a sign, as Zotero and JabRef write them. */
const SIGNS = new Map(
  Object.entries({
    ss: 'ß',
    ae: 'æ',
    AE: 'Æ',
    oe: 'œ',
    OE: 'Œ',
    aa: 'å',
    AA: 'Å',
    o: 'ø',
    O: 'Ø',
    l: 'ł',
    L: 'Ł',
    dh: 'ð',
    th: 'þ',
    i: 'ı',
    j: 'ȷ',
    textless: '<',
    textgreater: '>',
    textbar: '|',
    textbackslash: '\\',
    textasciitilde: '~',
    textasciicircum: '^',
    textunderscore: '_',
    textbraceleft: '{',
    textbraceright: '}',
    textdollar: '$',
    textendash: '–',
    textemdash: '—',
    textellipsis: '…',
    par: PARAGRAPH,
    ldots: '…',
    dots: '…',
    textquoteleft: '‘',
    textquoteright: '’',
    textquotedblleft: '“',
    textquotedblright: '”',
    quotedblbase: '„',
    guillemotleft: '«',
    guillemotright: '»',
    textquotesingle: "'",
    textbullet: '•',
    textperiodcentered: '·',
    textdegree: '°',
    textmu: 'µ',
    texttimes: '×',
    textpm: '±',
    textonehalf: '½',
    textsection: '§',
    textparagraph: '¶',
    textcopyright: '©',
    textregistered: '®',
    texttrademark: '™',
    texteuro: '€',
    textsterling: '£',
    pounds: '£',
    textyen: '¥',
    textexclamdown: '¡',
    textquestiondown: '¿',
    textleftarrow: '←',
    textrightarrow: '→',
  }),
)

/** Commands whose argument is shown in another way. */
const STYLES = new Set(
  'url,href,emph,enquote,textit,textbf,textsc,textsl,texttt,textrm,textsf,textup,textmd,textnormal,text,underline,mbox,textsuperscript,textsubscript,mkbibemph,mkbibitalic,mkbibbold,mkbibquote,mkbibparens'.split(
    ',',
  ),
)

const LATEX =
  /\\(["'`^~=.]|[ckvuHrdb](?=[{ ]))\s?\{?(\\[ij]|[a-zA-Z])\}?|\\([a-zA-Z]+)(?:\{\}|[ \t](?=\S))?|\\(\W|_)|(?<!\/)~|[{}]|---?/g

/** The text of a LaTeX value. Unknown commands are kept. */
function plainText(value: string): string {
  return withoutDelimiters(value)
    .replace(/\\(?:enquote|mkbibquote)\*?\{([^{}]*)\}/g, '“$1”')
    .replace(
      LATEX,
      (
        found: string,
        accent: string | undefined,
        letter = '',
        command: string | undefined,
        escaped: string | undefined,
      ) => {
        if (accent !== undefined)
          return `${letter.replace('\\', '')}${ACCENTS[accent] ?? ''}`.normalize('NFC')
        if (command !== undefined) return STYLES.has(command) ? '' : (SIGNS.get(command) ?? found)
        // Two backslashes are a line break.
        if (escaped !== undefined) return escaped === '\\' ? ' ' : escaped
        if (found.startsWith('-')) return found.length === 2 ? '–' : '—'
        return found === '~' ? ' ' : ''
      },
    )
    .replace(/[^\S\u2029]+/g, ' ')
    .replace(/ ?\u2029 ?/g, '\n\n')
    .trim()
}

/** An address without escapes. Zotero writes none; JabRef escapes LaTeX's special characters. */
function plainAddress(value: string): string {
  return withoutDelimiters(value)
    .replace(/^\\url\{(.*)\}$/s, '$1')
    .replace(/\\([~^])\{\}/g, '$1')
    .replace(/\\([&%$#_{}~^])/g, '$1')
    .trim()
}

function withoutDelimiters(value: string): string {
  return value.trim().replace(/^["{]|["}]$/g, '')
}

function cardOf(fields: Fields): Found {
  const field = (name: string) => fields.text(name)
  fields.attach('file', nameOfFile)
  const eprint = /^arxiv$/i.test(field('archiveprefix') || field('eprinttype')) ? field('eprint') : ''
  const found = referenceCard({
    title: field('title'),
    authors: field('author').replaceAll(' and ', '; '),
    year: fields.text('year', 'date'),
    abstract: field('abstract'),
    note: joinedTexts([field('note'), field('annotation'), field('annote')], '\n\n'),
    address:
      field('url') ||
      addressIn(field('howpublished')) ||
      (eprint === '' ? '' : `https://arxiv.org/abs/${eprint}`),
    doi: field('doi'),
    keywords: field('keywords') || field('tags'),
  })
  return 'reason' in found
    ? found
    : {
        card: {
          ...found.card,
          createdAt: fields.moment('urldate', 'date-added', 'creationdate', 'timestamp'),
        },
      }
}

/** Reads the name of a file. Zotero writes title, path and type with colons in between. */
function nameOfFile(value: unknown): string | null {
  const text = textOf(value) ?? ''
  const path = text.split(':').find((part) => /\.\w{1,10}$/.test(part)) ?? text
  return text === '' ? null : (path.split(/[/\\]/).at(-1) ?? text)
}

function addressIn(text: string): string {
  return /https?:\/\/[^\s{}]+/.exec(text)?.[0] ?? ''
}

/** An entry of a reference manager; '': an absent field. */
interface Reference {
  readonly title: string
  readonly authors: string
  readonly year: string
  readonly abstract: string
  readonly note: string
  readonly address: string
  readonly doi: string
  /** Separated by commas, semicolons or line breaks. */
  readonly keywords: string
}

/** A link if there is an address or a DOI, else a note. */
export function referenceCard({
  title,
  authors,
  year,
  abstract,
  note,
  address,
  doi,
  keywords,
}: Reference): Found {
  const description = joinedTexts([joinedTexts([authors, year], ', '), abstract, note], '\n\n')
  const bare = doi.replace(/^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:\s*)/i, '')
  const whyNone = 'There is neither a title nor an address in this entry.'
  const found = linkOrText(
    { address: address || (bare === '' ? '' : `https://doi.org/${bare}`), title, description },
    'note',
    whyNone,
  )
  if ('reason' in found) return found
  const tags = keywords
    .split(/[,;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return { card: { ...found.card, tags } }
}
