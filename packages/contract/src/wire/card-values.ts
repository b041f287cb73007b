import { type CardValues, completionsOf, filesOf, toCompletions, toFiles } from '@cardinal/domain'
import * as z from 'zod/mini'
import {
  color,
  completions,
  day,
  due,
  fromInstant,
  instant,
  placeText,
  recurrence,
  toInstant,
  wireFile,
  wireFiles,
} from './scalars.ts'

export const givenValues = {
  color: z.optional(color),
  is_public: z.optional(z.boolean()),
  doneAt: z.optional(z.nullable(instant)),
  dueAt: z.optional(z.nullable(due)),
  startAt: z.optional(z.nullable(day)),
  recurrence: z.optional(z.nullable(recurrence)),
  completions: z.optional(z.nullable(completions)),
  files: z.optional(z.nullable(wireFiles)),
  place: z.optional(z.nullable(placeText)),
}

/** Null values are omitted in answers, except the colour. */
export const answerValues = {
  color,
  is_public: z.boolean(),
  doneAt: z.optional(instant),
  dueAt: z.optional(due),
  startAt: z.optional(day),
  recurrence: z.optional(recurrence),
  completions: z.optional(z.array(instant)),
  files: z.optional(z.array(wireFile)),
  place: z.optional(placeText),
}

type WireFile = z.output<typeof wireFile>

interface Given {
  readonly color?: CardValues['color'] | undefined
  readonly is_public?: boolean | undefined
  readonly doneAt?: string | null | undefined
  readonly dueAt?: string | null | undefined
  readonly startAt?: string | null | undefined
  readonly recurrence?: string | null | undefined
  readonly completions?: readonly string[] | null | undefined
  readonly files?: readonly WireFile[] | null | undefined
  readonly place?: string | null | undefined
}

/** Omitted values stay omitted. */
export function valuesFromWire(given: Given): Partial<CardValues> {
  const { color, is_public, doneAt, dueAt, startAt, recurrence, completions, files, place } = given
  return {
    ...(color !== undefined && { color }),
    ...(is_public !== undefined && { isPublic: is_public }),
    ...(doneAt !== undefined && { doneAt: doneAt === null ? null : fromInstant(doneAt) }),
    ...(dueAt !== undefined && { dueAt }),
    ...(startAt !== undefined && { startAt }),
    ...(recurrence !== undefined && { recurrence }),
    ...(completions !== undefined && { completions: fromMoments(completions) }),
    ...(files !== undefined && { files: filesFromWire(files) }),
    ...(place !== undefined && { place }),
  }
}

/** Omitted values stay omitted. */
export function valuesToWire(values: Partial<CardValues>) {
  const { color, isPublic, doneAt, dueAt, startAt, recurrence, completions, files, place } = values
  return {
    ...(color !== undefined && { color }),
    ...(isPublic !== undefined && { is_public: isPublic }),
    ...(doneAt !== undefined && { doneAt: doneAt === null ? null : toInstant(doneAt) }),
    ...(dueAt !== undefined && { dueAt }),
    ...(startAt !== undefined && { startAt }),
    ...(recurrence !== undefined && { recurrence }),
    ...(completions !== undefined && { completions: completions === null ? null : momentsOf(completions) }),
    ...(files !== undefined && { files: files === null ? null : [...filesOf(files)] }),
    ...(place !== undefined && { place }),
  }
}

/** Null: never. */
function fromMoments(moments: readonly string[] | null): CardValues['completions'] {
  return toCompletions((moments ?? []).map(fromInstant))
}

function momentsOf(completions: CardValues['completions']): string[] {
  return completionsOf(completions).map(toInstant)
}

function filesFromWire(files: readonly WireFile[] | null): CardValues['files'] {
  return toFiles(files ?? [])
}

export function answerValuesFromWire(wire: Given & { readonly color: CardValues['color'] }): CardValues {
  return {
    color: wire.color,
    isPublic: wire.is_public ?? false,
    doneAt: wire.doneAt == null ? null : fromInstant(wire.doneAt),
    dueAt: wire.dueAt ?? null,
    startAt: wire.startAt ?? null,
    recurrence: wire.recurrence ?? null,
    completions: fromMoments(wire.completions ?? null),
    files: filesFromWire(wire.files ?? null),
    place: wire.place ?? null,
  }
}

export function answerValuesToWire(values: CardValues) {
  const { color, isPublic, doneAt, dueAt, startAt, recurrence, completions, files, place } = values
  return {
    color,
    is_public: isPublic,
    ...(doneAt !== null && { doneAt: toInstant(doneAt) }),
    ...(dueAt !== null && { dueAt }),
    ...(startAt !== null && { startAt }),
    ...(recurrence !== null && { recurrence }),
    ...(completions !== null && { completions: momentsOf(completions) }),
    ...(files !== null && { files: [...filesOf(files)] }),
    ...(place !== null && { place }),
  }
}
