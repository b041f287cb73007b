import type { CardValues, Color } from '@cardinal/domain'
import type { CardTable } from '../schema.ts'

export const VALUE_COLUMNS = [
  'color',
  'is_public',
  'done_at',
  'due_at',
  'recurrence',
  'place',
] as const satisfies readonly (keyof CardTable)[]
export type ValueColumns = Pick<CardTable, (typeof VALUE_COLUMNS)[number]>

export function valuesToColumns(values: CardValues): ValueColumns {
  const { color, isPublic, doneAt, dueAt, recurrence, place } = values
  return { color, is_public: isPublic ? 1 : 0, done_at: doneAt, due_at: dueAt, recurrence, place }
}

export function valuesFromColumns(columns: ValueColumns): CardValues {
  const { color, is_public, done_at, due_at, recurrence, place } = columns
  return {
    color: color as Color | null,
    isPublic: is_public === 1,
    doneAt: done_at,
    dueAt: due_at,
    recurrence,
    place,
  }
}
