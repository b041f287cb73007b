import type { Session } from './session.ts'

/** Changes that the server does not have. */
interface Unsent {
  /** How many acts they are. */
  readonly acts: number
  readonly keys: readonly string[]
}

/** The part of the person's data on this device that signing out needs. */
export interface LocalData {
  /** Tries to send pending changes, for a few seconds at most. Resolves with the changes that the server still lacks. */
  sendAll(): Promise<Unsent>
  /** Removes the local copy. */
  wipe(): Promise<void>
}

/**
 * Signs out. Pending changes are sent first. If that fails, `mayLose` asks the person, who keeps them by staying signed
 * in. It asks again where another tab made other changes meanwhile. Then the copy on the device is removed, the server
 * ends the session (a failure there is ignored), and the tokens are cleared.
 *
 * @returns false: the person chose to stay
 */
export async function signOut(
  session: Session,
  data: LocalData,
  mayLose: (waiting: number) => Promise<boolean>,
): Promise<boolean> {
  const agreed = new Set<string>()
  const isNew = ({ keys }: Unsent) => keys.some((key) => !agreed.has(key))
  for (let unsent = await data.sendAll(); isNew(unsent); unsent = await data.sendAll()) {
    if (!(await mayLose(unsent.acts))) return false
    for (const key of unsent.keys) agreed.add(key)
  }
  await data.wipe()
  await session.endOnServer()
  session.end(null)
  return true
}
