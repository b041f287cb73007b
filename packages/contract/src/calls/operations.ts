import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { answer, count, id, instant } from '../wire/scalars.ts'

export const health = defineCall({
  method: 'GET',
  path: '/health',
  description: 'Whether the process is alive, and its version; touches nothing.',
  access: 'public',
  answer: answer(z.object({ status: z.literal('alive'), version: z.string() })),
})

export const ready = defineCall({
  method: 'GET',
  path: '/ready',
  description:
    'Whether requests can be served. `warnings` is there while the operator has something to mend: disk, clock, certificate or database.',
  access: 'public',
  answer: z.looseObject({}),
})

export const getServerOverview = defineCall({
  method: 'GET',
  path: '/server/overview',
  description:
    'Figures of the whole server and its first 200 users. For its owner alone, who is the first user; others get 403.',
  access: 'session',
  answer: answer(
    z.object({
      version: z.string(),
      database: z.enum(['sqlite', 'postgres']),
      users: count,
      disabled_users: count,
      users_of_30_days: count,
      sessions: count,
      personal_tokens: count,
      workspaces: count,
      cards: count,
      stored_bytes: count,
      failed_sign_ins_of_30_days: count,
      machine: z.object({
        memory_mb: count,
        is_memory_limited: z.boolean(),
        cores: count,
        resident_mb: count,
        workspaces_mb: count,
        thread_mb: count,
        pictures_mb: count,
      }),
      warnings: z.array(
        z.object({
          kind: z.enum(['disk', 'clock', 'certificate', 'database']),
          msg: z.string(),
          since: instant,
        }),
      ),
      first_users: z.array(
        z.object({
          user_id: id,
          name: z.string(),
          createdAt: instant,
          disabledAt: z.nullable(instant),
          lastUsedAt: z.nullable(instant),
          cards: count,
          stored_bytes: count,
        }),
      ),
    }),
  ),
  cost: 10,
})

export const openapiJson = defineCall({
  method: 'GET',
  path: '/openapi.json',
  description: 'This description.',
  access: 'public',
  answer: z.looseObject({}),
})

export const docs = defineCall({
  method: 'GET',
  path: '/docs',
  description: 'A page to read this description.',
  access: 'public',
  answerForm: 'html',
  answer: z.unknown(),
})
