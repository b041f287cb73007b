import type { User } from './token-store.ts'

/** A user as the server sends it. */
export interface WireUser {
  readonly name: string
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly plan: string
  readonly plan_expires_at: string | null
}

export function userOfWire(user: WireUser): User {
  return {
    name: user.name,
    email: user.email,
    firstName: user.first_name,
    lastName: user.last_name,
    plan: user.plan,
    planExpiresAt: user.plan_expires_at === null ? null : Date.parse(user.plan_expires_at),
  }
}
