/** Tables of payments. No amount and nothing of a card is kept: those stay with the provider. Times in ms. */
export interface BillingSchema {
  billing_customer: BillingCustomerTable
  billing_subscription: BillingSubscriptionTable
  billing_event: BillingEventTable
}

/** Under which id the payment provider knows a user. */
export interface BillingCustomerTable {
  user_id: string
  customer_id: string
  created_at: number
}

export interface BillingSubscriptionTable {
  id: string
  user_id: string
  /** It only ever grows. */
  paid_until: number
  /** Null while it runs; once it has ended, nothing brings it back. */
  ended_at: number | null
}

/** An event of the provider that was applied. */
export interface BillingEventTable {
  id: string
  user_id: string
  received_at: number
}
