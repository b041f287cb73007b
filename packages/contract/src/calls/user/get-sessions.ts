import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer } from '../../wire/scalars.ts'
import { signedInDevice } from '../../wire/user.ts'

/** The devices that are signed in, the one used last first. */
export const getSessions = defineCall({
  method: 'GET',
  path: '/user/sessions',
  description: 'The devices that are signed in, the one used last first.',
  access: 'session',
  answer: answer(z.array(signedInDevice)),
})
