import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { atMost } from '../../wire/scalars.ts'

/** A shared search as RSS or JSON feed. */
export const getSharedFeed = defineCall({
  method: 'GET',
  path: '/shared/{secret}/{file}',
  description:
    'A shared search as `feed.xml` (RSS 2.0) or `feed.json` (JSON Feed 1.1): its newest 100 cards.',
  access: 'public',
  answerForm: 'file',
  cost: 5,
  params: z.strictObject({ secret: atMost(200), file: atMost(20) }),
  answer: z.unknown(),
})
