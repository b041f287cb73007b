import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { answer, count, id, instant, maxLength, minLength } from '../wire/scalars.ts'
import { activity, passkey, signedInDevice, tokens, user } from '../wire/user.ts'

export const getSignInOptions = defineCall({
  method: 'GET',
  path: '/user/sign-in-options',
  description: 'How people sign in here.',
  access: 'public',
  answer: answer(
    z.object({
      provider_name: z.string(),
      is_embedded: z.boolean(),
      start_address: z.string(),
      client_id: z.string(),
      site: z.enum(['public', 'private']),
      /** True: `/` is a short page that signs in; false: the landing page. */
      has_short_start: z.boolean(),
      /** Whether anybody may create an account at the embedded provider. */
      takes_new_accounts: z.boolean(),
      support_email: z.string(),
      operator_name: z.string(),
      operator_address: z.string(),
      operator_law: z.string(),
      address_lookup_url: z.nullable(z.string()),
      demo_urls: z.object({
        medical: z.nullable(z.string()),
        recipes: z.nullable(z.string()),
        project: z.nullable(z.string()),
      }),
      prices: z.array(z.object({ country: z.string(), currency: z.string(), amount: z.number() })),
      takes_payments: z.boolean(),
      /** Null: no limit. */
      free_card_limit: z.nullable(z.int()),
      /** Bytes that a file on a card may have. */
      file_bytes: z.int(),
    }),
  ),
})

export const startSignIn = defineCall({
  method: 'GET',
  path: '/user/sign-in/start',
  description: 'Sends the browser to the sign-in provider.',
  access: 'public',
  answerForm: 'redirect',
  query: z.object({
    return_to: z.optional(z.string().check(maxLength(2_000))),
    /** The person is signed in and confirms their identity again. */
    confirm: z.optional(z.literal('true')),
    /** A shared computer: the app stores nothing on it. */
    shared: z.optional(z.literal('true')),
    /** Which form of the embedded provider opens. Left out: sign-in on a device that it knows, else a new account. */
    form: z.optional(z.enum(['sign-in', 'create'])),
  }),
  answer: z.unknown(),
})

export const finishSignIn = defineCall({
  method: 'GET',
  path: '/user/sign-in/callback',
  description: 'Where the provider sends the browser back to; it goes on with a one-time code.',
  access: 'public',
  answerForm: 'redirect',
  query: z.looseObject({}),
  answer: z.unknown(),
})

export const signIn = defineCall({
  method: 'POST',
  path: '/user/sign-in',
  description: 'Exchanges an ID token or a one-time code for the tokens of a session.',
  access: 'public',
  body: z.strictObject({
    credential: z.string().check(minLength(1), maxLength(12_000)),
    client_id: z.string().check(minLength(1), maxLength(1_000)),
  }),
  answer: answer(z.object({ ...tokens, user })),
})

export const confirmSignIn = defineCall({
  method: 'POST',
  // Below `sign-in`: browsers send the sign-in's cookie only there.
  path: '/user/sign-in/confirm',
  description:
    'Makes the session fresh again by the credential of another sign-in of the same person: for ten minutes it may do what needs a fresh sign-in.',
  access: 'session',
  body: z.strictObject({
    credential: z.string().check(minLength(1), maxLength(12_000)),
    client_id: z.string().check(minLength(1), maxLength(1_000)),
  }),
  answer: answer(z.object({ fresh_until: instant })),
})

export const renewAccessToken = defineCall({
  method: 'POST',
  path: '/user/renew-access-token',
  description: 'Exchanges a refresh token for new tokens; each works once.',
  access: 'public',
  body: z.strictObject({ jwt_refresh_token: z.string().check(maxLength(12_000)) }),
  answer: answer(z.object(tokens)),
})

export const signOut = defineCall({
  method: 'POST',
  path: '/user/sign-out',
  description: 'Ends the session and everything that was renewed from it.',
  access: 'session',
  body: z.strictObject({ jwt_refresh_token: z.string().check(maxLength(12_000)) }),
  answer: answer(z.literal(true)),
})

export const getSessions = defineCall({
  method: 'GET',
  path: '/user/sessions',
  description: 'The devices that are signed in, the one used last first.',
  access: 'session',
  answer: answer(z.array(signedInDevice)),
})

