import { LIMITS } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import {
  sharedSearch,
  sharedSearchShape,
  webhook,
  webhookAddress,
  webhookEvents,
} from '../wire/connections.ts'
import { answer, atMost, count, id, maxLength, text, timeZone, workspaceId } from '../wire/scalars.ts'
import { personalToken, tokenScope } from '../wire/user.ts'

export const getTokens = defineCall({
  method: 'GET',
  path: '/user/tokens',
  description: 'The personal tokens, without their secrets.',
  access: 'session',
  answer: answer(z.array(personalToken)),
})

export const createToken = defineCall({
  method: 'POST',
  path: '/user/create-token',
  description: 'A new personal token; its secret is shown this once.',
  access: 'session',
  needsFreshSignIn: true,
  body: z.strictObject({
    name: text(LIMITS.nameLength, 'A name'),
    scope: tokenScope,
    /** Absent: the token never expires. */
    expires_in_days: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(3_650)))),
  }),
  answer: answer(z.extend(personalToken, { token: z.string() })),
})

export const revokeToken = defineCall({
  method: 'POST',
  path: '/user/revoke-token',
  description: 'Ends a personal token.',
  access: 'session',
  body: z.strictObject({ token_id: id }),
  answer: answer(id),
})

/** Minutes between an earlier, second reminder and the due time. 0: no second reminder. */
const minutesBefore = z.union([z.literal(0), z.literal(10), z.literal(60), z.literal(1_440)])

export const getReminders = defineCall({
  method: 'GET',
  path: '/user/reminders',
  description: 'How a person is reminded of due cards: the key to subscribe with, and what is on.',
  access: 'session',
  answer: answer(
    z.object({
      public_key: z.string(),
      subscriptions: count,
      calendar: z.boolean(),
      browsers: z.array(
        z.object({
          /** SHA-256 of the endpoint, as base64url. The endpoint itself lets its holder write to the push service. */
          endpoint_hash: z.string(),
          minutes_before: minutesBefore,
        }),
      ),
    }),
  ),
})

export const subscribeReminders = defineCall({
  method: 'POST',
  path: '/user/subscribe-reminders',
  description:
    'Tells a browser from now on when cards are due. `endpoint` and `keys` are what its push service gave.',
  access: 'session',
  body: z.strictObject({
    endpoint: atMost(1_000).check(z.regex(/^https?:\/\/[^\s#]+$/, 'must be an address')),
    keys: z.strictObject({
      p256dh: z.string().check(maxLength(100), z.regex(/^[\w-]{80,100}=*$/, 'must be base64url')),
      auth: z.string().check(maxLength(50), z.regex(/^[\w-]{16,50}=*$/, 'must be base64url')),
    }),
    /** The time zone of due dates, such as `Europe/Berlin`. */
    time_zone: timeZone,
    minutes_before: z.optional(minutesBefore),
  }),
  answer: answer(z.literal(true)),
})

export const unsubscribeReminders = defineCall({
  method: 'POST',
  path: '/user/unsubscribe-reminders',
  description: 'Tells a browser no more when cards are due.',
  access: 'session',
  body: z.strictObject({ endpoint: atMost(1_000) }),
  answer: answer(z.literal(true)),
})

export const getCalendar = defineCall({
  method: 'GET',
  path: '/calendar/{file}',
  description: 'Open cards with a due date as an iCalendar file. The address holds a secret.',
  access: 'public',
  answerForm: 'file',
  cost: 5,
  params: z.strictObject({
    file: z.string().check(maxLength(60), z.regex(/^[\w-]{43}\.ics$/, 'must be the name of a calendar')),
  }),
  answer: z.unknown(),
})

export const createCalendar = defineCall({
  method: 'POST',
  path: '/user/create-calendar',
  description: 'A secret address of due cards for calendar programs, shown this once. An earlier one ends.',
  access: 'session',
  answer: answer(z.object({ path: z.string() })),
})

export const removeCalendar = defineCall({
  method: 'POST',
  path: '/user/remove-calendar',
  description: 'Takes the secret address of the calendar back.',
  access: 'session',
  answer: answer(z.literal(true)),
})

export const getSharedSearches = defineCall({
  method: 'GET',
  path: '/user/shared-searches',
  description: 'The shared searches, with their secret addresses, the newest first.',
  access: 'session',
  answer: answer(z.array(sharedSearch)),
})

export const createSharedSearch = defineCall({
  method: 'POST',
  path: '/user/create-shared-search',
  description: 'Shares a search as a page, RSS and JSON feed at a secret address. At most 20.',
  access: 'session',
  body: z.strictObject({ workspace_id: workspaceId, ...sharedSearchShape }),
  answer: answer(sharedSearch),
})

export const removeSharedSearch = defineCall({
  method: 'POST',
  path: '/user/remove-shared-search',
  description: 'Takes the secret address of a shared search back.',
  access: 'session',
  body: z.strictObject({ shared_id: id }),
  answer: answer(id),
})

export const getSharedPage = defineCall({
  method: 'GET',
  path: '/shared/{secret}',
  description: 'A shared search as a page: its newest 100 cards. The address holds a secret.',
  access: 'public',
  answerForm: 'html',
  cost: 5,
  params: z.strictObject({ secret: atMost(200) }),
  answer: z.unknown(),
})

export const getSharedFeed = defineCall({
  method: 'GET',
  path: '/shared/{secret}/{file}',
  description:
    'A shared search as `feed.xml` (RSS 2.0) or `feed.json` (JSON Feed 1.1): its newest 100 cards.',
  access: 'public',
  answerForm: 'file',
  cost: 5,
  params: z.strictObject({ secret: atMost(200), file: atMost(20) }),
  answer: z.unknown(),
})

export const getWebhooks = defineCall({
  method: 'GET',
  path: '/user/webhooks',
  description: 'The webhooks, the newest first, and whether this server sends any.',
  access: 'session',
  answer: answer(z.object({ is_on: z.boolean(), webhooks: z.array(webhook) })),
})

export const createWebhook = defineCall({
  method: 'POST',
  path: '/user/create-webhook',
  description: 'A new webhook; its secret is shown this once. At most 5.',
  access: 'session',
  needsFreshSignIn: true,
  body: z.strictObject({ address: webhookAddress, events: webhookEvents }),
  answer: answer(z.extend(webhook, { secret: z.string() })),
})

export const testWebhook = defineCall({
  method: 'POST',
  path: '/user/test-webhook',
  description: 'Sends a message of the type `test` at once. One that arrives switches the webhook on again.',
  access: 'session',
  cost: 20,
  body: z.strictObject({ webhook_id: id }),
  answer: answer(webhook),
})

export const removeWebhook = defineCall({
  method: 'POST',
  path: '/user/remove-webhook',
  description: 'Removes a webhook, and what waits to be sent to it.',
  access: 'session',
  body: z.strictObject({ webhook_id: id }),
  answer: answer(id),
})
