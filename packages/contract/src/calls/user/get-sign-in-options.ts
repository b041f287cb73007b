import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer } from '../../wire/scalars.ts'

/** How people sign in here. */
export const getSignInOptions = defineCall({
  method: 'GET',
  path: '/user/sign-in-options',
  description: 'How people sign in here.',
  access: 'public',
  answer: answer(
    z.object({ provider_name: z.string(), is_embedded: z.boolean(), start_address: z.string() }),
  ),
})
