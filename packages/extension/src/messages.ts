/** Messages to the background script. */
export type Message =
  /** The queue or the connection was changed: send, and update the icons. */
  | { readonly kind: 'changed' }
  /** From a content script: is this the page that was opened to connect? */
  | { readonly kind: 'is-connecting' }
  /** From the content script: the token that the page handed over. */
  | { readonly kind: 'token'; readonly token: string }

export function tell(message: Message): Promise<unknown> {
  return chrome.runtime.sendMessage(message)
}
