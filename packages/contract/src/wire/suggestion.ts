import type { Id } from '@cardinal/domain'
import * as z from 'zod/mini'
import { count, ids, instant, toInstant } from './scalars.ts'

/** Why a tag is suggested, with the figures behind it. */
export const reason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('on-matches'), count, of: count }),
  z.object({ kind: z.literal('name'), match: z.enum(['exact', 'prefix', 'part', 'near']) }),
  z.object({ kind: z.literal('saved-search'), count }),
  z.object({ kind: z.literal('clicks'), count, lastClickedAt: z.nullable(instant) }),
  z.object({ kind: z.literal('in-text') }),
  z.object({ kind: z.literal('site'), site: z.string(), count, of: count }),
  z.object({ kind: z.literal('words'), words: z.array(z.string()), count }),
  z.object({ kind: z.literal('together'), tag_ids: ids, count }),
  z.object({ kind: z.literal('used'), count }),
  z.object({ kind: z.literal('recent'), count, of: count }),
])
type WireReason = z.output<typeof reason>

/** As `reason`, in domain terms, as the engine returns it. */
export type Reason =
  | Exclude<WireReason, { kind: 'clicks' | 'together' | 'words' }>
  | { readonly kind: 'clicks'; readonly count: number; readonly lastClickedAt: number | null }
  | { readonly kind: 'words'; readonly words: readonly string[]; readonly count: number }
  | { readonly kind: 'together'; readonly tagIds: readonly Id[]; readonly count: number }

export function reasonToWire(given: Reason): WireReason {
  switch (given.kind) {
    case 'clicks': {
      const lastClickedAt = given.lastClickedAt === null ? null : toInstant(given.lastClickedAt)
      return { kind: 'clicks', count: given.count, lastClickedAt }
    }
    case 'together':
      return { kind: 'together', tag_ids: [...given.tagIds], count: given.count }
    case 'words':
      return { kind: 'words', words: [...given.words], count: given.count }
    default:
      return given
  }
}
