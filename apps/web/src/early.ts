import './app/trusted-types.ts'
import { startThread } from './replica/thread.ts'
import { freshAccessToken, signedInUser } from './session/token.ts'
import { keepEarlyKeys } from './shared/keys/early-keys.ts'

/** ms in which home is drawn, or something has gone wrong. */
const A_SLOW_START = 5_000

/*
 * Runs before the app's other scripts have come. Not for who just comes back from the sign-in: somebody else may
 * be signed in a moment later.
 */
try {
  const stored = (name: string) => localStorage.getItem(name)
  const userId = signedInUser(stored)
  if (userId !== null && !location.search.includes('sign_in_code=')) {
    if (location.pathname.endsWith('/home')) keepEarlyKeys(A_SLOW_START)
    startThread(userId, freshAccessToken(stored, Date.now()))
  }
} catch {
  // The browser closes its storage to us: the session lives in the page then, and nothing is on the disk.
}
