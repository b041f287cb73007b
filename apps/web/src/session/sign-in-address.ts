/** A form of the embedded provider. */
export type SignInForm = 'sign-in' | 'create'

/** Returns the address of the sign-in provider, which sends the person back to `returnTo`. */
export function signInAddress(apiBase: string, returnTo: string, form?: SignInForm): string {
  const address = `${apiBase}/user/sign-in/start?return_to=${encodeURIComponent(safePath(returnTo))}`
  return form === undefined ? address : `${address}&form=${form}`
}

/** Allows only paths of this site. Any other address becomes /home. */
export function safePath(path: string): string {
  return /^\/(?![/\\])/.test(path) ? path : '/home'
}
