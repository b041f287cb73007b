/** Messages between the page that connects the browser extension and the extension's content script. */
export const HANDSHAKE = {
  /** Page to extension: are you installed? */
  asks: 'cardinal-extension-asks',
  /** Extension to page: please give me a token. */
  wants: 'cardinal-extension-wants-token',
  /** Page to extension: the token. */
  gives: 'cardinal-extension-token',
  /** Extension to page: the token is stored. */
  has: 'cardinal-extension-has-token',
} as const
