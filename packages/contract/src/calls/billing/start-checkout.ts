import { BILLING_PERIODS } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer } from '../../wire/scalars.ts'

/** Begins to pay for the paid plan; the browser goes on to the address in the answer. */
export const startCheckout = defineCall({
  method: 'POST',
  path: '/billing/start-checkout',
  description: 'Begins to pay for the paid plan; the browser goes on to the address in the answer.',
  access: 'session',
  body: z.strictObject({
    country: z.string().check(z.regex(/^[A-Z]{2}$/, 'must be a country such as IN'), z.maxLength(2)),
    plan: z.enum(BILLING_PERIODS),
  }),
  answer: answer(z.object({ address: z.string() })),
})
