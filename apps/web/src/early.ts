import './app/trusted-types.ts'
import { startThread } from './replica/thread.ts'
import { freshAccessToken, signedInUser } from './session/token.ts'
import { keepEarlyKeys } from './ui/early-keys.ts'

/** ms for which early keys are kept. Home is rendered sooner, unless something fails. */
const KEYS_KEPT_MS = 5_000

/* Runs before the app's other scripts have loaded. Not after a return from the sign-in, because somebody else
   may have signed in. */
try {
  const stored = (name: string) => localStorage.getItem(name)
  const userId = signedInUser(stored)
  if (userId !== null && !location.search.includes('sign_in_code=')) {
    if (location.pathname.endsWith('/home')) keepEarlyKeys(KEYS_KEPT_MS)
    startThread(userId, freshAccessToken(stored, Date.now()))
  }
} catch {
  // Storage is blocked: the session is in the page's memory, and no data is on the disk.
}
