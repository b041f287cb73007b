import type { IdentitySchema } from './schema-identity.ts'

/**
 * All tables. Keys are (user_id, id), because ids are unique only within a user. Times are ms since 1970, booleans
 * 0 or 1, lists of ids JSON, so that both databases return the same values.
 */
export interface Database extends IdentitySchema, BillingSchema, PagesSchema, WebhooksSchema, FilesSchema {
  user: UserTable
  workspace: WorkspaceTable
  deleted_workspace: DeletedWorkspaceTable
  rule_effect: RuleEffectTable
  card: CardTable
  subnote: SubnoteTable
  card_tag: CardTagTable
  tag: TagTable
  tag_group: TagGroupTable
  group_tag: GroupTagTable
  revision: RevisionTable
  subnote_revision: SubnoteRevisionTable
  operation: OperationTable
  small_number: SmallNumberTable
}

export interface UserTable {
  id: string
  /** As given by the identity provider. */
  email: string
  name: string
  first_name: string
  last_name: string
  plan: string
  plan_expires_at: number | null
  /** JSON list of texts, oldest first. */
  saved_searches: string
  /** JSON, lists of texts by id of their workspace; null: every search belongs to every workspace. */
  searches_by_workspace: string | null
  show_helpers: number
  current_workspace_id: string | null
  created_at: number
  /** Only grows. Counted again when it reaches the quota. */
  stored_bytes: number
  /** When the operator disabled the account; null: active. */
  disabled_at: number | null
  /** SHA-256 of the secret in the calendar's address; null: no calendar. */
  calendar_hash: string | null
  /** Comma-separated events that the user's webhooks want; null: no webhooks. Saves a query in each change. */
  webhook_events: string | null
  /** JSON of the domain's `CopyRule`; null: the default. */
  copy_rule: string | null
  /**
   * Not null from a password reset until the person has reviewed the account. Meanwhile tokens, passkeys, webhooks
   * and secret addresses are inactive. JSON list of the devices that were signed out.
   */
  access_review: string | null
}

export interface WorkspaceTable {
  user_id: string
  id: string
  name: string
  created_at: number
  updated_at: number
  /** Sequence number of the last change. Taken under the user's lock, so that number order is commit order. */
  seq: number
  /** Names the history of the workspace. A restored database gets a new one, so that old cursors don't fit. */
  epoch: string
  /** Tombstones up to this number may have been removed, so a device with a lower cursor loads again. */
  min_seq: number
  rev: number
  /** `RowsDigest` of the living rows; null: unknown. */
  rows_digest: string | null
  /**
   * The `seq` for which `rows_digest` holds. If it differs from the workspace's, an older release has written
   * since, and the digest is outdated.
   */
  rows_digest_seq: number | null
  /** When the database was last restored; null: never. */
  restored_at: number | null
  /** JSON list of the domain's `Rule`; null: none. */
  rules: string | null
}

/** One of the latest effects of a rule. The highest `number` of a rule is the count of all its effects. */
export interface RuleEffectTable {
  user_id: string
  workspace_id: string
  rule_id: string
  number: number
  card_id: string
  at: number
  /** JSON of the `RuleEffect` of sync, without its ids. */
  effect: string
  undone_at: number | null
}

/** Tombstones of workspaces; see `workspaces.remove`. */
interface DeletedWorkspaceTable {
  user_id: string
  id: string
  deleted_at: number
}

export interface CardTable {
  user_id: string
  id: string
  workspace_id: string
  type: string
  content: string
  /** Empty: the link has no address. Null: the address is in the content, as in rows of an earlier release. */
  address: string | null
  color: string | null
  is_public: number
  done_at: number | null
  due_at: string | null
  start_at: string | null
  recurrence: string | null
  completions: string | null
  /** See `CardFiles` of the domain; null: none. */
  files: string | null
  place: string | null
  parent_ids: string
  sibling_ids: string
  child_ids: string
  /** JSON of the domain's `Page`; null: none. */
  page: string | null
  created_at: number
  updated_at: number
  /** When it was deleted; null: living. */
  deleted_at: number | null
  rev: number
}

