/** Codes of `sign_in_error`, each with its sentence. */
export const SIGN_IN_PROBLEMS = {
  cancelled: 'Signing in was cancelled.',
  stale: 'This sign-in was begun in another window, or too long ago. Try again.',
  untrusted: 'The answer of the sign-in provider could not be trusted. Try again.',
  unreachable: 'The sign-in provider cannot be reached. Try again later.',
  'wrong-issuer':
    'The address of the sign-in provider is wrong on this server. Its operator finds more in the log.',
  'wrong-client':
    'The sign-in provider refuses this server: client id or secret is wrong. Its operator finds more in the log.',
  disabled: 'This account is disabled. Ask the operator of this server.',
  closed: 'New accounts are made by the operator of this server.',
  'no-email': 'The sign-in provider did not tell an email address.',
  'unknown-name':
    'Nobody can sign in at this address, because this server does not know it as its own. Its operator can set CARDINAL_PUBLIC_URL to it.',
} as const

export type SignInProblem = keyof typeof SIGN_IN_PROBLEMS

/** Unknown codes get a general sentence: anybody can make a link, so its text is never shown. */
export function signInSentence(code: string): string {
  return Object.hasOwn(SIGN_IN_PROBLEMS, code)
    ? SIGN_IN_PROBLEMS[code as SignInProblem]
    : 'Signing in did not work. Try again.'
}
