import {
  type createWebhook,
  type Failure,
  type getWebhooks,
  type removeWebhook,
  type testWebhook,
  toInstant,
  WEBHOOK_EVENTS,
  WEBHOOK_LIMITS,
} from '@cardinal/contract'
import { ok, refused } from '@cardinal/domain'
import { noteActivity } from '../identity/activity.ts'
import type { ListedWebhook } from '../services.ts'
import { newWebhookSecret } from '../webhooks/messages.ts'
import { callerOf, type PlainHandler, type TransactionHandler } from './handler.ts'

const NO_WEBHOOK: Failure = { status: 404, msg: 'There is no such webhook.' }
const OFF: Failure = { status: 404, msg: 'This server sends no webhooks.' }
const NO_ADDRESS: Failure = { status: 400, msg: 'address: this is no well-formed address.' }
const TOO_MANY: Failure = { status: 400, msg: `At most ${WEBHOOK_LIMITS.webhooks} webhooks are kept.` }

export const getWebhooksHandler: PlainHandler<typeof getWebhooks> = async (_input, context) => {
  const { store, webhooks } = context.services
  const rows = await store.webhooks.ofUser(callerOf(context).userId)
  return ok({ data: { is_on: webhooks !== null, webhooks: rows.map(toWire) } })
}

/** The answer has the secret, so it is not stored for repeated requests. */
export const createWebhookHandler: PlainHandler<typeof createWebhook> = async ({ body }, context) => {
  const { store, webhooks, now, newId } = context.services
  const { userId } = callerOf(context)
  if (webhooks === null) return refused(OFF)
  if (!URL.canParse(body.address)) return refused(NO_ADDRESS)
  const reason = await webhooks.whyNot(body.address)
  if (reason !== null) return refused({ status: 400, msg: `address: ${reason}.` })
  return store.transact(async (tx) => {
    await tx.lockUser(userId)
    if ((await tx.webhooks.ofUser(userId)).length >= WEBHOOK_LIMITS.webhooks) return refused(TOO_MANY)
    const secret = newWebhookSecret()
    const row = {
      id: newId(),
      user_id: userId,
      address: body.address,
      secret,
      events: WEBHOOK_EVENTS.filter((event) => body.events.includes(event)).join(','),
      created_at: now(),
      free_at: 0,
      failures: 0,
      failing_since: null,
      last_at: null,
      last_result: null,
      off_at: null,
      dropped: 0,
    }
    await tx.webhooks.insert(row)
    await tx.webhooks.keepEvents(userId)
    await noteActivity(tx, callerOf(context), 'webhook-made', new URL(row.address).host, now())
    return ok({ data: { ...toWire({ ...row, waiting: 0 }), secret } })
  })
}

export const testWebhookHandler: PlainHandler<typeof testWebhook> = async ({ body }, context) => {
  const { webhooks } = context.services
  if (webhooks === null) return refused(OFF)
  const tested = await webhooks.test(callerOf(context).userId, body.webhook_id)
  return tested.ok ? ok({ data: toWire(tested.value) }) : refused(NO_WEBHOOK)
}

export const removeWebhookHandler: TransactionHandler<typeof removeWebhook> = {
  inTransaction: async ({ tx, user, input: { body }, services, principal }) => {
    const webhook = await tx.webhooks.byId(user.id, body.webhook_id)
    if (webhook === undefined) return refused(NO_WEBHOOK)
    await tx.webhooks.remove(user.id, webhook.id)
    await tx.webhooks.keepEvents(user.id)
    await noteActivity(tx, principal, 'webhook-removed', new URL(webhook.address).host, services.now())
    return ok({ answer: { data: webhook.id } })
  },
}

function toWire(row: ListedWebhook) {
  const instant = (time: number | null) => (time === null ? null : toInstant(Number(time)))
  return {
    webhook_id: row.id,
    address: row.address,
    events: WEBHOOK_EVENTS.filter((event) => row.events.split(',').includes(event)),
    createdAt: toInstant(row.created_at),
    lastAt: instant(row.last_at),
    last_result: row.last_result,
    failingSince: instant(row.failing_since),
    offAt: instant(row.off_at),
    waiting: row.waiting,
    dropped: row.dropped,
  }
}
