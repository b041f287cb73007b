/** Where the button of the sign-in provider leads; the person comes back to `returnTo`. */
export function signInAddress(apiBase: string, returnTo: string): string {
  return `${apiBase}/user/sign-in/start?return_to=${encodeURIComponent(safePath(returnTo))}`
}

/** Only paths of this site: an address that leads elsewhere becomes /home. */
export function safePath(path: string): string {
  return /^\/(?![/\\])/.test(path) ? path : '/home'
}
