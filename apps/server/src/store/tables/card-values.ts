import type { CardValues, Color } from '@cardinal/domain'
import type { CardTable } from '../schema.ts'

/** The columns of a card that hold one value each. */
export const VALUE_COLUMNS = ['color', 'is_public', 'done_at'] as const satisfies readonly (keyof CardTable)[]
export type ValueColumns = Pick<CardTable, (typeof VALUE_COLUMNS)[number]>

export function valuesToColumns({ color, isPublic, doneAt }: CardValues): ValueColumns {
  return { color, is_public: isPublic ? 1 : 0, done_at: doneAt }
}

export function valuesFromColumns({ color, is_public, done_at }: ValueColumns): CardValues {
  return { color: color as Color | null, isPublic: is_public === 1, doneAt: done_at }
}
