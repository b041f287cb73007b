import {
  type Failure,
  type fetchPages,
  type findCopies as findCopiesCall,
  type getCopies,
  type getCopyRule,
  type getPageProgress,
  type keepCopies as keepCopiesCall,
  type removeCopies as removeCopiesCall,
  toInstant,
  type updateCopyRule,
  type WireCopy,
} from '@cardinal/contract'
import { type Card, type Id, ok, pageAddress, type Result, refused, unique } from '@cardinal/domain'
import { FAILURES } from '../access/failures.ts'
import { livingCopyRule } from '../pages/jobs.ts'
import { fetchedAt, keepCopies, type Moved, queueForRule, removeCopies } from '../pages/page-copies.ts'
import type { Services, Store, Stored, StoreTransaction } from '../services.ts'
import { findCopies } from '../workspaces/find-words.ts'
import { openWorkspace } from './ask.ts'
import { callerOf, type PlainHandler, type TransactionHandler } from './handler.ts'
import { refusalFailure } from './run-call.ts'

export const keepCopiesHandler: TransactionHandler<typeof keepCopiesCall> = {
  inTransaction: async ({ tx, user, input: { body }, services }) => {
    const cards = await livingCards(tx, user.id, body.entity_ids)
    if (!cards.ok) return cards
    const { limits, now, pages } = services
    if (pages === null) return ok({ answer: { data: 0 } })
    const { count, moved } = await keepCopies(
      { tx, user, limits, now: now() },
      cards.value,
      body.again === true,
    )
    return ok({ answer: { data: count }, after: () => tell(services, user.id, moved) })
  },
}

export const removeCopiesHandler: TransactionHandler<typeof removeCopiesCall> = {
  inTransaction: async ({ tx, user, input: { body }, services }) => {
    const cards = await livingCards(tx, user.id, body.entity_ids)
    if (!cards.ok) return cards
    const { limits, now } = services
    const { count, moved } = await removeCopies({ tx, user, limits, now: now() }, cards.value)
    return ok({ answer: { data: count }, after: () => tell(services, user.id, moved) })
  },
}

function tell({ bus, pages }: Services, userId: Id, moved: readonly Moved[]): void {
  for (const place of moved) bus.publish({ userId, ...place })
  pages?.wake()
}

async function livingCards(
  store: Pick<Store | StoreTransaction, 'cards'>,
  userId: Id,
  given: readonly Id[],
): Promise<Result<readonly Stored<Card>[], Failure>> {
  const ids = unique(given)
  const found = await store.cards.byIds(userId, ids)
  const byId = new Map(found.filter(({ deletedAt }) => deletedAt === null).map((card) => [card.row.id, card]))
  const cards: Stored<Card>[] = []
  for (const id of ids) {
    const card = byId.get(id)
    if (card === undefined) return refused(refusalFailure({ kind: 'not-found', what: 'card', id }))
    cards.push(card)
  }
  return ok(cards)
}

export const getCopiesHandler: PlainHandler<typeof getCopies> = async ({ body }, context) => {
  const { store } = context.services
  const { userId } = callerOf(context)
  const cards = await livingCards(store, userId, body.entity_ids)
  if (!cards.ok) return cards
  const copies = await store.pageCopies.byCards(userId, body.entity_ids)
  const data = cards.value.map(({ row }): WireCopy => {
    const copy = copies.get(row.id)
    if (copy === undefined) return { entity_id: row.id, state: 'none' }
    const { state, problem } = copy
    const at = fetchedAt(copy, pageAddress(row) ?? '')
    const status = { entity_id: row.id, state, ...(problem !== '' && { problem }) }
    // The copy was made from an earlier address of the link.
    if (at === undefined) return { ...status, state: state === 'kept' ? 'waiting' : state }
    const { address, title, language, content } = copy
    const texts = { address, title, ...(language !== '' && { language }), content }
    return {
      ...status,
      ...texts,
      fetchedAt: toInstant(at),
      is_cut: copy.is_cut === 1,
      ...(copy.file_hash !== null && { is_of_kept_page: true }),
    }
  })
  return ok({ data })
}

export const findCopiesHandler: PlainHandler<typeof findCopiesCall> = async ({ body }, context) => {
  const opened = await openWorkspace(context, body.workspace_id)
  if (!opened.ok) return opened
  const { userId, workspace } = opened.value
  const found = await findCopies(context.services.store, { userId, workspaceId: workspace.id }, body.texts)
  return ok({ data: found.map((ids) => [...ids]) })
}

export const getCopyRuleHandler: PlainHandler<typeof getCopyRule> = async (_input, context) => {
  const { store, pages } = context.services
  const user = await store.users.byId(callerOf(context).userId)
  if (user === undefined) return refused(FAILURES.notSignedIn)
  const { keeps, tagIds } = await livingCopyRule(store, user)
  const counted = await store.pageCopies.countOf(user.id)
  return ok({ data: { keeps, tag_ids: [...tagIds], is_on: pages !== null, ...counted } })
}

export const updateCopyRuleHandler: TransactionHandler<typeof updateCopyRule> = {
  inTransaction: async ({ tx, user, input: { body }, services }) => {
    const { limits, now, pages } = services
    const { keeps, tag_ids = [] } = body
    const ids = unique(tag_ids)
    const tags = await tx.tags.byIds(user.id, ids)
    const living = new Set(tags.flatMap(({ row, deletedAt }) => (deletedAt === null ? [row.id] : [])))
    const missing = ids.find((id) => !living.has(id))
    if (missing !== undefined) return refused(refusalFailure({ kind: 'not-found', what: 'tag', id: missing }))
    const copyRule = { keeps, tagIds: ids }
    await tx.users.update(user.id, { copyRule })
    if (pages !== null) await queueForRule({ tx, user, limits, now: now() }, copyRule)
    const counted = await tx.pageCopies.countOf(user.id)
    const data = { keeps, tag_ids: ids, is_on: pages !== null, ...counted }
    return ok({ answer: { data }, after: () => pages?.wake() })
  },
}

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
  if (missing !== undefined) return refused(refusalFailure({ kind: 'not-found', what: 'card', id: missing }))
  return ok({ data: (await pages?.fetchAgain(userId, cards)) ?? 0 })
}
