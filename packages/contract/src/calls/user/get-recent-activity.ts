import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer } from '../../wire/scalars.ts'
import { activity } from '../../wire/user.ts'

/** What happened to the account within 90 days, newest first: at most 200 entries. */
export const getRecentActivity = defineCall({
  method: 'GET',
  path: '/user/recent-activity',
  description: 'What happened to the account within 90 days, newest first: at most 200 entries.',
  access: 'session',
  answer: answer(z.array(activity)),
})
