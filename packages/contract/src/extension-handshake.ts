/** The messages of the page that connects the browser extension and the extension's content script. */
export const HANDSHAKE = {
  /** The page asks whether the extension is there. */
  asks: 'cardinal-extension-asks',
  /** The extension wants a token. */
  wants: 'cardinal-extension-wants-token',
  /** The page gives it. */
  gives: 'cardinal-extension-token',
  /** The extension has kept it. */
  has: 'cardinal-extension-has-token',
} as const
