import type { BillingPeriod, Price, Result } from '@cardinal/domain'

/** The interface to the payment provider. No card number and no amount passes it inwards. */
export interface PaymentProvider {
  /**
   * Makes the provider know a person. Asked twice, also at once, it answers with the same id.
   *
   * @returns the provider's id of the person
   */
  makeCustomer(buyer: Buyer): Promise<Result<string, ProviderTrouble>>
  /** Resolves with the address of a page where a customer pays; it is good for an hour at most. */
  startCheckout(customerId: string, order: Order): Promise<Result<string, ProviderTrouble>>
  /** Resolves with the address of a page where a customer changes the card, sees invoices, and cancels. */
  portalAddress(customerId: string): Promise<Result<string, ProviderTrouble>>
  /** Ends all that the customer pays for, and what the provider keeps of the person; no customer is no trouble. */
  forgetCustomer(customerId: string): Promise<Result<void, ProviderTrouble>>
  /**
   * Checks who sent an event, and reads it.
   *
   * @param rawBody as it came: the signature covers every byte
   * @param now ms; an event that was signed long before it is refused
   * @returns null for an event that says nothing about a subscription
   */
  readWebhook(
    rawBody: Uint8Array,
    signature: string | undefined,
    now: number,
  ): Result<PaymentEvent | null, WebhookFault>
}

/** The person who pays. */
export interface Buyer {
  readonly userId: string
  readonly email: string
  readonly name: string
}

/** What is bought. */
export interface Order {
  readonly price: Price
  readonly period: BillingPeriod
}

/** The provider was not reached, or did not do what it was asked for; the error says more, to the operator. */
export interface ProviderTrouble {
  readonly kind: 'provider-trouble'
  readonly error: Error
}

/** `not-signed`: anybody may have sent it. `unreadable`: the provider did, in a form that is not known here. */
export type WebhookFault = 'not-signed' | 'unreadable'

/**
 * What an event says about one subscription. Facts only add up (see `subscription.ts`), so that it does not
 * matter in which order they come, nor how often.
 */
export interface PaymentEvent {
  readonly id: string
  readonly customerId: string
  readonly subscriptionId: string
  /** ms: up to here at least it is paid for, or not yet due; null: nothing is said about it. */
  readonly paidUntil: number | null
  /** ms: here it ended for good; null: nothing is said about it. */
  readonly endedAt: number | null
}
