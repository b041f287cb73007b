import { type Id, ok, type Result, refused } from '@cardinal/domain'
import type { Config } from '../config.ts'
import { accountOf } from '../identity/provider/paths.ts'
import { emailKeyOf } from '../identity/users.ts'
import type { ProviderAccount, Store, User } from '../store/index.ts'

export interface Workplace {
  readonly store: Store
  readonly config: Config
  readonly now: () => number
  /** Asks for a secret, which must not be visible or get into a shell's history. */
  readonly askSecret: (question: string) => Promise<string>
}

/** Lines for stdout, or a sentence that says why nothing was done. */
export type Answer = Result<readonly string[], string>

export type Options = Readonly<Record<string, string>>

interface CommandHelp {
  readonly usage: string
  readonly does: string
  readonly needs: readonly string[]
  readonly takes: readonly string[]
}

/** Needs the store. Servers may be running. */
interface StoreCommand extends CommandHelp {
  readonly run: (options: Options, workplace: Workplace) => Promise<Answer>
}

/** Works on the files of the data folder, and opens the store itself if needed. */
interface FileCommand extends CommandHelp {
  readonly runOnFiles: (options: Options, config: Config, now: () => number) => Promise<Answer>
}

export type Command = StoreCommand | FileCommand

/**
 * The user with this account id or sign-in e-mail. The profile's e-mail is not compared, because people may
 * write anything there.
 */
export async function userNamed(store: Store, name: string): Promise<Result<User, string>> {
  const named = name.trim()
  const byId = named.includes('@') ? undefined : await store.users.byId(named)
  if (byId !== undefined) return ok(byId)
  const ids: Id[] = await store.identities.userIdsByEmailKey(emailKeyOf(named))
  if (ids.length > 1)
    return refused(`${ids.length} users sign in with ${named}: name one by its id (${ids.join(', ')}).`)
  const user = ids[0] === undefined ? undefined : await store.users.byId(ids[0])
  return user === undefined
    ? refused(`There is no user with the id or the email ${named}. "list-users" prints them.`)
    : ok(user)
}

/** The embedded provider's account of this user. */
export async function accountNamed(store: Store, name: string): Promise<Result<ProviderAccount, string>> {
  const user = await userNamed(store, name)
  if (!user.ok) return user
  const accountId = await accountOf(store, user.value.id)
  const account = accountId === null ? undefined : await store.providerAccounts.byId(accountId)
  return account === undefined
    ? refused(`The embedded provider has no account for ${name.trim()}.`)
    : ok(account)
}

/** Facts about a user to print. The profile's e-mail is unverified; `sign_in_emails` identify the user. */
export async function summaryOf(store: Store, user: User) {
  const { id, email, name, plan, planExpiresAt, createdAt, disabledAt } = user
  const instant = (time: number | null) => (time === null ? null : new Date(time).toISOString())
  const identities = await store.identities.ofUser(id)
  return {
    id,
    sign_in_emails: identities.flatMap((identity) => identity.email ?? []),
    email,
    name,
    plan,
    plan_expires_at: instant(planExpiresAt),
    created_at: instant(createdAt),
    disabled_at: instant(disabledAt),
  }
}
