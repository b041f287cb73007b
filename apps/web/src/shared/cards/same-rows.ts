import type { Id } from '@cardinal/domain'
import { useMemo, useRef } from 'react'

interface Known<Row> {
  readonly rows: readonly Row[]
  readonly byId: ReadonlyMap<Id, Row>
}

/**
 * Reuses the previous object of each row that did not change, and the previous list where none did. Answers come from
 * the worker as new objects; memoised rows would render again without it.
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
