import { isObject, parseJson } from '../lib/decoding.ts'
import type { Found } from './found.ts'
import { Fields, type Ledger } from './ledger.ts'
import { readNoteFile } from './note-files.ts'
import { MARKS, TRASHED } from './service.ts'

/**
 * A file of a TextBundle, as Bear and others write it: the text in Markdown, facts about it, or a file of the
 * note.
 */
const BUNDLE = /^((?:.*\/)?([^/]+)\.textbundle)\/(text\.(?:md|markdown|txt)|info\.json)$/i
/** Key of Bear's metadata in a TextBundle. */
const BEAR = 'net.shinyfrog.bear'
/** Facts about the program that wrote the file, and about how Bear shows the note. */
const UNSEEN =
  'version,type,transient,creatoridentifier,creatorurl,uniqueidentifier,bear-note-unique-identifier,modificationdate,lasteditingdevice,archiveddate,trasheddate,pinneddate'.split(
    ',',
  )

const EMPTY = 'There is no text in this note.'
const ENCRYPTED = 'It is encrypted. Take its lock away in its program, and export it again.'

interface Bundle {
  text: string
  info: string
}

/** TextBundles of an archive. The files of each may come in any order. */
export class TextBundles {
  readonly #bundles = new Map<string, Bundle>()

  /** Reads a file. Returns whether it belongs to a TextBundle. */
  take(path: string, read: () => string | null): boolean {
    const [, folder = '', , part = ''] = BUNDLE.exec(path) ?? []
    if (folder === '') return false
    const bundle = this.#bundles.get(folder) ?? { text: '', info: '' }
    this.#bundles.set(folder, bundle)
    bundle[part.toLowerCase() === 'info.json' ? 'info' : 'text'] = read() ?? ''
    return true
  }

  /** The notes, each with the folder of its files. */
  rows(ledger: Ledger): { readonly found: Found; readonly folder: string }[] {
    return [...this.#bundles].flatMap(([folder, { text, info }]) => {
      const name = folder.slice(folder.lastIndexOf('/') + 1).replace(/\.textbundle$/i, '')
      const facts = parseJson(info)
      if (text.trim() === '') {
        const bear = isObject(facts) ? facts[BEAR] : null
        const isEncrypted = isObject(bear) && 'encryptedData' in bear
        return [{ found: { reason: `“${name.slice(0, 200)}”: ${isEncrypted ? ENCRYPTED : EMPTY}` }, folder }]
      }
      const found = readNoteFile({ path: `${name}.md`, text }, ledger)
      if ('reason' in found || !isObject(facts)) return [{ found, folder }]
      const whole = ledger.read({ 'info.json': facts }, (fields) =>
        withFacts(found, fields.object('info.json')),
      )
      return [{ found: whole, folder }]
    })
  }
}

function withFacts({ card }: Extract<Found, { card: unknown }>, fields: Fields): Found {
  fields.skip(UNSEEN)
  const bear = fields.has(BEAR) ? fields.object(BEAR) : new Fields({})
  bear.skip(UNSEEN)
  if (bear.isOn('trashed')) return { reason: TRASHED }
  const marks = [
    ...(bear.isOn('archived') ? [MARKS.archived] : []),
    ...(bear.isOn('pinned') ? [MARKS.favourite] : []),
  ]
  const createdAt = card.createdAt ?? bear.moment('creationdate')
  return { card: { ...card, tags: [...card.tags, ...marks], createdAt } }
}
