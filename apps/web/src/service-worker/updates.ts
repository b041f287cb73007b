/** The specification's sentence. */
export const UPDATE_QUESTION =
  'New update is available. Click OK to refresh now. Or refresh page manually later.'

/** How often the server is asked for a new version. ms; specification, section 9 */
const CHECK_EVERY = 300_000

/** Raised on the window where the browser has no service workers, or blocks them. */
export const REMOVED_EVENT = 'service-worker-removed'

/** The lock that every open page of the app holds, shared. */
export const OPEN_PAGE = 'open-page'

/** What the update flow needs of the page. */
export interface UpdatePorts {
  /** Undefined where the browser has no service workers. */
  readonly container: Pick<ServiceWorkerContainer, 'register' | 'controller' | 'ready'> | undefined
  readonly isOnline: () => boolean
  /** Whether the person reloaded the page, no other page of the app is open, and the server answers. */
  readonly mayReplace: () => Promise<boolean>
  readonly every: (ms: number, act: () => void) => void
  /** Asks the person; true: refresh now. */
  readonly ask: (question: string) => Promise<boolean>
  readonly reload: () => void
  readonly announce: (eventName: string) => void
}

/**
 * Registers the service worker and offers a new version once a page session, when one waits. Accepting removes
 * the registration and reloads, so that the next page comes from the network. Reloading the only open page accepts too:
 * the question says "Or refresh page manually later".
 */
export async function startServiceWorker(address: string, ports: UpdatePorts): Promise<void> {
  const { container } = ports
  if (container === undefined) {
    ports.announce(REMOVED_EVENT)
    return
  }
  // Where a browser's setting, a policy or an extension blocks service workers, it may resolve with nothing.
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
  // It resolves when a worker has kept all files.
  // biome-ignore lint/suspicious/noConsole: the specification wants it logged, and it is no warning.
  void container.ready.then(() => console.info('Cardinal is ready for offline use.'))
  const isNewerThere = container.controller !== null && registration.waiting !== null
  if (isNewerThere && (await ports.mayReplace())) await replaceVersion(registration, ports)
  else offerUpdates(registration, container, ports)
}

/** Offers the version that waits, now or later, and looks for one at the usual times. */
function offerUpdates(
  registration: ServiceWorkerRegistration,
  container: NonNullable<UpdatePorts['container']>,
  ports: UpdatePorts,
): void {
  const offer = once(() => offerUpdate(registration, ports))
  const offerWhenWaiting = () => {
    // Without a controller this is the first version: nothing old is running.
    if (registration.waiting !== null && container.controller !== null) offer()
  }
  offerWhenWaiting()
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', offerWhenWaiting)
  })
  ports.every(CHECK_EVERY, () => checkVersion(registration, ports))
}

/** Asks the server for a new version, unless that can't be or is under way. */
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
