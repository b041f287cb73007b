import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer } from '../../wire/scalars.ts'
import { sharedSearch } from '../../wire/shared-search.ts'

/** The shared searches, with their secret addresses, the newest first. */
export const getSharedSearches = defineCall({
  method: 'GET',
  path: '/user/shared-searches',
  description: 'The shared searches, with their secret addresses, the newest first.',
  access: 'session',
  answer: answer(z.array(sharedSearch)),
})
