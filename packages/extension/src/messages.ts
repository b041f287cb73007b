import type { PageToKeep } from './kept-by-rule.ts'

/** Messages to the background script. */
export type Message =
  /** The queue or the connection was changed: send, and update the icons. */
  | { readonly kind: 'changed' }
  /** As `changed`, but answered when it is done: whether the queue is empty. */
  | { readonly kind: 'send' }
  /** Links of these tabs were saved, and the person wants their pages kept. */
  | { readonly kind: 'keep-pages'; readonly pages: readonly PageToKeep[] }
  /** From a content script: is this the page that was opened to connect? */
  | { readonly kind: 'is-connecting' }
  /** From the content script: the token that the page handed over. */
  | { readonly kind: 'token'; readonly token: string }

export function tell(message: Message): Promise<boolean> {
  return chrome.runtime.sendMessage(message)
}
