import type { BillingSchema } from './schema-billing.ts'
import type { IdentitySchema } from './schema-identity.ts'
import type { PagesSchema } from './schema-pages.ts'
import type { WebhooksSchema } from './schema-webhooks.ts'

/**
 * Every table, one interface each. Keyed (user_id, id), because ids are unique within a user only.
 * Times are milliseconds since 1970, booleans 0 or 1, lists of ids JSON: so both dialects read alike.
 */
export interface Database extends IdentitySchema, BillingSchema, PagesSchema, WebhooksSchema {
  user: UserTable
  workspace: WorkspaceTable
  deleted_workspace: DeletedWorkspaceTable
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
  /** As the provider gave it. */
  email: string
  name: string
  first_name: string
  last_name: string
  plan: string
  plan_expires_at: number | null
  /** JSON list of texts, oldest first. */
  saved_searches: string
  show_helpers: number
  current_workspace_id: string | null
  created_at: number
  /** Only grows; counted again where it reaches the quota. */
  stored_bytes: number
  /** When the operator disabled the account; null: it can be used. */
  disabled_at: number | null
  /** SHA-256 of the secret in the address of the calendar; null: there is none. */
  calendar_hash: string | null
  /** Events for which the user has webhooks, with commas between; null: there is none. So a change reads no webhooks. */
  webhook_events: string | null
  /** JSON of the domain's `CopyRule`; null: that of the start. */
  copy_rule: string | null
  /**
   * Not null after a new password by a code, until the person has reviewed what opens the account: tokens, passkeys,
   * webhooks and secret addresses do nothing meanwhile. JSON list of the devices that were signed out.
   */
  access_review: string | null
}

export interface WorkspaceTable {
  user_id: string
  id: string
  name: string
  created_at: number
  updated_at: number
  /** Sequence number of the last change inside; taken under the user's lock, so number order is commit order. */
  seq: number
  /** Names this history: a restored database starts another, so that no old cursor fits by chance. */
  epoch: string
  /** Tombstones up to here may be gone: a cursor below it has to load again. */
  min_seq: number
  rev: number
  /** The text of a `RowsDigest` of the living rows; null: not counted yet. */
  rows_digest: string | null
  /** The `seq` that `rows_digest` is of: at another one it says nothing, because an older release wrote meanwhile. */
  rows_digest_seq: number | null
  /** When the database went back to an earlier state; null: never. */
  restored_at: number | null
}

/** Tombstones of workspaces; see `workspaces.remove`. */
export interface DeletedWorkspaceTable {
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
  color: string | null
  is_public: number
  done_at: number | null
  due_at: string | null
  recurrence: string | null
  place: string | null
  parent_ids: string
  sibling_ids: string
  child_ids: string
  /** JSON of the domain's `Page`; null: none. */
  page: string | null
  created_at: number
  updated_at: number
  /** When it was deleted; null while it lives. */
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
  /** What its id stands for since it was merged; null: it was not. */
  merged_into: string | null
  rev: number
  /** JSON list of texts; null: none. */
  other_names: string | null
  /** JSON list of ids of tags, which may be gone; null: none. */
  parent_ids: string | null
  /** JSON list of ids of groups, which may be gone; null: none. */
  child_group_ids: string | null
  /** Which of its names it is shown by; null: its name. */
  display_name: string | null
  /** 1: one of the three lists is there. Null or 0: none is. */
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
  /** What its id stands for since it was merged; null: it was not. */
  merged_into: string | null
  rev: number
}

export interface GroupTagTable {
  user_id: string
  group_id: string
  tag_id: string
  position: number
}

/** An earlier content of a card: in force until (not at) `until_seq`. */
export interface RevisionTable {
  user_id: string
  card_id: string
  until_seq: number
  /** 0: the content that was in force; 1: one that lost against another edit and never was. */
  is_kept: number
  content: string
  replaced_at: number
}

/** A text of a subnote that was removed or overwritten. */
export interface SubnoteRevisionTable {
  user_id: string
  card_id: string
  /** The sequence number of the change that removed or overwrote it. */
  until_seq: number
  /** From 0, among those of one card and one change. */
  ordinal: number
  subnote_id: string
  /** 1: it lost against another edit. */
  is_kept: number
  text: string
  replaced_at: number
}

/** A change that was carried out under an idempotency key, with the answer that it got. */
export interface OperationTable {
  user_id: string
  key: string
  body_hash: string
  status: number
  answer: string
  seq: number | null
  created_at: number
}

/** A whole number that stands for an id of a card or tag. */
export interface SmallNumberTable {
  user_id: string
  id: string
  number: number
}

/** One row a migration that has run. */
export interface MigrationTable {
  name: string
  run_at: number
  /** The version of the server that ran it; null: one from before this was kept. */
  release: string | null
}
