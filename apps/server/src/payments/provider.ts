import type { BillingPeriod, Price, Result } from '@cardinal/domain'

/** Interface to the payment provider. Card numbers and amounts stay outside. */
export interface PaymentProvider {
  /**
   * Creates a customer. Repeated and parallel calls return the same id.
   *
   * @returns the customer's id at the provider
   */
  makeCustomer(buyer: Buyer): Promise<Result<string, ProviderTrouble>>
  /** Address of a payment page, valid for at most an hour. */
  startCheckout(customerId: string, order: Order): Promise<Result<string, ProviderTrouble>>
  /** Address of a page where a customer changes the card, sees invoices, and cancels. */
  portalAddress(customerId: string): Promise<Result<string, ProviderTrouble>>
  /** Ends all subscriptions and deletes the customer. Succeeds if there is none. */
  forgetCustomer(customerId: string): Promise<Result<void, ProviderTrouble>>
  /**
   * Verifies and parses an event.
   *
   * @param rawBody unchanged: the signature covers every byte
   * @param now ms; an event signed long before is refused
   * @returns null for an event without a subscription
   */
  readWebhook(
    rawBody: Uint8Array,
    signature: string | undefined,
    now: number,
  ): Result<PaymentEvent | null, WebhookFault>
}

export interface Buyer {
  readonly userId: string
  readonly email: string
  readonly name: string
}

export interface Order {
  readonly price: Price
  readonly period: BillingPeriod
}

/** The provider was unreachable or refused. The error is for the operator. */
export interface ProviderTrouble {
  readonly kind: 'provider-trouble'
  readonly error: Error
}

/** `not-signed`: the sender is unknown. `unreadable`: from the provider, in an unknown format. */
export type WebhookFault = 'not-signed' | 'unreadable'

/**
 * What an event says about one subscription. Facts only add up (see `afterEvent`), so that order and
 * repetition don't matter.
 */
export interface PaymentEvent {
  readonly id: string
  readonly customerId: string
  readonly subscriptionId: string
  /** ms until which the subscription is at least paid or not yet due; null: unknown. */
  readonly paidUntil: number | null
  /** ms when it ended for good; null: unknown. */
  readonly endedAt: number | null
}
