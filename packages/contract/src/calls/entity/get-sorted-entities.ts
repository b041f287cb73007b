import * as z from 'zod/mini'
import { defineQuestion } from '../../call.ts'
import { entity } from '../../wire/entity.ts'
import { colorCounts, isCardOrder, listingFields } from '../../wire/listing.ts'
import { count } from '../../wire/scalars.ts'

/** All cards of a type, sorted and filtered. */
export const getSortedEntities = defineQuestion({
  method: 'POST',
  path: '/entity/get-sorted-entities',
  description: 'All cards of a type, sorted and filtered.',
  body: z.strictObject(listingFields).check(isCardOrder),
  answer: z.object({ data: z.array(entity), total_in_db: count, color_counts: colorCounts }),
})
