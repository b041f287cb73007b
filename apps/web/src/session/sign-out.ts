import type { Session } from './session.ts'

/** The person's data on this device, as far as signing out is concerned. */
export interface LocalData {
  /**
   * Tries to send what waits, for a few seconds at most; resolves with the number of changes that the server doesn't
   * have yet.
   */
  sendAll(): Promise<number>
  /** Removes the local copy. */
  wipe(): Promise<void>
}

/**
 * Signs out. What waits is sent first; where that fails, `mayLose` asks the person, who may keep it by
 * staying signed in. Then the copy on the device goes, the server is told to end the session (a failure
 * there is no reason to stay signed in), and the tokens are cleared.
 *
 * @returns false when the person chose to stay
 */
export async function signOut(
  session: Session,
  data: LocalData,
  mayLose: (waiting: number) => Promise<boolean>,
): Promise<boolean> {
  const waiting = await data.sendAll()
  if (waiting > 0 && !(await mayLose(waiting))) return false
  await data.wipe()
  await session.tellEnd()
  session.end(null)
  return true
}
