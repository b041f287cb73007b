import { keep, readKept } from './kept.ts'

const SIGNED_IN = 'signed-in-before'
const HOW_READ = 'how-it-works-read'

/** Remembers that a user has signed in with this browser, also after signing out. Does not store which user. */
export function rememberSignIn(): void {
  keep('browser', SIGNED_IN, true)
}

export function hasSignedInBefore(): boolean {
  return readKept('browser', SIGNED_IN) === true
}

/** Remembers whether "I have read How it Works" is ticked on this browser. */
export function rememberHowRead(isRead: boolean): void {
  keep('browser', HOW_READ, isRead ? true : undefined)
}

export function hasReadHow(): boolean {
  return readKept('browser', HOW_READ) === true
}
