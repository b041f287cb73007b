import * as z from 'zod/mini'

/** The op id under which a change takes effect once, however often it is sent. */
export const idempotencyKey = z
  .string()
  .check(z.regex(/^[\x21-\x7e]{1,200}$/, 'must be 1 to 200 printable characters without spaces'))

/** One call of those pushed together; `path` as in the list of calls, without the base path. */
export const pushedCall = z.strictObject({
  key: idempotencyKey,
  method: z.enum(['GET', 'POST', 'PATCH', 'DELETE']),
  path: z.string().check(z.maxLength(500)),
  body: z.optional(z.unknown()),
})
export type PushedCall = z.output<typeof pushedCall>
