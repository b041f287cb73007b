import * as z from 'zod/mini'
import { atMost, maxLength } from './scalars.ts'

/** The op id under which a change takes effect once, however often it is sent. */
export const idempotencyKey = z
  .string()
  .check(
    z.regex(/^[\x21-\x7e]{1,200}$/, 'must be 1 to 200 printable characters without spaces'),
    maxLength(200),
  )

/**
 * One call of those pushed together; `path` as in the list of calls, without the base path. A method or path
 * that no call has is refused with that call alone: one bad entry must not hold up the rest of a queue.
 */
export const pushedCall = z.strictObject({
  key: idempotencyKey,
  method: atMost(20),
  path: atMost(2_000),
  body: z.optional(z.unknown()),
  /**
   * What happens where somebody else changed or deleted what the call names. `refuse`, the default: as if it had
   * come alone. `merge`: it is placed as well as can be, and refused for a limit, a size or a right alone.
   */
  on_conflict: z.optional(z.enum(['refuse', 'merge'])),
})
export type PushedCall = z.output<typeof pushedCall>
