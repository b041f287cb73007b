import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer, count } from '../../wire/scalars.ts'

const address = z.nullable(z.string())

/** How people sign in here, and what else a page has to know before anybody has. */
export const getSignInOptions = defineCall({
  method: 'GET',
  path: '/user/sign-in-options',
  description: 'How people sign in here, and what else a page has to know before anybody has.',
  access: 'public',
  answer: answer(
    z.object({
      provider_name: z.string(),
      is_embedded: z.boolean(),
      start_address: z.string(),
      client_id: z.string(),
      support_email: z.string(),
      address_lookup_url: address,
      demo_urls: z.object({ medical: address, recipes: address, project: address }),
      /** Per month. */
      prices: z.array(z.object({ country: z.string(), currency: z.string(), amount: z.number() })),
      /** Null: as many cards as wanted. */
      free_card_limit: z.nullable(count),
    }),
  ),
})