export interface SubnoteTable {
  user_id: string
  card_id: string
  id: string
  position: number
  text: string
  is_ticked: number
}

export interface CardTagTable {
  user_id: string
  card_id: string
  tag_id: string
  position: number
}

export interface TagTable {
  user_id: string
  id: string
  workspace_id: string
  name: string
  color: string | null
  click_count: number
  last_clicked_at: number | null
  created_at: number
  updated_at: number
  deleted_at: number | null
  /** Id of the tag that this tag was merged into; null: not merged. */
  merged_into: string | null
  rev: number
  /** JSON list of texts; null: none. */
  other_names: string | null
  /** JSON list of tag ids, some of which may be deleted; null: none. */
  parent_ids: string | null
  /** JSON list of group ids, some of which may be deleted; null: none. */
  child_group_ids: string | null
  /** Display name; null: the tag is shown by its name. */
  display_name: string | null
  /** 1: other names, parents or child groups are set. Null or 0: none of them. */
  has_relations: number | null
}

export interface TagGroupTable {
  user_id: string
  id: string
  workspace_id: string
  title: string
  color: string | null
  is_hidden: number
  created_at: number
  updated_at: number
  deleted_at: number | null
  /** Id of the group that this group was merged into; null: not merged. */
  merged_into: string | null
  rev: number
}

export interface GroupTagTable {
  user_id: string
  group_id: string
  tag_id: string
  position: number
}

/** An earlier content of a card. It was the content until the change `until_seq`. */
interface RevisionTable {
  user_id: string
  card_id: string
  until_seq: number
  /** 1: displaced by a merge, so it never was the content. 0: it was. */
  is_kept: number
  content: string
  /** Null: unknown or none. */
  address: string | null
  replaced_at: number
}

/** A removed or overwritten text of a subnote. */
interface SubnoteRevisionTable {
  user_id: string
  card_id: string
  /** Sequence number of the change that removed or overwrote it. */
  until_seq: number
  /** Index, from 0, among the texts removed from one card by one change. */
  ordinal: number
  subnote_id: string
  /** 1: displaced by a merge. */
  is_kept: number
  text: string
  replaced_at: number
}

/** A change that was made, under its idempotency key, with its answer. */
export interface OperationTable {
  user_id: string
  key: string
  body_hash: string
  status: number
  answer: string
  seq: number | null
  created_at: number
}

/** A number in place of the id of a card or tag. */
interface SmallNumberTable {
  user_id: string
  id: string
  number: number
}

/** Tables of payments. Amounts and card data stay with the provider. Times in ms. */
interface BillingSchema {
  billing_customer: BillingCustomerTable
  billing_subscription: BillingSubscriptionTable
  billing_event: BillingEventTable
}

/** A user's customer id at the payment provider. */
interface BillingCustomerTable {
  user_id: string
  customer_id: string
  created_at: number
}

interface BillingSubscriptionTable {
  id: string
  user_id: string
  /** Never decreases. */
  paid_until: number
  /** Null: not ended. An ended subscription never starts again. */
  ended_at: number | null
}

/** A processed event of the provider. */
interface BillingEventTable {
  id: string
  user_id: string
  received_at: number
}

interface FilesSchema {
  file: FileTable
  file_piece: FilePieceTable
}

/** A file of an account. Cards name it by its hash. */
export interface FileTable {
  id: string
  user_id: string
  /** SHA-256 of the bytes, in hex. While a page arrives, its hash is unknown: `arriving-` and the id. */
  hash: string
  /** Bytes. Counted towards the quota from the start of the upload. */
  size: number
  /** Media type by content; empty until all bytes are stored. */
  type: string
  created_at: number
  /** When all bytes were stored and their hash was right; null: still being sent. */
  whole_at: number | null
  /** Since when no living card is known to have the file; null: a card has it. */
  unused_since: number | null
  /** Bytes of its thumbnails. */
  thumbnail_bytes: number
  /** Result of reading the text of a PDF, see `PdfState`; null: not read yet. */
  text_state: string | null
  /** When an unread PDF is to be read; null: now. */
  text_due_at: number | null
  /** How often reading the PDF was started. */
  text_attempts: number
  /** Bytes of the PDF's words. */
  text_bytes: number
}

