let hasAsked = false

/** Asks the browser for persistent storage, once. */
export function afterFirstSave(): void {
  if (hasAsked || navigator.storage?.persist === undefined) return
  hasAsked = true
  navigator.storage.persist().catch(() => {}) // Declined: the data is stored all the same.
}

/** Shows the number of pending changes on the icon of the installed app. */
export function showWaitingOnBadge(waiting: number): void {
  if (!('setAppBadge' in navigator)) return
  const shown = waiting === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(waiting)
  shown.catch(() => {}) // Not installed, or not allowed to: there is no badge then.
}
