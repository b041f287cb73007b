import type { fetchPages, getPageProgress } from '@cardinal/contract'
import { ok, refused, unique } from '@cardinal/domain'
import { callerOf, type PlainHandler } from './handler.ts'
import { failureOf } from './run-call.ts'

export const getPageProgressHandler: PlainHandler<typeof getPageProgress> = async (_input, context) => {
  const { store, pages } = context.services
  const counts = await store.pages.countsOf(callerOf(context).userId)
  const count = (...states: readonly Parameters<typeof counts.get>[0][]) =>
    states.reduce((sum, state) => sum + (counts.get(state) ?? 0), 0)
  return ok({
    data: {
      is_on: pages !== null,
      waiting: count('new', 'waiting'),
      fetched: count('fetched'),
      blocked: count('blocked'),
      failing: count('failing'),
      dead: count('dead'),
      refused: count('refused'),
    },
  })
}

export const fetchPagesHandler: PlainHandler<typeof fetchPages> = async ({ body }, context) => {
  const { store, pages } = context.services
  const { userId } = callerOf(context)
  const ids = unique(body.entity_ids)
  const cards = (await store.cards.byIds(userId, ids)).filter(({ deletedAt }) => deletedAt === null)
  const missing = ids.find((id) => !cards.some(({ row }) => row.id === id))
  if (missing !== undefined) return refused(failureOf({ kind: 'not-found', what: 'card', id: missing }))
  return ok({ data: (await pages?.fetchAgain(userId, cards)) ?? 0 })
}
