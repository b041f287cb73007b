import * as z from 'zod/mini'
import { defineQuestion } from '../../call.ts'
import { entity } from '../../wire/entity.ts'
import { answer, ids } from '../../wire/scalars.ts'

/** Cards by id, in the order asked. */
export const getSpecificEntities = defineQuestion({
  method: 'POST',
  path: '/entity/get-specific',
  description: 'Cards by id, in the order asked.',
  body: z.strictObject({ entity_ids: ids }),
  answer: answer(z.array(entity)),
})
