import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { flag } from '../../wire/import.ts'
import { isCardOrder, listingFields } from '../../wire/listing.ts'
import { atMost, color, id, searchText } from '../../wire/scalars.ts'

const { type, done, statOption_1, statOption_2 } = listingFields
const { statOption_1_forDates, statOption_2_forDates, date_start, date_end } = listingFields

/** The cards of a search, in the words of `get-matching-entities`; `colors` has commas between its names. */
export const searchFields = {
  search: searchText,
  second_search: z._default(searchText, ''),
  only_tags: z._default(flag, false),
  type,
  done,
  statOption_1,
  statOption_2,
  statOption_1_forDates,
  statOption_2_forDates,
  date_start,
  date_end,
  colors: z._default(
    z.pipe(
      z.pipe(
        atMost(200),
        z.transform((text) =>
          text === '' ? [] : text.split(',').map((name) => (name === 'none' ? null : name)),
        ),
      ),
      z.array(color),
    ),
    [],
  ),
}

/** A workspace, the whole account, or the cards of a search as a file. */
export const exportWorkspace = defineCall({
  method: 'GET',
  path: '/export',
  description: 'A workspace, the whole account, or the cards of a search as a file.',
  access: 'read',
  cost: 20,
  answerForm: 'file',
  query: z
    .object({
      workspace_id: z.optional(id),
      /** `markdown-zip`: a file of Markdown for each card, with its facts as front matter. */
      format: z._default(z.enum(['json', 'html', 'csv', 'markdown', 'markdown-zip']), 'json'),
      /** `account`: all workspaces with saved searches and settings, as JSON that an import makes whole again. */
      scope: z._default(z.enum(['workspace', 'account']), 'workspace'),
      ...searchFields,
      /** Left out: all cards. */
      search: z.optional(searchText),
    })
    .check(isCardOrder),
  answer: z.unknown(),
})
