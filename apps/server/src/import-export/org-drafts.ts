import { LIMITS } from '@cardinal/domain'
import type { FoundCard } from './found.ts'
import type { OrgLine } from './org-text.ts'

/** A card whose text is still being collected. */
export interface Draft {
  readonly key: string
  readonly parent: Draft | null
  readonly level: number
  readonly isTask: boolean
  readonly title: string
  /** '': none. */
  readonly address: string
  readonly values: Partial<FoundCard>
  readonly tags: readonly string[]
  readonly folders: readonly string[]
  /** `level`: of a heading, from 1 on. */
  readonly lines: (OrgLine & { readonly level?: number })[]
  /** Why it becomes no card; null: it does. */
  problem: string | null
}

export function bodyOf(lines: readonly OrgLine[]): string {
  return lines
    .map(({ text }) => text)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd()
}

/** Levels of headings at which a note that is too long is divided. */
const LEVELS = 6

/** A note that is too long for a card, divided at its headings into several notes. */
export function shorter(draft: Draft): Draft[] {
  let parts = [draft]
  for (let n = 0; n < LEVELS; n++) parts = parts.flatMap(divided)
  return parts
}

function divided(draft: Draft): Draft[] {
  let [units, level] = [0, Number.POSITIVE_INFINITY]
  for (const line of draft.lines) {
    units += line.text.length + 1
    level = Math.min(level, line.level ?? Number.POSITIVE_INFINITY)
  }
  if (draft.isTask || units <= LIMITS.contentLength || level === Number.POSITIVE_INFINITY) return [draft]
  const parts: Draft[] = []
  let last: Draft = { ...draft, lines: [] }
  for (const line of draft.lines)
    if (line.level === level) {
      parts.push(last)
      const title = line.text.replace(/^#+ /, '')
      const key = `${draft.key}/${parts.length}`
      last = { ...draft, key, parent: draft, title, address: '', lines: [] }
    } else last.lines.push(line)
  return [...parts, last]
}
