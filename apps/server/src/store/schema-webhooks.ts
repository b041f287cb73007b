/** Tables of webhooks. Times in ms. */
export interface WebhooksSchema {
  webhook: WebhookTable
  webhook_delivery: WebhookDeliveryTable
}

/** A person's webhook: the address that messages about changed cards are sent to. */
export interface WebhookTable {
  id: string
  user_id: string
  address: string
  /** By which messages are signed: `whsec_` and base64. */
  secret: string
  /** Names of events, with commas between. */
  events: string
  created_at: number
  /** No message to it before: a node has its turn, or the last message failed. */
  free_at: number
  /** Failures in a row, and when the first of these was. */
  failures: number
  failing_since: number | null
  last_at: number | null
  /** A sentence. */
  last_result: string | null
  /** When it was switched off; null: it is on. */
  off_at: number | null
  /** Messages that were left out, because too many waited. */
  dropped: number
}

/** A message that waits to be sent. It is made of the cards as they are when it is sent. */
export interface WebhookDeliveryTable {
  id: string
  webhook_id: string
  event: string
  workspace_id: string
  /** The change that made it, and its place among the messages of that change. */
  seq: number
  place: number
  /** JSON of `ToldCard`s. */
  cards: string
  created_at: number
  due_at: number
  attempts: number
}
