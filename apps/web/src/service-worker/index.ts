import { OPEN_PAGE, startServiceWorker } from './updates.ts'

export { install, useInstall, watchInstallPrompt } from './install.ts'
export { REMOVED_EVENT, UPDATE_QUESTION } from './updates.ts'

let hasStarted = false

/**
 * Makes the app work offline and keeps it up to date. Not in development, where files change all the time and
 * none is precached. Further calls do nothing.
 */
export function keepAppUpToDate(ask: (question: string) => Promise<boolean>): void {
  if (!import.meta.env.PROD || hasStarted) return
  hasStarted = true
  // Insecure contexts have neither locks nor service workers.
  navigator.locks?.request(OPEN_PAGE, { mode: 'shared' }, () => new Promise(() => {}))
  startServiceWorker('/sw.js', {
    container: 'serviceWorker' in navigator ? navigator.serviceWorker : undefined,
    isOnline: () => navigator.onLine,
    mayReplace: async () => (await import('./may-replace.ts')).mayReplace(),
    every: (ms, act) => setInterval(act, ms),
    ask,
    reload: () => location.reload(),
    announce: (eventName) => dispatchEvent(new Event(eventName)),
  })
}
