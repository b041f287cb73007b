import type { CardValues } from '@cardinal/domain'
import * as z from 'zod/mini'
import { color, fromInstant, instant, toInstant } from './scalars.ts'

/** The values of a card as somebody hands them in. */
export const givenValues = {
  color: z.optional(color),
  is_public: z.optional(z.boolean()),
  doneAt: z.optional(z.nullable(instant)),
}

/** The values of a card as the server tells them. An open card has no `doneAt`. */
export const toldValues = { color, is_public: z.boolean(), doneAt: z.optional(instant) }

interface Given {
  readonly color?: CardValues['color'] | undefined
  readonly is_public?: boolean | undefined
  readonly doneAt?: string | null | undefined
}

/** What is left out stays left out. */
export function valuesFromWire({ color, is_public, doneAt }: Given): Partial<CardValues> {
  return {
    ...(color !== undefined && { color }),
    ...(is_public !== undefined && { isPublic: is_public }),
    ...(doneAt !== undefined && { doneAt: doneAt === null ? null : fromInstant(doneAt) }),
  }
}

/** The other way. */
export function valuesToWire({ color, isPublic, doneAt }: Partial<CardValues>) {
  return {
    ...(color !== undefined && { color }),
    ...(isPublic !== undefined && { is_public: isPublic }),
    ...(doneAt !== undefined && { doneAt: doneAt === null ? null : toInstant(doneAt) }),
  }
}

export function toldValuesFromWire(wire: Given & { readonly color: CardValues['color'] }): CardValues {
  return {
    color: wire.color,
    isPublic: wire.is_public ?? false,
    doneAt: wire.doneAt == null ? null : fromInstant(wire.doneAt),
  }
}

export function toldValuesToWire({ color, isPublic, doneAt }: CardValues) {
  return { color, is_public: isPublic, ...(doneAt !== null && { doneAt: toInstant(doneAt) }) }
}
