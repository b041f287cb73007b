import * as z from 'zod/mini'
import { defineQuestion } from '../../call.ts'
import { answer, id, instant, workspaceId } from '../../wire/scalars.ts'

/** Texts that lost against another edit and were not written over since, the latest first. */
export const getKeptRevisions = defineQuestion({
  method: 'POST',
  path: '/entity/get-kept-revisions',
  description:
    'Texts of cards and subnotes that lost against another edit within 30 days, where nobody has edited the same text since; the latest 200 first.',
  body: z.strictObject({ workspace_id: workspaceId }),
  answer: answer(
    z.array(
      z.object({
        entity_id: id,
        /** Null: the text is a card's content. */
        title_id: z.nullable(id),
        text: z.string(),
        createdAt: instant,
      }),
    ),
  ),
})
