/** Tables of identity: sessions, the embedded provider, personal tokens, visitors' actions, imports. Times in ms. */
export interface IdentitySchema {
  identity: IdentityTable
  session: SessionTable
  refresh_token: RefreshTokenTable
  sign_in_code: SignInCodeTable
  personal_token: PersonalTokenTable
  server_key: ServerKeyTable
  provider_account: ProviderAccountTable
  provider_record: ProviderRecordTable
  authenticator: AuthenticatorTable
  recovery_code: RecoveryCodeTable
  passkey: PasskeyTable
  sign_in_attempt: SignInAttemptTable
  invitation: InvitationTable
  security_event: SecurityEventTable
  server_owner: ServerOwnerTable
  visitor_action: VisitorActionTable
  import_job: ImportJobTable
  import_addition: ImportAdditionTable
  import_run: ImportRunTable
  import_piece: ImportPieceTable
  push_subscription: PushSubscriptionTable
  reminder: ReminderTable
  shared_search: SharedSearchTable
}

/** A user's identity at an OpenID provider. */
export interface IdentityTable {
  issuer: string
  subject: string
  user_id: string
  /** The latest e-mail from the provider. Null: no sign-in since e-mails are stored. */
  email: string | null
  /** Trimmed and lower-cased. Not unique, because two providers may give the same. */
  email_key: string | null
}

/** A signed-in device with its refresh tokens. Deleted when it is signed out. */
export interface SessionTable {
  id: string
  user_id: string
  /** Browser and system, from the user agent. Two devices may have the same. */
  device: string
  created_at: number
  last_used_at: number
  /** When the session ends, however often it is renewed. */
  expires_at: number
  /** Until when the session counts as a fresh sign-in. */
  fresh_until: number
}

export interface RefreshTokenTable {
  /** SHA-256 of the token. */
  hash: string
  session_id: string
  expires_at: number
  /** When its successor was issued; null: the newest token of its session. */
  used_at: number | null
}

/** A one-time code that a browser exchanges for tokens. */
export interface SignInCodeTable {
  hash: string
  /** SHA-256 of the cookie in the same browser. */
  browser_hash: string
  user_id: string
  expires_at: number
  /** When the person last authenticated, according to the provider; ms. */
  proven_at: number
}

export interface PersonalTokenTable {
  id: string
  user_id: string
  name: string
  scope: string
  hash: string
  created_at: number
  /** Null: valid until it is revoked. */
  expires_at: number | null
  last_used_at: number | null
}

/** Keys shared by all nodes. */
interface ServerKeyTable {
  name: string
  value: string
}

/** An account at the embedded provider. */
export interface ProviderAccountTable {
  id: string
  email: string
  /** Trimmed and lower-cased; unique. */
  email_key: string
  name: string
  /** Null: no password is set yet. */
  password_hash: string | null
  created_at: number
}

/** The authenticator app of an account. */
export interface AuthenticatorTable {
  account_id: string
  /** Base32. */
  secret: string
  /** The 30-second period of the last accepted code. A code is valid once. */
  last_step: number
  created_at: number
}

/** A one-time code in place of the authenticator app. */
interface RecoveryCodeTable {
  account_id: string
  /** SHA-256 of the code. */
  hash: string
}

/** A passkey (a discoverable WebAuthn credential) of an account at the embedded provider. */
export interface PasskeyTable {
  /** Chosen by the authenticator; base64url. */
  id: string
  account_id: string
  /** COSE, base64url. */
  public_key: string
  /** Signature counter of the authenticator; 0: the authenticator has none. */
  counter: number
  /** JSON list of WebAuthn transports. */
  transports: string
  name: string
  /** 1: signing in with the password also requires a passkey. The same in all passkeys of an account. */
  is_second_step: number
  created_at: number
  last_used_at: number | null
}

/** Records of the embedded provider (codes, grants, interactions), as JSON. */
export interface ProviderRecordTable {
  model: string
  id: string
  payload: string
  grant_id: string | null
  uid: string | null
  expires_at: number | null
}

/** A link by which one person may create an account. */
export interface InvitationTable {
  /** SHA-256 of the code in the link. */
  hash: string
  created_at: number
  expires_at: number
}

/** An entry of "Recent activity". */
export interface SecurityEventTable {
  id: string
  user_id: string
  /** One of the contract's activity kinds. */
  kind: string
  detail: string | null
  created_at: number
  /** Null: no session, or stored by an earlier release. */
  session_id: string | null
}

/** Who may see figures of the whole server. */
interface ServerOwnerTable {
  user_id: string
  since: number
}

/** Recent attempts to sign in, by e-mail or by address. */
interface SignInAttemptTable {
  /** SHA-256 of the e-mail or address; neither is stored. */
  hash: string
  tries: number
  /** Time of the first counted attempt. */
  since: number
}

export interface VisitorActionTable {
  id: string
  action: string
  unknown_user_id: string
  ip_address: string | null
  created_at: number
}

export interface ImportJobTable {
  user_id: string
  id: string
  workspace_id: string
  /** waiting, running, done, failed, stopped or undone. */
  state: string
  is_dry_run: number
  rows: number
  handled: number
  created: number
  duplicates: number
  /** JSON list of {row, reason}. */
  failed: string
  tags: number
  /** JSON with the ids of created rows, for undo. */
  made: string
  /** As sent by the client; null: not sent. */
  file_name: string | null
  created_at: number
  updated_at: number
}

/** What an import added to an existing card. */
export interface ImportAdditionTable {
  user_id: string
  import_id: string
  /** Row in the file, from 1. */
  row: number
  workspace_id: string
  card_id: string
  /** JSON of a `CardAddition`. */
  added: string
}

/** An unfinished import or undo. */
export interface ImportRunTable {
  user_id: string
  import_id: string
  /** The node that runs it holds it until this time. */
  held_until: number
  /** Number of times that a node has taken it over since its last progress. */
  tries: number
  /** Next step of its undo, from 0; null: it is not being undone. */
  undo_step: number | null
  /** Cards that its undo has deleted so far. */
  undo_removed: number | null
}

/** A part of an import's work, stored until the import is over. */
export interface ImportPieceTable {
  user_id: string
  import_id: string
  number: number
  /** `part`: what the file holds besides cards. `open`: work still to do. `done`: the outcome of work. */
  kind: string
  /** Compressed work, or the outcome as JSON. */
  body: string
}

/** A browser subscribed to reminders. */
export interface PushSubscriptionTable {
  id: string
  user_id: string
  /** URL at the push service. */
  endpoint: string
  /** The browser's keys for encrypting messages. */
  p256dh: string
  auth: string
  /** Time zone of the browser, such as `Europe/Berlin`, in which due dates are read. */
  time_zone: string
  /** Minutes before the due time at which a second reminder is sent; 0: none. */
  minutes_before: 0 | 10 | 60 | 1440
  created_at: number
}

/** A sent reminder: browser, card, and due time. */
interface ReminderTable {
  subscription_id: string
  card_id: string
  /** The due time. For an earlier reminder, followed by a space and its minutes: `2026-01-12T14:00 -60`. */
  due_at: string
  /** When a node claimed it. If it is not sent within some minutes, another node may claim it. */
  claimed_at: number
  sent_at: number | null
}

/** A search shared at a secret address. */
export interface SharedSearchTable {
  id: string
  user_id: string
  workspace_id: string
  /** The secret in the address. Not hashed, because its owner sees the address again. */
  secret: string
  title: string
  /** JSON list of what others see besides titles and addresses. */
  shows: string
  /** JSON of the search, in the call's format. */
  query: string
  created_at: number
}