export const endSessions = defineCall({
  method: 'POST',
  path: '/user/end-sessions',
  description:
    'Signs one device out, or all of them where none is named; `data` is how many there were. With `keep_session_id`, all but that one; with `tokens`, personal tokens end too.',
  access: 'session',
  body: z
    .strictObject({
      session_id: z.optional(z.nullable(id)),
      keep_session_id: z.optional(id),
      tokens: z.optional(z.boolean()),
    })
    .check(
      z.refine(
        ({ session_id, keep_session_id }) => session_id == null || keep_session_id === undefined,
        'name either the session to end or the one to keep',
      ),
    ),
  answer: answer(count),
})

export const getRecentActivity = defineCall({
  method: 'GET',
  path: '/user/recent-activity',
  description: 'What happened to the account within 90 days, newest first: at most 200 entries.',
  access: 'session',
  answer: answer(z.array(activity)),
})

export const beginSecondStep = defineCall({
  method: 'POST',
  path: '/user/begin-second-step',
  description: 'A new secret for an authenticator app; nothing is kept before `turn-on-second-step`.',
  access: 'session',
  needsFreshSignIn: true,

  answer: answer(z.object({ secret: z.string(), address: z.string() })),
})

export const getSecondStep = defineCall({
  method: 'GET',
  path: '/user/second-step',
  description: 'Whether signing in asks for a code or a passkey besides the password.',
  access: 'session',

  answer: answer(
    z.object({
      is_possible: z.boolean(),
      is_on: z.boolean(),
      has_app: z.boolean(),
      asks_passkey: z.boolean(),
      recovery_codes_left: z.number(),
    }),
  ),
})

export const renewRecoveryCodes = defineCall({
  method: 'POST',
  path: '/user/renew-recovery-codes',
  description: 'New recovery codes, shown this once; the earlier ones are of no use any more.',
  access: 'session',
  needsFreshSignIn: true,

  answer: answer(z.object({ recovery_codes: z.array(z.string()) })),
})

export const turnOnSecondStep = defineCall({
  method: 'POST',
  path: '/user/turn-on-second-step',
  description: 'Asks for a code of this app at each sign-in; the recovery codes are shown this once.',
  access: 'session',
  needsFreshSignIn: true,
  body: z.strictObject({
    secret: z
      .string()
      .check(maxLength(32), z.regex(/^[A-Z2-7]{32}$/, 'must be the secret that was begun with')),
    code: z.string().check(maxLength(20)),
  }),
  answer: answer(z.object({ recovery_codes: z.array(z.string()) })),
})

export const turnOffSecondStep = defineCall({
  method: 'POST',
  path: '/user/turn-off-second-step',
  description: 'Lets the password alone sign in again.',
  access: 'session',
  needsFreshSignIn: true,

  answer: answer(z.literal(true)),
})

export const getPasskeys = defineCall({
  method: 'GET',
  path: '/user/passkeys',
  description: 'The passkeys of the account, and whether they work at this address.',
  access: 'session',
  answer: answer(
    z.object({ is_elsewhere: z.boolean(), is_possible: z.boolean(), passkeys: z.array(passkey) }),
  ),
})

export const beginPasskey = defineCall({
  method: 'POST',
  path: '/user/begin-passkey',
  description:
    'What a browser needs to make a passkey: the JSON text of PublicKeyCredentialCreationOptions (WebAuthn).',
  access: 'session',
  needsFreshSignIn: true,
  answer: answer(z.object({ options: z.string() })),
})

export const addPasskey = defineCall({
  method: 'POST',
  path: '/user/add-passkey',
  description: 'Keeps a passkey: the JSON text of what the browser made of the options of `begin-passkey`.',
  access: 'session',
  needsFreshSignIn: true,
  body: z.strictObject({
    name: z.string().check(z.trim(), minLength(1), maxLength(100)),
    response: z.string().check(maxLength(20_000)),
  }),
  answer: answer(z.literal(true)),
})

export const askPasskey = defineCall({
  method: 'POST',
  path: '/user/ask-passkey',
  description:
    'Asks for a passkey after the password, or no longer; recovery codes are shown once, where there were none.',
  access: 'session',
  needsFreshSignIn: true,
  body: z.strictObject({ is_asked: z.boolean() }),
  answer: answer(z.object({ recovery_codes: z.array(z.string()) })),
})

export const removePasskey = defineCall({
  method: 'POST',
  path: '/user/remove-passkey',
  description: 'Removes a passkey.',
  access: 'session',
  needsFreshSignIn: true,
  body: z.strictObject({ passkey_id: z.string().check(maxLength(1_400)) }),
  answer: answer(z.literal(true)),
})