interface FilePieceTable {
  file_id: string
  /**
   * From 0. All pieces but the last have `LIMITS.filePiece` bytes. Negative: a thumbnail, or words of the file
   * (`WORDS_FROM`).
   */
  number: number
  bytes: Buffer
}

/** Tables about the pages of links. */
interface PagesSchema {
  page_job: PageJobTable
  page_host: PageHostTable
  page_turn: PageTurnTable
  page_picture: PagePictureTable
  page_picture_source: PagePictureSourceTable
  page_copy: PageCopyTable
  page_reading: PageReadingTable
}

/** The readable text of a link's page, which a person or a rule asked for. */
export interface PageCopyTable {
  user_id: string
  card_id: string
  state: string
  /** Why the last attempt failed, see `CopyProblem`; empty: it succeeded, or there was none. */
  problem: string
  /** The address that was copied. */
  address: string
  /** Null: no copy. */
  fetched_at: number | null
  title: string
  language: string
  /** In the format of `printCopy`. */
  content: string
  /** Folded words, for the search. */
  words: string
  /** 1: cut at the size limit. */
  is_cut: number
  /** When a person removed it; null: not removed. */
  removed_at: number | null
  /** Hash of the kept page from which the copy was made; null: the page was fetched. */
  file_hash: string | null
}

/**
 * When the latest kept page of a card is to be read for its copy. The row stays after the kept pages were removed.
 */
export interface PageReadingTable {
  user_id: string
  card_id: string
  /** Null: nothing to read. */
  due_at: number | null
  /** Attempts since the page was added. */
  attempts: number
}

/** A link whose page is to be fetched, or checked again later. */
export interface PageJobTable {
  user_id: string
  card_id: string
  workspace_id: string
  address: string
  /** Host and port of the address; empty: the link has no page. */
  host: string
  state: string
  /** Lower numbers first: 0 a person waits, 1 an import, 2 a later check. */
  priority: number
  /** When the page is fetched next; null: never. */
  due_at: number | null
  /** Consecutive failures. */
  attempts: number
  /** When the first of the consecutive failures of kind `gone` happened. */
  failed_at: number | null
  /** Names of the pictures that the card shows. */
  icon: string | null
  cover: string | null
}

/** A host, reserved so that only one node at a time sends requests to it. */
interface PageHostTable {
  host: string
  /** No request before this time. */
  free_at: number
}

/** A host with pending jobs of a person. */
interface PageTurnTable {
  user_id: string
  host: string
  /** The lowest priority among its due jobs. */
  priority: number
  /** When its next job is due. */
  ready_at: number
}

interface PagePictureTable {
  /** Keyed hash of the content. */
  name: string
  /** WebP in base64. */
  bytes: string
  created_at: number
}

/** Where a picture came from, so that a site's icon is fetched once, not for each page. */
interface PagePictureSourceTable {
  address: string
  /** Null: no usable picture. */
  name: string | null
  fetched_at: number
}

interface WebhooksSchema {
  webhook: WebhookTable
  webhook_delivery: WebhookDeliveryTable
}

/** An address that gets messages about changed cards. */
export interface WebhookTable {
  id: string
  user_id: string
  address: string
  /** Key for the signatures of messages: `whsec_` and base64. */
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
  /** A sentence for the person. */
  last_result: string | null
  /** When the webhook was switched off; null: it is on. */
  off_at: number | null
  /** Messages dropped because the queue was full. */
  dropped: number
}

/** A queued message. Its body is written from the cards when it is sent. */
export interface WebhookDeliveryTable {
  id: string
  webhook_id: string
  event: string
  workspace_id: string
  /** Sequence number of the change, and the message's index among the messages of that change. */
  seq: number
  place: number
  /** JSON of `ToldCard`s. */
  cards: string
  created_at: number
  due_at: number
  attempts: number
}
