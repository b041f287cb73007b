import { startServiceWorker } from './updates.ts'

export { install, useInstall, watchInstallPrompt } from './install.ts'
export { REMOVED_EVENT, UPDATE_QUESTION } from './updates.ts'

/** Every open page of the app holds this lock, shared. */
const OPEN_PAGE = 'open-page'

let hasStarted = false

/**
 * Makes the app work without a network and keeps it up to date. Not while developing: there, files change all
 * the time and none is precached. Once a page; later calls do nothing.
 */
export function keepAppUpToDate(ask: (question: string) => Promise<boolean>): void {
  if (!import.meta.env.PROD || hasStarted) return
  hasStarted = true
  // Without secure context there are neither locks nor service workers.
  navigator.locks?.request(OPEN_PAGE, { mode: 'shared' }, () => new Promise(() => {}))
  startServiceWorker('/sw.js', {
    container: 'serviceWorker' in navigator ? navigator.serviceWorker : undefined,
    isOnline: () => navigator.onLine,
    mayReplace: async () => wasReloaded() && (await isOnlyPage()) && (await isReachable('/sw.js')),
    every: (ms, act) => setInterval(act, ms),
    ask,
    reload: () => location.reload(),
    announce: (eventName) => dispatchEvent(new Event(eventName)),
  })
}

function wasReloaded(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type === 'reload'
}

async function isOnlyPage(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query()
  return held.filter(({ name }) => name === OPEN_PAGE).length === 1
}

/** Without the server the version in use is all that opens the app. */
async function isReachable(address: string): Promise<boolean> {
  try {
    return (await fetch(address, { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}
