import * as z from 'zod/mini'
import { atMost, maxLength } from './scalars.ts'

/** Idempotency key: a change takes effect once, however often it is sent. */
export const idempotencyKey = z
  .string()
  .check(
    z.regex(/^[\x21-\x7e]{1,200}$/, 'must be 1 to 200 printable characters without spaces'),
    maxLength(200),
  )

/**
 * One call of a push. `path` is without the base path. An unknown method or path is refused for that entry
 * only, so that it does not block the rest.
 */
export const pushedCall = z.strictObject({
  key: idempotencyKey,
  method: atMost(20),
  path: atMost(2_000),
  body: z.optional(z.unknown()),
  /**
   * When somebody else changed or deleted the rows meanwhile. `refuse` (default): handle it like a single call. `merge`:
   * apply it as well as possible; refuse only for limits, sizes and permissions.
   */
  on_conflict: z.optional(z.enum(['refuse', 'merge'])),
})
export type PushedCall = z.output<typeof pushedCall>
