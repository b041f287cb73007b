/** What the parts of the extension tell the background script. */
export type Message =
  /** The queue or the connection was changed: send, and show what is saved. */
  | { readonly kind: 'changed' }
  /** A content script runs in a page: is this the page that was opened to connect? */
  | { readonly kind: 'is-connecting' }
  /** The page handed over a token. */
  | { readonly kind: 'token'; readonly token: string }

/** What page and content script tell each other while connecting; the web app has the same words. */
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

export function tell(message: Message): Promise<unknown> {
  return chrome.runtime.sendMessage(message)
}
