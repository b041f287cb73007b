/** Text of the specification. */
export const UPDATE_QUESTION =
  'New update is available. Click OK to refresh now. Or refresh page manually later.'

/** ms between checks for a new version (specification, section 9). */
const CHECK_EVERY_MS = 300_000

/** Event on the window if the browser has no service workers, or blocks them. */
export const REMOVED_EVENT = 'service-worker-removed'

/** Name of a shared lock that every open page of the app holds. */
export const OPEN_PAGE = 'open-page'

export interface UpdatePorts {
  /** Undefined: the browser has no service workers. */
  readonly container: Pick<ServiceWorkerContainer, 'register' | 'controller' | 'ready'> | undefined
  readonly isOnline: () => boolean
  /** Whether the person reloaded the page, no other page of the app is open, and the server answers. */
  readonly mayReplace: () => Promise<boolean>
  readonly every: (ms: number, act: () => void) => void
  /** Resolves with true: refresh now. */
  readonly ask: (question: string) => Promise<boolean>
  readonly reload: () => void
  readonly announce: (eventName: string) => void
}

/**
 * Registers the service worker, and offers a waiting version once per page. Accepting removes the registration
 * and reloads, so that the next page comes from the network. Reloading the only open page accepts too, because
 * the question says "Or refresh page manually later".
 */
export async function startServiceWorker(address: string, ports: UpdatePorts): Promise<void> {
  const { container } = ports
  if (container === undefined) {
    ports.announce(REMOVED_EVENT)
    return
  }
  // If a setting, policy or extension blocks service workers, this may resolve with undefined.
  let registration: ServiceWorkerRegistration | undefined
  try {
    registration = await container.register(address, { scope: '/', updateViaCache: 'none' })
  } catch (failure) {
    console.error('Service Worker registration failed:', failure)
    return
  }
  if (registration === undefined) {
    ports.announce(REMOVED_EVENT)
    return
  }
  // Resolves when a worker has cached all files.
  // biome-ignore lint/suspicious/noConsole: the specification wants it logged, and it is no warning.
  void container.ready.then(() => console.info('Cardinal is ready for offline use.'))
  const isNewerThere = container.controller !== null && registration.waiting !== null
  if (isNewerThere && (await ports.mayReplace())) await replaceVersion(registration, ports)
  else offerUpdates(registration, container, ports)
}

/** Offers a waiting version now or later, and checks for a new one at intervals. */
function offerUpdates(
  registration: ServiceWorkerRegistration,
  container: NonNullable<UpdatePorts['container']>,
  ports: UpdatePorts,
): void {
  const offer = once(() => offerUpdate(registration, ports))
  const offerWhenWaiting = () => {
    // Without a controller this is the first version, so no old one is running.
    if (registration.waiting !== null && container.controller !== null) offer()
  }
  offerWhenWaiting()
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', offerWhenWaiting)
  })
  ports.every(CHECK_EVERY_MS, () => checkVersion(registration, ports))
}

/** Checks for a new version, unless that is impossible or already running. */
async function checkVersion(registration: ServiceWorkerRegistration, ports: UpdatePorts): Promise<void> {
  if (!ports.isOnline() || registration.installing !== null) return
  try {
    await registration.update()
  } catch (failure) {
    console.warn('The check for a new version failed:', failure)
  }
}

async function offerUpdate(registration: ServiceWorkerRegistration, ports: UpdatePorts): Promise<void> {
  if (await ports.ask(UPDATE_QUESTION)) await replaceVersion(registration, ports)
}

async function replaceVersion(
  registration: ServiceWorkerRegistration,
  { reload }: UpdatePorts,
): Promise<void> {
  const wasThere = await registration.unregister()
  if (!wasThere) console.warn('No service worker was found for the update. The page loads again.')
  reload()
}

function once(act: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) act()
    isDone = true
  }
}
