/** Returns the address of the sign-in provider, which sends the person back to `returnTo`. */
export function signInAddress(apiBase: string, returnTo: string): string {
  return `${apiBase}/user/sign-in/start?return_to=${encodeURIComponent(safePath(returnTo))}`
}

/** Allows only paths of this site. Any other address becomes /home. */
export function safePath(path: string): string {
  return /^\/(?![/\\])/.test(path) ? path : '/home'
}
