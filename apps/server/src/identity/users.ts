import { type Id, NO_COPY_RULE, ok, type Result, refused } from '@cardinal/domain'
import type { Config } from '../config.ts'
import { newEpoch, newId } from '../lib/ids.ts'
import type { Store, StoreTransaction, User } from '../store/index.ts'
import { OPERATOR_ISSUER } from './provider/paths.ts'

/** A person's claims from an OpenID provider. Only name and e-mail are stored. */
export interface Person {
  /** In normal form. */
  readonly issuer: string
  /** Issuers under which the person may be stored, in the order of lookup. Absent: only `issuer`. */
  readonly spellings?: readonly string[]
  readonly subject: string
  readonly email: string
  /** Whether the provider has verified the e-mail. */
  readonly isEmailVerified: boolean
  /** When the person authenticated, in ms; null: just now; 0: unknown. */
  readonly provenAt: number | null
  readonly name: string
}

const FIRST_WORKSPACE_NAME = 'My workspace'

/**
 * Finds the person's user. At the first sign-in creates it, with a workspace.
 *
 * @param signUp whether a user may be created
 */
export async function findOrCreateUser(
  store: Store,
  person: Person,
  signUp: Config['signUp'],
  now: number,
): Promise<Result<Id, 'closed'>> {
  const { issuer, subject, email } = person
  const identity = { issuer, subject, email, email_key: emailKeyOf(email) }
  for (const spelling of person.spellings ?? [issuer]) {
    const known = await store.identities.userId(spelling, subject)
    if (known === undefined) continue
    const kept = { ...identity, issuer: spelling, user_id: known }
    await store.transact(async (tx) => ok(await tx.identities.setEmail(kept)))
    return ok(known)
  }
  const made = await store.transact<Id, 'closed' | 'somebody-was-quicker'>(async (tx) => {
    const unclaimed = await claimUser(tx, person)
    const isOpen = signUp === 'open' || (signUp === 'first-only' && (await tx.users.count()) === 0)
    if (unclaimed === undefined && !isOpen) return refused('closed')
    const userId = unclaimed ?? (await insertUser(tx, person, now)).id
    const isFirst = await tx.identities.insert({ ...identity, user_id: userId })
    return isFirst ? ok(userId) : refused('somebody-was-quicker')
  })
  if (made.ok) return made
  if (made.error === 'closed') return refused('closed')
  const other = await store.identities.userId(person.issuer, person.subject)
  if (other === undefined) throw new Error('An identity vanished while it was being looked up.')
  return ok(other)
}

/** Inserts a user. The very first one becomes the owner of the server. */
export async function insertUser(
  tx: StoreTransaction,
  { email, name }: { email: string; name: string },
  now: number,
): Promise<User> {
  const user: User = {
    id: newId(now),
    email,
    ...namesOf(name),
    plan: 'free',
    planExpiresAt: null,
    storedBytes: 0,
    disabledAt: null,
    copyRule: NO_COPY_RULE,
    savedSearches: [],
    searchesByWorkspace: {},
    showHelpers: true,
    currentWorkspaceId: null,
    createdAt: now,
  }
  const isFirst = (await tx.users.count()) === 0
  await tx.users.insert(user)
  if (isFirst) await tx.serverOverview.addOwner(user.id, now)
  const workspace = { id: newId(now), name: FIRST_WORKSPACE_NAME, createdAt: now, updatedAt: now }
  await tx.workspaces.insert(user.id, {
    ...workspace,
    seq: 0,
    epoch: newEpoch(),
    minSeq: 0,
    rev: 0,
  })
  return user
}

/** The first name is the first word, the last name the rest. */
export function namesOf(text: string): { name: string; firstName: string; lastName: string } {
  const name = text.replace(/\s+/g, ' ').trim()
  const [firstName = '', ...rest] = name.split(' ')
  return { name, firstName, lastName: rest.join(' ') }
}

/**
 * The user whom the operator created for this e-mail and who has never signed in. Only a verified e-mail
 * claims it.
 */
async function claimUser(tx: StoreTransaction, person: Person): Promise<Id | undefined> {
  if (!person.isEmailVerified) return undefined
  const emailKey = emailKeyOf(person.email)
  const id = await tx.identities.userId(OPERATOR_ISSUER, emailKey)
  if (id !== undefined) await tx.identities.remove(OPERATOR_ISSUER, emailKey)
  return id
}

/** Equal for spellings that differ in case. */
export function emailKeyOf(email: string): string {
  return email.normalize('NFC').trim().toLowerCase()
}
