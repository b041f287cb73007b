import { defineQuestion } from '../../call.ts'
import { answer } from '../../wire/scalars.ts'
import { settings } from '../../wire/user.ts'

/** Saved searches, whether help is shown, and the workspace in use. */
export const getGlobalSettings = defineQuestion({
  method: 'GET',
  path: '/user/get-global-settings',
  description: 'Saved searches, whether help is shown, and the workspace in use.',
  answer: answer(settings),
})
