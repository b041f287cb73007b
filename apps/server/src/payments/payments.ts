import { type BillingPeriod, type Id, ok, type Price, type Result, refused } from '@cardinal/domain'
import type { Store, Subscription, User, UserPatch } from '../store/index.ts'
import type { PaymentEvent, PaymentProvider, ProviderTrouble, WebhookFault } from './provider.ts'

export type CheckoutRefusal =
  | ProviderTrouble
  /** The plan is not sold in this country. */
  | { readonly kind: 'no-price' }
  /** A subscription is already active; a second one would be paid for nothing. */
  | { readonly kind: 'subscribed' }
  | { readonly kind: 'no-user' }

/** `seen`: applied earlier. `not-ours`: about no user here, or without effect. */
type Received = 'applied' | 'seen' | 'not-ours'

export class Payments {
  readonly #store: Store
  readonly #provider: PaymentProvider
  readonly #prices: readonly Price[]
  readonly #now: () => number

  /** @param prices the ones that the pricing page shows: nothing else is charged */
  constructor(store: Store, provider: PaymentProvider, prices: readonly Price[], now: () => number) {
    this.#store = store
    this.#provider = provider
    this.#prices = prices
    this.#now = now
  }

  /** Address of a page for buying the paid plan. */
  async startCheckout(
    userId: Id,
    country: string,
    period: BillingPeriod,
  ): Promise<Result<string, CheckoutRefusal>> {
    const price = this.#prices.find((each) => each.country === country)
    if (price === undefined) return refused({ kind: 'no-price' })
    const subscriptions = await this.#store.billing.subscriptionsOf(userId)
    if (subscriptions.some(({ endedAt }) => endedAt === null)) return refused({ kind: 'subscribed' })
    const customerId = await this.#customerOf(userId)
    if (!customerId.ok) return customerId
    return this.#provider.startCheckout(customerId.value, { price, period })
  }

  /** Address of a page for managing payments. */
  async openPortal(userId: Id): Promise<Result<string, ProviderTrouble | { readonly kind: 'never-paid' }>> {
    const customerId = await this.#store.billing.customerOf(userId)
    return customerId === undefined
      ? refused({ kind: 'never-paid' })
      : this.#provider.portalAddress(customerId)
  }

  /** Verifies an event's sender and applies the event once. */
  async receive(rawBody: Uint8Array, signature: string | undefined): Promise<Result<Received, WebhookFault>> {
    const event = this.#provider.readWebhook(rawBody, signature, this.#now())
    if (!event.ok) return event
    return event.value === null ? ok('not-ours') : this.#apply(event.value)
  }

  /** Ends the user's subscriptions. Called before the account is deleted. */
  async forget(userId: Id): Promise<Result<void, ProviderTrouble>> {
    const customerId = await this.#store.billing.customerOf(userId)
    return customerId === undefined ? ok(undefined) : this.#provider.forgetCustomer(customerId)
  }

  async #customerOf(userId: Id): Promise<Result<string, CheckoutRefusal>> {
    const known = await this.#store.billing.customerOf(userId)
    if (known !== undefined) return ok(known)
    const user = await this.#store.users.byId(userId)
    if (user === undefined) return refused({ kind: 'no-user' })
    const made = await this.#provider.makeCustomer({ userId, email: user.email, name: user.name })
    if (!made.ok) return made
    return this.#store.transact<string, CheckoutRefusal>(async (tx) => {
      if ((await tx.lockUser(userId)) === undefined) return refused({ kind: 'no-user' })
      await tx.billing.insertCustomer(userId, made.value, this.#now())
      return ok((await tx.billing.customerOf(userId)) ?? made.value)
    })
  }

  #apply(event: PaymentEvent): Promise<Result<Received, WebhookFault>> {
    return this.#store.transact<Received, WebhookFault>(async (tx) => {
      const userId = await tx.billing.userOf(event.customerId)
      const user = userId === undefined ? undefined : await tx.lockUser(userId)
      if (user === undefined) return ok('not-ours')
      if (!(await tx.billing.insertEvent(event.id, user.id, this.#now()))) return ok('seen')
      const known = await tx.billing.subscriptionsOf(user.id)
      const isSame = ({ id }: { readonly id: string }) => id === event.subscriptionId
      const changed = afterEvent(known.find(isSame), event)
      await tx.billing.putSubscription(user.id, changed)
      await tx.users.update(user.id, planPatch(user, [...known.filter((each) => !isSame(each)), changed]))
      return ok('applied')
    })
  }
}

const PAID_PLAN = 'unlimited'

/**
 * Applies an event. The paid time only grows, and an end is final. So events give the same subscription in
 * any order and when repeated: a late event can't revive an ended subscription.
 */
export function afterEvent(known: Subscription | undefined, event: PaymentEvent): Subscription {
  return {
    id: event.subscriptionId,
    paidUntil: Math.max(known?.paidUntil ?? 0, event.paidUntil ?? 0),
    endedAt: earlier(known?.endedAt ?? null, event.endedAt),
  }
}

function earlier(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other)
}

/** Until when the subscriptions pay for the plan, in ms; 0: they never did. */
export function paidUntil(subscriptions: readonly Subscription[]): number {
  return Math.max(
    0,
    ...subscriptions.map(({ paidUntil: until, endedAt }) => Math.min(until, endedAt ?? until)),
  )
}

/**
 * What changes in the user's plan. An operator's grant stays if it lasts longer or forever: paying must not
 * take anything away.
 */
export function planPatch(user: User, subscriptions: readonly Subscription[]): UserPatch {
  const end = paidUntil(subscriptions)
  if (end === 0) return {}
  const isGiven = user.plan !== 'free' && (user.planExpiresAt === null || user.plan !== PAID_PLAN)
  if (isGiven && (user.planExpiresAt === null || user.planExpiresAt > end)) return {}
  return { plan: PAID_PLAN, planExpiresAt: end }
}
