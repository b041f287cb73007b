/** Tables of webhooks. Times in ms. */
export interface WebhooksSchema {
  webhook: WebhookTable
  webhook_delivery: WebhookDeliveryTable
}

/** An address that gets messages about changed cards. */
export interface WebhookTable {
  id: string
  user_id: string
  address: string
  /** Signs messages: `whsec_` and base64. */
  secret: string
  /** Comma-separated names of events. */
  events: string
  created_at: number
  /** No message before this time: a node is sending, or the last message failed. */
  free_at: number
  /** Consecutive failures, and the time of the first. */
  failures: number
  failing_since: number | null
  last_at: number | null
  /** A sentence. */
  last_result: string | null
  /** When it was switched off; null: it is on. */
  off_at: number | null
  /** Messages dropped because the queue was full. */
  dropped: number
}

/** A queued message. Its body is made from the cards when it is sent. */
export interface WebhookDeliveryTable {
  id: string
  webhook_id: string
  event: string
  workspace_id: string
  /** Sequence number of the change that caused it, and its index among that change's messages. */
  seq: number
  place: number
  /** JSON of `ToldCard`s. */
  cards: string
  created_at: number
  due_at: number
  attempts: number
}
