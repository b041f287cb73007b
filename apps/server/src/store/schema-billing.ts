/** Tables of payments. Amounts and card data stay with the provider. Times in ms. */
export interface BillingSchema {
  billing_customer: BillingCustomerTable
  billing_subscription: BillingSubscriptionTable
  billing_event: BillingEventTable
}

/** A user's customer id at the payment provider. */
export interface BillingCustomerTable {
  user_id: string
  customer_id: string
  created_at: number
}

export interface BillingSubscriptionTable {
  id: string
  user_id: string
  /** Never decreases. */
  paid_until: number
  /** Null while it runs. An ended subscription never starts again. */
  ended_at: number | null
}

/** A processed event of the provider. */
export interface BillingEventTable {
  id: string
  user_id: string
  received_at: number
}
