import type { Session } from './session.ts'

/** Changes that the server does not have. */
interface Unsent {
  /** Number of acts that they belong to. */
  readonly acts: number
  readonly keys: readonly string[]
}

/** The person's data on this device, as far as signing out needs it. */
export interface LocalData {
  /** Tries for a few seconds to send pending changes. Resolves with the changes that the server still lacks. */
  sendAll(): Promise<Unsent>
  /** Removes the copies from this device. */
  wipe(): Promise<void>
}

/**
 * Signs out. Pending changes are sent first. If that fails, `mayLose` asks the person, who keeps them by staying
 * signed in. It asks again if another tab has made other changes meanwhile. Then the copy on the device is
 * removed, the server ends the session (a failure is ignored), and the tokens are cleared.
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
