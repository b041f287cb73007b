import { defineCall } from '../../call.ts'
import { answer } from '../../wire/scalars.ts'
import { user } from '../../wire/user.ts'

/** Name, email and plan. */
export const getProfile = defineCall({
  method: 'GET',
  path: '/user/get-profile',
  description: 'Name, email and plan.',
  access: 'read',
  answer: answer(user),
})
