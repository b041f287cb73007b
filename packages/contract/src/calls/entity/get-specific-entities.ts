import { LIMITS } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineQuestion } from '../../call.ts'
import { entity } from '../../wire/entity.ts'
import { answer, id, listOf } from '../../wire/scalars.ts'

/** Cards by id, in the order asked. */
export const getSpecificEntities = defineQuestion({
  method: 'POST',
  path: '/entity/get-specific',
  description: 'Cards by id, in the order asked.',
  body: z.strictObject({ entity_ids: listOf(id, LIMITS.cardsById) }),
  answer: answer(z.array(entity)),
})
