import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer } from '../../wire/scalars.ts'

/** Where the person manages what is paid for: card, invoices, cancelling. */
export const openPortal = defineCall({
  method: 'POST',
  path: '/billing/open-portal',
  description: 'Where the person manages what is paid for: card, invoices, cancelling.',
  access: 'session',
  answer: answer(z.object({ address: z.string() })),
})
