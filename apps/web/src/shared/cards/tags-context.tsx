import type { Card, Id } from '@cardinal/domain'
import type { TagInUse } from '@cardinal/engine'
import { createContext, type ReactNode, use, useMemo, useRef } from 'react'
import { useAnswer } from '../../replica/index.ts'

type TagsById = ReadonlyMap<Id, TagInUse>

const NONE: TagsById = new Map()
const TagsContext = createContext<TagsById>(NONE)

/** Provides the tags of a list's cards by id, loaded by one query. */
export function CardTagsProvider({ cards, children }: { cards: readonly Card[]; children: ReactNode }) {
  const ids = useMemo(() => [...new Set(cards.flatMap((card) => card.tagIds))].sort(), [cards])
  const { answer } = useAnswer('tagsById', ids.length === 0 ? null : { ids })
  const tags = useMemo(() => (answer ?? []).filter((tag) => tag !== undefined), [answer])
  return <TagsProvider tags={tags}>{children}</TagsProvider>
}

/** Provides tags that are loaded already. */
export function TagsProvider({ tags, children }: { tags: readonly TagInUse[]; children: ReactNode }) {
  const same = useSameRows(tags)
  const tagsById = useMemo(() => new Map(same.map((tag) => [tag.id, tag])), [same])
  return <TagsContext value={tagsById}>{children}</TagsContext>
}

export function useTagsById(): TagsById {
  return use(TagsContext)
}

interface Known<Row> {
  readonly rows: readonly Row[]
  readonly byId: ReadonlyMap<Id, Row>
}

/**
 * Reuses the previous object of each unchanged row, and the previous array if nothing changed. The worker's
 * answers are always new objects, for which memoised rows would render again.
 */
export function useSameRows<Row extends { readonly id: Id }>(rows: readonly Row[]): readonly Row[]
export function useSameRows<Row extends { readonly id: Id }>(
  rows: readonly Row[] | undefined,
): readonly Row[] | undefined
export function useSameRows<Row extends { readonly id: Id }>(
  rows: readonly Row[] | undefined,
): readonly Row[] | undefined {
  const known = useRef<Known<Row>>({ rows: [], byId: new Map() })
  return useMemo(() => {
    if (rows === undefined) return undefined
    const before = known.current
    const same = rows.map((row) => {
      const one = before.byId.get(row.id)
      return one !== undefined && isSameRow(one, row) ? one : row
    })
    if (same.length === before.rows.length && same.every((row, n) => row === before.rows[n]))
      return before.rows
    known.current = { rows: same, byId: new Map(same.map((row) => [row.id, row])) }
    return same
  }, [rows])
}

export function isSameRow<Row extends object>(a: Row, b: Row): boolean {
  const keys = Object.keys(b) as (keyof Row)[]
  return keys.length === Object.keys(a).length && keys.every((key) => isSameValue(a[key], b[key]))
}

function isSameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
  return a.every((item, n) => item === b[n] || JSON.stringify(item) === JSON.stringify(b[n]))
}
