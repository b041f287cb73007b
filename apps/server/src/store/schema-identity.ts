/** Tables of identity: sessions, the embedded provider, personal tokens, actions, imports. Times in ms. */
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

/** Which person of which OpenID provider a user is. */
export interface IdentityTable {
  issuer: string
  subject: string
  user_id: string
  /** The latest e-mail from the provider; null: none since this is kept. */
  email: string | null
  /** Trimmed and lower-cased; not unique, because two providers may tell the same. */
  email_key: string | null
}

/** A signed-in device: the family of its refresh tokens. Revoking it is deleting it. */
export interface SessionTable {
  id: string
  user_id: string
  /** A type of browser and system, made from the user agent; nothing that tells devices of one type apart. */
  device: string
  created_at: number
  last_used_at: number
  /** However often it is renewed, it ends here. */
  expires_at: number
  /** Until then it may do what needs a fresh sign-in. */
  fresh_until: number
}

export interface RefreshTokenTable {
  /** SHA-256 of the token. */
  hash: string
  session_id: string
  expires_at: number
  /** When its successor was given out; null while it is the newest of its family. */
  used_at: number | null
}

/** A code that was handed to a browser and can be changed for tokens once. */
export interface SignInCodeTable {
  hash: string
  /** SHA-256 of the cookie that the same browser holds. */
  browser_hash: string
  user_id: string
  expires_at: number
  /** When the person proved who they are, as far as the provider says; ms. */
  proven_at: number
}

export interface PersonalTokenTable {
  id: string
  user_id: string
  name: string
  scope: string
  hash: string
  created_at: number
  /** Null: it is good until it is revoked. */
  expires_at: number | null
  last_used_at: number | null
}

/** Keys that all nodes share and that outlive them. */
export interface ServerKeyTable {
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
  /** Null: nobody can sign in with a password yet. */
  password_hash: string | null
  created_at: number
}

/** The authenticator app of an account at the embedded provider. */
export interface AuthenticatorTable {
  account_id: string
  /** Base32. */
  secret: string
  /** The half minute of the last code that was taken: each is good once. */
  last_step: number
  created_at: number
}

/** A code that stands in for the authenticator app once. */
export interface RecoveryCodeTable {
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
  /** How often the authenticator says that it was used; 0 where it does not count. */
  counter: number
  /** How browsers reach the authenticator, as a JSON list. */
  transports: string
  name: string
  /** 1: signing in by password asks for a passkey too. Equal for all of an account. */
  is_second_step: number
  created_at: number
  last_used_at: number | null
}

/** Whatever the embedded provider has to remember (codes, grants, interactions), as JSON. */
export interface ProviderRecordTable {
  model: string
  id: string
  payload: string
  grant_id: string | null
  uid: string | null
  expires_at: number | null
}

/** A link by which one person may make an account. */
export interface InvitationTable {
  /** SHA-256 of the code in the link. */
  hash: string
  created_at: number
  expires_at: number
}

/** Something that happened to an account. */
export interface SecurityEventTable {
  id: string
  user_id: string
  /** A kind of activity of the contract. */
  kind: string
  detail: string | null
  created_at: number
  /** Null: nobody signed in did it, or an earlier release noted it. */
  session_id: string | null
}

/** Who may see figures of the whole server. */
export interface ServerOwnerTable {
  user_id: string
  since: number
}

/** How often somebody tried to sign in lately, by e-mail or by address. */
export interface SignInAttemptTable {
  /** SHA-256 of what is counted: neither is kept itself. */
  hash: string
  tries: number
  /** The first of these tries. */
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
  /** JSON: ids of what it made, for undo. */
  made: string
  created_at: number
  updated_at: number
}

/** What an import added to a card that was there. */
export interface ImportAdditionTable {
  user_id: string
  import_id: string
  /** The row of the file, from 1. */
  row: number
  workspace_id: string
  card_id: string
  /** JSON of a `CardAddition`. */
  added: string
}

/** An import that is not over, or whose undo is not over. */
export interface ImportRunTable {
  user_id: string
  import_id: string
  /** Until then the node that carries it out has it to itself. */
  held_until: number
  /** How often a node took it on since it last came further. */
  tries: number
  /** The next step of its undo, from 0; null: it is not being undone. */
  undo_step: number | null
  /** Cards that its undo has deleted so far. */
  undo_removed: number | null
}

/** Some of the work of an import, kept until the import is over. */
export interface ImportPieceTable {
  user_id: string
  import_id: string
  number: number
  /** part: what a part of the file tells besides its cards. open: work to do. done: what came of work. */
  kind: string
  /** The packed piece, or JSON of what came of it. */
  body: string
}

/** A browser that gets reminders by a push service. */
export interface PushSubscriptionTable {
  id: string
  user_id: string
  /** Where the push service takes messages for it. */
  endpoint: string
  /** Keys of the browser, by which messages are encrypted. */
  p256dh: string
  auth: string
  /** By whose wall clock cards are due there, such as `Europe/Berlin`. */
  time_zone: string
  created_at: number
}

/** A reminder that was sent: the browser, the card, and the time at which it was due. */
export interface ReminderTable {
  subscription_id: string
  card_id: string
  due_at: string
  /** When a node took it on; another may, when it is not sent long after. */
  claimed_at: number
  sent_at: number | null
}

/** A search that others may read at a secret address. */
export interface SharedSearchTable {
  id: string
  user_id: string
  workspace_id: string
  /** Of its address. Kept as it is, because its owner sees the address again. */
  secret: string
  title: string
  /** JSON list of what others see besides titles and addresses. */
  shows: string
  /** JSON of the search, as the call takes it. */
  query: string
  created_at: number
}
