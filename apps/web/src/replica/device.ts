let hasAsked = false

/** Asks the browser once for persistent storage. */
export function afterFirstSave(): void {
  if (hasAsked || navigator.storage?.persist === undefined) return
  hasAsked = true
  navigator.storage.persist().catch(() => {}) // Declined: data is stored nevertheless.
}

/** Shows the number of pending changes on the installed app's icon. */
export function showWaitingOnBadge(waiting: number): void {
  if (!('setAppBadge' in navigator)) return
  const shown = waiting === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(waiting)
  shown.catch(() => {}) // Not installed or not allowed: there is no badge.
}
