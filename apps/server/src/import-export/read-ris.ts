import { numbered } from './file-limits.ts'
import type { Found, FoundFile } from './found.ts'
import { type Fields, Ledger, textsOf } from './ledger.ts'
import type { Moments } from './moments.ts'
import { referenceCard } from './read-bibtex.ts'
import { inSlices } from './slices.ts'

/** A tag of RIS with its value. */
const LINE = /^([A-Z][A-Z0-9]) {1,2}- ?(.*)$/
/** Names of attachments in Zotero and EndNote. */
const FILES = ['l1', 'l2', 'l3', 'l4']
/** Dates, with or without the day: 2024/01/05/, 2024///. */
const YEARS = ['py', 'y1', 'da']

/** Whether a text begins with an entry in RIS. */
export function isRis(text: string): boolean {
  return /^TY {1,2}- ?[A-Z]/.test(text)
}

/** RIS, which Zotero, EndNote, Mendeley and publishers write: `TI  - A title`, each entry from `TY` to `ER`. */
export async function readRis(text: string, moments: Moments): Promise<FoundFile> {
  const ledger = new Ledger(moments)
  const rows: Found[] = []
  let entry = new Map<string, string[]>()
  let last: string[] | null = null
  const finish = () => {
    const values = [...entry].map(([tag, all]) => [tag, all.filter((value) => value !== '')])
    if (entry.size > 0) rows.push(ledger.read(Object.fromEntries(values), (fields) => cardOf(fields, ledger)))
    entry = new Map()
    last = null
  }
  for await (const line of inSlices(text.split(/\r\n|\r|\n/))) {
    const [, tag, value = ''] = LINE.exec(line) ?? []
    if (tag === undefined) {
      // A long text continues on the next line.
      if (last !== null && line.trim() !== '') last.push(`${last.pop() ?? ''}\n${line.trim()}`)
    } else if (tag === 'ER') finish()
    else {
      if (tag === 'TY') finish()
      last = entry.get(tag) ?? []
      last.push(value.trim())
      entry.set(tag, last)
    }
  }
  finish()
  return { rows: numbered(rows), tags: [], groups: [], lost: ledger.list }
}

function cardOf(fields: Fields, ledger: Ledger): Found {
  const all = (...names: string[]) => names.flatMap((name) => fields.take(name, textsOf) ?? [])
  const first = (...names: string[]) => {
    const name = names.find((each) => fields.isSet(each)) ?? ''
    const [value = '', ...others] = fields.take(name, textsOf) ?? []
    const other = others.find((each) => each !== value)
    if (other !== undefined) ledger.note(name.toUpperCase(), other)
    // Some programs write one value under several tags.
    fields.skip(names, [value.toLowerCase()])
    return value
  }
  fields.skip(['ty', 'id'])
  for (const name of FILES) fields.attach(name, (file) => (typeof file === 'string' ? file : null))
  const [address = '', ...others] = all('ur')
  const dated = YEARS.find((name) => fields.isSet(name)) ?? ''
  const [year = '', ...day] = first(...YEARS).split(/[/-]/)
  if (day.some((part) => part.trim() !== '')) fields.lose(dated)
  fields.skip(YEARS, [`${year}///`])
  const found = referenceCard({
    title: first('ti', 't1', 'ct'),
    authors: all('au', 'a1').join('; '),
    year,
    abstract: first('ab', 'n2'),
    note: [...all('n1', 'rn'), ...others].join('\n\n'),
    address,
    doi: first('do'),
    keywords: all('kw').join('\n'),
  })
  if ('reason' in found) return found
  // Zotero writes 2024/01/05/10:00:00, others 2024/01/05//.
  const createdAt = fields.take('y2', (value, garbled) => {
    const [accessed = ''] = textsOf(value, garbled) ?? []
    const [year = '', month = '', day = '', clock = ''] = accessed.split('/')
    return fields.moments.instant('y2', `${year}/${month}/${day} ${clock}`)
  })
  return { card: { ...found.card, createdAt } }
}
