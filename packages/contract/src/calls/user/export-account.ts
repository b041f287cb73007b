import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'

/** Everything that is kept of the person, as a download. */
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
