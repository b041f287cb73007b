/** What the parts of the extension tell the background script. */
export type Message =
  /** The queue or the connection was changed: send, and show what is saved. */
  | { readonly kind: 'changed' }
  /** A content script runs in a page: is this the page that was opened to connect? */
  | { readonly kind: 'is-connecting' }
  /** The page handed over a token. */
  | { readonly kind: 'token'; readonly token: string }

export function tell(message: Message): Promise<unknown> {
  return chrome.runtime.sendMessage(message)
}
