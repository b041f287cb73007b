import { BILLING_PERIODS, LIMITS, unique } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineCall, defineChange, defineQuestion } from '../call.ts'
import { answer, id, keptText, maxLength, text } from '../wire/scalars.ts'
import { settings, settingsEdit, user } from '../wire/user.ts'

export const getProfile = defineCall({
  method: 'GET',
  path: '/user/get-profile',
  description: 'Name, email and plan.',
  access: 'read',
  answer: answer(user),
})

export const updateProfile = defineCall({
  method: 'POST',
  path: '/user/update-profile',
  description: 'Corrects name or email; another email needs a fresh sign-in.',
  access: 'session',
  body: z.strictObject({
    name: z.optional(text(200, 'A name')),
    email: z.optional(keptText(320).check(z.regex(/^[^\s@]+@[^\s@]+$/, 'must be an email address'))),
  }),
  answer: answer(user),
})

export const getGlobalSettings = defineQuestion({
  method: 'GET',
  path: '/user/get-global-settings',
  description:
    'Saved searches, all and those of each workspace; whether help is shown; the workspace in use.',
  answer: answer(settings),
})

export const updateGlobalSettings = defineChange({
  method: 'POST',
  path: '/user/update-global-settings',
  description:
    'Changes the settings that are given; of more than ten saved searches of a workspace the oldest are dropped.',
  body: settingsEdit,
  answer: answer(settings),
  mutation: 'updateSettings',
  toArgs: ({ body }) => {
    const { saved_searches, saved_searches_before, saved_searches_workspace, showHelpers, currentWorkspace } =
      body
    return {
      ...(saved_searches && { savedSearches: unique(saved_searches).slice(-LIMITS.savedSearchesInAll) }),
      ...(saved_searches_before && { savedSearchesBefore: saved_searches_before }),
      ...(saved_searches_workspace && { searchesWorkspaceId: saved_searches_workspace }),
      ...(showHelpers !== undefined && { showHelpers }),
      ...(currentWorkspace !== undefined && { currentWorkspaceId: currentWorkspace }),
    }
  },
  fromArgs: ({
    savedSearches,
    savedSearchesBefore,
    searchesWorkspaceId,
    showHelpers,
    currentWorkspaceId,
  }) => ({
    body: {
      ...(savedSearches && { saved_searches: [...savedSearches] }),
      ...(savedSearchesBefore && { saved_searches_before: [...savedSearchesBefore] }),
      ...(searchesWorkspaceId && { saved_searches_workspace: searchesWorkspaceId }),
      ...(showHelpers !== undefined && { showHelpers }),
      ...(currentWorkspaceId !== undefined && { currentWorkspace: currentWorkspaceId }),
    },
  }),
})

export const actionTaken = defineCall({
  method: 'POST',
  path: '/user/action-taken',
  description: 'Records what a visitor did, under an id that says nothing of who it was.',
  access: 'public',
  cost: 10,
  body: z.strictObject({
    user_action: z
      .string()
      .check(
        z.regex(
          /^(?:landed-\d{1,6}|clicked-closed-how-it-works|clicked-seeHow|route-usageExample|clicked-login)$/,
          'is no action that is recorded',
        ),
        maxLength(50),
      ),
    unknown_user_id: id,
    ipAddress: z._default(z.nullable(keptText(100)), null),
  }),
  answer: answer(z.literal(true)),
})

export const exportAccount = defineCall({
  method: 'GET',
  path: '/user/export',
  description: 'Everything that is kept of the person, as a download.',
  access: 'read',
  needsFreshSignIn: true,
  cost: 50,
  answerForm: 'file',
  answer: z.unknown(),
})

export const deleteAccount = defineCall({
  method: 'POST',
  path: '/user/delete-account',
  description: 'Deletes the account with all its data; `confirm` is its email.',
  access: 'session',
  needsFreshSignIn: true,
  body: z.strictObject({ confirm: z.string().check(maxLength(320)) }),
  answer: answer(z.literal(true)),
})

export const startCheckout = defineCall({
  method: 'POST',
  path: '/billing/start-checkout',
  description: 'Begins to pay for the paid plan; the browser goes on to the address in the answer.',
  access: 'session',
  body: z.strictObject({
    country: z.string().check(z.regex(/^[A-Z]{2}$/, 'must be a country such as IN'), maxLength(2)),
    plan: z.enum(BILLING_PERIODS),
  }),
  answer: answer(z.object({ address: z.string() })),
})

export const openPortal = defineCall({
  method: 'POST',
  path: '/billing/open-portal',
  description: 'Where the person manages what is paid for: card, invoices, cancelling.',
  access: 'session',
  answer: answer(z.object({ address: z.string() })),
})

/** An event of the payment provider. The body is kept as raw bytes, because its signature covers every byte. */
export const paymentWebhook = defineCall({
  method: 'POST',
  path: '/billing/webhook',
  description: 'Takes an event of the payment provider, signed in the header Stripe-Signature.',
  access: 'public',
  takes: 'file',
  maxBody: 256 * 1024,
  body: z.unknown(),
  answer: answer(z.literal(true)),
})
