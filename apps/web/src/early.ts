import './app/trusted-types.ts'
import { startThread } from './replica/thread.ts'
import { signedInUser } from './session/token.ts'

/*
 * Runs before the app's other scripts have come. Not for who just comes back from the sign-in: somebody else may
 * be signed in a moment later.
 */
try {
  const userId = signedInUser((name) => localStorage.getItem(name))
  if (userId !== null && !location.search.includes('sign_in_code=')) startThread(userId)
} catch {
  // The browser closes its storage to us: the session lives in the page then, and nothing is on the disk.
}
