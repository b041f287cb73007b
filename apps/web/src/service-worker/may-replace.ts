import { OPEN_PAGE } from './updates.ts'

/**
 * Whether a waiting version may take over without asking: the person reloaded the page, no other page of the app
 * is open, and the server answers.
 */
export async function mayReplace(): Promise<boolean> {
  return wasReloaded() && (await isOnlyPage()) && (await isReachable())
}

function wasReloaded(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type === 'reload'
}

async function isOnlyPage(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query()
  return held.filter(({ name }) => name === OPEN_PAGE).length === 1
}

/** Without the server, only the present version can open the app. */
async function isReachable(): Promise<boolean> {
  try {
    return (await fetch('/sw.js', { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}
