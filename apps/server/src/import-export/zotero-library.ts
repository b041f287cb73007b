import { FILE_LIMITS } from './file-limits.ts'
import type { Found } from './found.ts'
import type { Ledger } from './ledger.ts'

/** An element of RDF with its attributes and children. */
interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Element[]
  readonly text: string
}

interface Collection {
  readonly title: string
  /** Addresses of the items and collections in it. */
  readonly parts: readonly string[]
}

/** Data of Zotero's RDF outside of its items: collections, notes and attachments refer to items by address. */
export class ZoteroLibrary {
  readonly #ledger: Ledger
  readonly #collections = new Map<string, Collection>()
  /** By address of a note, the address of its item. */
  readonly #itemByNote = new Map<string, string>()
  readonly #addresses = new Map<Found, string>()
  #current = ''

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  /** Reads an element that is no card. Returns whether it was one. */
  take(element: Element): boolean {
    if (element.name === 'z:attachment') this.#ledger.attach(titleOf(element) || 'attachment')
    else if (element.name === 'z:collection')
      this.#collections.set(addressOf(element), {
        title: titleOf(element),
        parts: partsOf(element, 'dcterms:haspart'),
      })
    else return false
    return true
  }

  /** Called before the row of an item is read. */
  begin(element: Element): void {
    this.#current = addressOf(element)
    for (const note of partsOf(element, 'dcterms:isreferencedby')) this.#itemByNote.set(note, this.#current)
  }

  note(row: Found): Found {
    if (this.#current !== '') this.#addresses.set(row, this.#current)
    return row
  }

  /** Puts items into the folders of their collections, and adds notes to their items. */
  join(rows: readonly Found[]): readonly Found[] {
    if (this.#collections.size + this.#itemByNote.size === 0) return rows
    const pathsByItem = this.#paths()
    const known = new Set(this.#addresses.values())
    const notesByItem = new Map<string, string[]>()
    for (const [note, item] of this.#itemByNote) {
      if (!known.has(note)) continue
      const notes = notesByItem.get(item)
      if (notes === undefined) notesByItem.set(item, [note])
      else notes.push(note)
    }
    return rows.map((row) => {
      const address = this.#addresses.get(row)
      if (address === undefined || 'reason' in row) return row
      const parent = this.#itemByNote.get(address)
      const children = notesByItem.get(address) ?? []
      const [folders = [], ...others] = pathsByItem.get(address) ?? []
      const links =
        parent === undefined && children.length === 0
          ? null
          : { key: address, parents: parent !== undefined && known.has(parent) ? [parent] : [], children }
      return { card: { ...row.card, folders, tags: [...row.card.tags, ...others.flat()], links } }
    })
  }

  /** By item, the paths of its collections, outermost first. */
  #paths(): Map<string, string[][]> {
    const parentOf = new Map<string, string>()
    for (const [address, { parts }] of this.#collections)
      for (const part of parts) if (this.#collections.has(part)) parentOf.set(part, address)
    const paths = new Map<string, string[][]>()
    for (const [address, { parts }] of this.#collections) {
      const path: string[] = []
      const seen = new Set<string>()
      for (let at: string | undefined = address; at !== undefined && !seen.has(at); at = parentOf.get(at)) {
        if (seen.size > FILE_LIMITS.folders) break
        seen.add(at)
        path.unshift(this.#collections.get(at)?.title ?? '')
      }
      const named = path.filter((title) => title !== '')
      for (const part of parts) {
        const known = paths.get(part)
        if (known === undefined) paths.set(part, [named])
        else if (known.length < FILE_LIMITS.tagsOfRow) known.push(named)
      }
    }
    return paths
  }
}

function addressOf({ attributes }: Element): string {
  return attributes['rdf:about'] ?? ''
}

function titleOf({ children }: Element): string {
  return children.find(({ name }) => name === 'dc:title')?.text.trim() ?? ''
}

function partsOf({ children }: Element, name: string): string[] {
  return children.flatMap((child) => (child.name === name ? (child.attributes['rdf:resource'] ?? []) : []))
}
