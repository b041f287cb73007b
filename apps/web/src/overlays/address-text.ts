import { toList } from './base-search.ts'
import { CENTER_POPUPS, OWN_POPUPS, TOP_POPUPS } from './names.ts'

const POPUPS: ReadonlySet<string> = new Set([...CENTER_POPUPS, ...TOP_POPUPS, ...OWN_POPUPS])

type Search = Readonly<Record<string, unknown>>

/**
 * Search parameters as readable text. Lists are comma-separated; parameters of a popup are written like
 * `master-editor.entityId`.
 */
export function writeAddress({ popups_params, ...search }: Search): string {
  const pairs: string[][] = []
  for (const [name, value] of Object.entries(search))
    if (value !== undefined) pairs.push([name, writeValue(value)])
  for (const [popup, params] of entriesOf(popups_params))
    for (const [name, value] of entriesOf(params))
      if (typeof value === 'string' || Array.isArray(value)) pairs.push([`${popup}.${name}`, String(value)])
  const text = new URLSearchParams(pairs).toString().replaceAll('%2C', ',')
  return text === '' ? '' : `?${text}`
}

/** Parses search parameters. Also those of earlier releases, which wrote lists and objects as JSON. */
export function readAddress(text: string): Record<string, unknown> {
  const search = new Map<string, unknown>()
  const ofPopups = new Map<string, [string, string][]>()
  for (const [key, value] of new URLSearchParams(text)) {
    const [popup = '', ...name] = key.split('.')
    if (POPUPS.has(popup) && name.length > 0)
      ofPopups.set(popup, [...(ofPopups.get(popup) ?? []), [name.join('.'), value]])
    else search.set(key, search.has(key) ? [search.get(key), readValue(value)].flat() : readValue(value))
  }
  // The popup host reads these before a route validates them.
  for (const name of ['popups_center', 'popups_top'])
    if (search.has(name)) search.set(name, toList(search.get(name)))
  if (ofPopups.size > 0) {
    const older = entriesOf(search.get('popups_params'))
    const newer = [...ofPopups].map(([popup, params]) => [popup, Object.fromEntries(params)])
    search.set('popups_params', Object.fromEntries([...older, ...newer]))
  }
  return Object.fromEntries(search)
}

function writeValue(value: unknown): string {
  if (typeof value === 'string') return readValue(value) === value ? value : JSON.stringify(value)
  if (!Array.isArray(value)) return JSON.stringify(value)
  const joined = value.join()
  const isReadBack = JSON.stringify(toList(readValue(joined))) === JSON.stringify(value)
  return isReadBack ? joined : JSON.stringify(value)
}

/**
 * The value of a parameter: a boolean, a list, object or quoted text in JSON, or the text itself. Numbers stay
 * texts.
 */
function readValue(text: string): unknown {
  if (!/^(?:["[{]|true$|false$)/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}
