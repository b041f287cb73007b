import { type Id, LIMITS } from '@cardinal/domain'
import * as z from 'zod/mini'
import { id, instant, keptText, listOf, toInstant } from './scalars.ts'

export const user = z.object({
  name: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  plan: z.string(),
  plan_expires_at: z.nullable(instant),
  /** Only in `get-profile`: whether the person may see figures of the whole server. */
  is_server_owner: z.optional(z.boolean()),
})
export type WireUser = z.output<typeof user>

export const tokens = { jwt_access_token: z.string(), jwt_refresh_token: z.string() }

/** `name` holds first and last name. */
export interface Person {
  readonly name: string
  readonly email: string
  readonly plan: string
  readonly planExpiresAt: number | null
}

export function userToWire(person: Person): WireUser {
  const [first = '', ...others] = person.name.trim().split(/\s+/)
  return {
    name: person.name,
    email: person.email,
    first_name: first,
    last_name: others.join(' '),
    plan: person.plan,
    plan_expires_at: person.planExpiresAt === null ? null : toInstant(person.planExpiresAt),
  }
}

export const settings = z.object({
  saved_searches: z.array(z.string()),
  /**
   * Saved searches by the id of their workspace. Absent: no workspace has searches of its own. Searches that
   * are in no workspace belong to all.
   */
  saved_searches_by_workspace: z.optional(z.record(id, z.array(z.string()))),
  showHelpers: z.boolean(),
  currentWorkspace: z.nullable(id),
})
type WireSettings = z.output<typeof settings>

/** A request may have more searches than are stored. */
export const savedSearches = listOf(keptText(LIMITS.searchTextLength, 'A search'), 1_000)

export const settingsEdit = z.strictObject({
  saved_searches: z.optional(savedSearches),
  /** The list that the person saw: the server applies the difference to the current list. */
  saved_searches_before: z.optional(savedSearches),
  /** The workspace of both lists. Absent: they hold the searches of all workspaces. */
  saved_searches_workspace: z.optional(id),
  showHelpers: z.optional(z.boolean()),
  currentWorkspace: z.optional(z.nullable(id)),
})

export interface Settings {
  readonly savedSearches: readonly string[]
  readonly searchesByWorkspace: Readonly<Record<Id, readonly string[]>>
  readonly showHelpers: boolean
  readonly currentWorkspaceId: Id | null
}

export function settingsToWire(row: Settings): WireSettings {
  const lists = Object.entries(row.searchesByWorkspace)
  return {
    saved_searches: [...row.savedSearches],
    ...(lists.length > 0 && {
      saved_searches_by_workspace: Object.fromEntries(lists.map(([id, searches]) => [id, [...searches]])),
    }),
    showHelpers: row.showHelpers,
    currentWorkspace: row.currentWorkspaceId,
  }
}

export const signedInDevice = z.object({
  session_id: id,
  device: z.string(),
  createdAt: instant,
  lastUsedAt: instant,
  /** Whether this session made the request. */
  is_current: z.boolean(),
})

/** Events of an account that its owner should know of. */
const ACTIVITY_KINDS = [
  'signed-in',
  'sign-in-failed',
  'session-reused',
  'password-changed',
  'token-made',
  'exported',
  'by-operator',
  'second-step-on',
  'second-step-off',
  'second-step-failed',
  'recovery-codes-made',
  'recovery-code-used',
  'passkey-added',
  'passkey-removed',
  'search-shared',
  'share-ended',
  'webhook-made',
  'webhook-removed',
  'webhook-off',
  'access-reviewed',
  'calendar-made',
  'calendar-removed',
] as const
export type ActivityKind = (typeof ACTIVITY_KINDS)[number]

/**
 * An entry of "Recent activity". `detail`: the device, the name of a token, passkey or shared search, the host of a webhook,
 * what a review removed, or the operator's command. `is_here`: done by the session that asks.
 */
export const activity = z.object({
  kind: z.enum(ACTIVITY_KINDS),
  detail: z.nullable(z.string()),
  createdAt: instant,
  is_here: z.boolean(),
})

/** `add` creates cards and tags and reads nothing. */
export const tokenScope = z.enum(['read', 'add', 'write'])

/** Without its secret. */
export const personalToken = z.object({
  token_id: id,
  name: z.string(),
  scope: tokenScope,
  createdAt: instant,
  /** Null: valid until it is revoked. */
  expiresAt: z.nullable(instant),
  lastUsedAt: z.nullable(instant),
})

export const passkey = z.object({
  passkey_id: z.string(),
  name: z.string(),
  createdAt: instant,
  lastUsedAt: z.nullable(instant),
})
