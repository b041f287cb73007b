import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer, id, keptText } from '../../wire/scalars.ts'

/** Records what a visitor did, under an id that says nothing of who it was. */
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
        z.maxLength(50),
      ),
    unknown_user_id: id,
    ipAddress: z._default(z.nullable(keptText(100)), null),
  }),
  answer: answer(z.literal(true)),
})
