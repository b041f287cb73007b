import type { Session } from './session.ts'

/** The part of the person's data on this device that signing out needs. */
export interface LocalData {
  /**
   * Tries to send pending changes, for a few seconds at most. Resolves with the number that the server does not have
   * yet.
   */
  sendAll(): Promise<number>
  /** Removes the local copy. */
  wipe(): Promise<void>
}

/**
 * Signs out. Pending changes are sent first. If that fails, `mayLose` asks the person, who keeps them by staying signed
 * in. It asks again where another tab made more changes meanwhile. Then the copy on the device is removed, the server ends the session (a failure there is ignored), and the tokens
 * are cleared.
 *
 * @returns false: the person chose to stay
 */
export async function signOut(
  session: Session,
  data: LocalData,
  mayLose: (waiting: number) => Promise<boolean>,
): Promise<boolean> {
  for (let agreed = 0, waiting = await data.sendAll(); waiting > agreed; waiting = await data.sendAll()) {
    if (!(await mayLose(waiting))) return false
    agreed = waiting
  }
  await data.wipe()
  await session.endOnServer()
  session.end(null)
  return true
}
