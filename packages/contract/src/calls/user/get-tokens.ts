import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer } from '../../wire/scalars.ts'
import { personalToken } from '../../wire/user.ts'

/** The personal tokens, without their secrets. */
export const getTokens = defineCall({
  method: 'GET',
  path: '/user/tokens',
  description: 'The personal tokens, without their secrets.',
  access: 'session',
  answer: answer(z.array(personalToken)),
})
