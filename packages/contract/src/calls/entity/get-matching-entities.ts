import * as z from 'zod/mini'
import { defineQuestion } from '../../call.ts'
import { entity } from '../../wire/entity.ts'
import { colorCounts, intersectionCounts, isCardOrder, listingFields, tagRanks } from '../../wire/listing.ts'
import { count, id, searchText } from '../../wire/scalars.ts'

/** The cards that match a search, with the counts to go on from. */
export const getMatchingEntities = defineQuestion({
  method: 'POST',
  path: '/entity/get-matching-entities',
  description: 'The cards that match a search, with the counts to go on from.',
  body: z
    .strictObject({
      ...listingFields,
      userIsTyping_inSearchbar: searchText,
      secondSearchword: z._default(searchText, ''),
      only_tags: z._default(z.boolean(), false),
      only_count: z._default(z.boolean(), false),
    })
    .check(isCardOrder),
  answer: z.object({
    data: z.array(entity),
    total_in_db: count,
    color_counts: colorCounts,
    intersection_counts: intersectionCounts,
    tagRanks,
    /** How many cards match in each workspace, in the order of the cards; only for searches with `workspace:all`. */
    workspaces: z.optional(z.array(z.object({ _id: id, count }))),
  }),
})
