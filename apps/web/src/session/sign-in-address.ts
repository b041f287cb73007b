/** A form of the embedded provider. */
export type SignInForm = 'sign-in' | 'create'

/** Address of the sign-in provider, which redirects the person back to `returnTo`. */
export function signInAddress(apiBase: string, returnTo: string, form?: SignInForm): string {
  const address = `${apiBase}/user/sign-in/start?return_to=${encodeURIComponent(safePath(returnTo))}`
  return form === undefined ? address : `${address}&form=${form}`
}

/** A path of this site; any other address becomes /home. */
export function safePath(path: string): string {
  return /^\/(?![/\\])/.test(path) ? path : '/home'
}
