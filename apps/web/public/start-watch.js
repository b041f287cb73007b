// Repairs a page whose app does not start. A plain script, so that it works when modules can't be loaded.
;(() => {
  const STARTS_WITHIN = 10 // seconds, not counting sleep of the device
  const MENDED_AT = 'app-fetched-anew' // key in sessionStorage; its value is ms since 1970
  const FETCHED = 'app-fetched-anew-files'
  const UNTOLD = 'app-fetched-anew-untold'
  const ONCE_IN = 3_600_000 // ms
  const FETCHES_WITHIN = 30_000 // ms
  let isMending = false
  let hasStarted = false
  let hasFailed = false
  let place = null

  const isStarted = () => !hasFailed && Boolean(document.getElementById('root')?.firstElementChild)
  // A sign-in must exchange its one-time code for a session first.
  const isSigningIn = () => document.documentElement.dataset.arriving !== undefined
  const isOurs = (address) => String(address).startsWith(`${location.origin}/assets/`)

  let seconds = 0
  const clock = setInterval(() => {
    // The first render may be an error, which is reported some time later.
    const wasStarted = hasStarted
    hasStarted = isStarted()
    if (hasStarted && wasStarted) {
      clearInterval(clock)
      if (!isMending) place?.remove()
      sayWhatWasDone()
    } else if (!hasStarted && !isSigningIn() && ++seconds === STARTS_WITHIN) mendSlow()
  }, 1_000)

  addEventListener(
    'error',
    (event) => {
      const { target } = event
      const isScript = target instanceof HTMLScriptElement && isOurs(target.src)
      const isStyle = target instanceof HTMLLinkElement && target.rel === 'stylesheet' && isOurs(target.href)
      if (isScript || isStyle) mendOnce()
      else if (event instanceof ErrorEvent && isOurs(event.filename) && !isStarted())
        // The app may still start.
        setTimeout(() => isStarted() || mendOnce(), 1_000)
    },
    true,
  )
  // On a shared computer the session is only in the page's memory, so a reload would sign out and lose unsent
  // changes.
  const isShared = () => document.documentElement.dataset.shared !== undefined
  // A dynamic import failed. If something is already drawn, only the requested part is missing; otherwise
  // `screen-failed` follows.
  addEventListener('vite:preloadError', () => {
    if (isStarted() && isShared()) return
    hasFailed ||= !isStarted()
    mendOnce()
  })
  // The first screen shows an error with a button to try again.
  addEventListener('screen-failed', () => {
    if (hasStarted || isShared()) return
    hasFailed = true
    mendOnce()
  })
  // The data worker failed to load.
  addEventListener('thread-failed', () => {
    hasFailed = true
    mendOnce()
  })
  addEventListener('thread-late', () => {
    hasFailed = true
    void mendSlow()
  })
  addEventListener('thread-awake', () => {
    hasFailed = false
    // Other files of the app may still be missing.
    if (!isMending && isStarted()) place?.remove()
  })

  /** Without a precache, the files may only be slow to arrive. */
  async function mendSlow() {
    try {
      const kept = [await navigator.serviceWorker?.getRegistration(), ...(await caches.keys())]
      if (kept.some(Boolean)) return mendOnce()
    } catch {
      // The cache is blocked, or the page is not secure and has none.
    }
    if (!isStarted()) offer()
  }

  function mendOnce() {
    const now = Date.now()
    try {
      if (now - Number(sessionStorage.getItem(MENDED_AT)) < ONCE_IN) {
        if (!isStarted()) offer()
        return
      }
      void mend()
    } catch {
      // Without sessionStorage a second repair could not be prevented, so the repair is only offered.
      if (!isStarted()) offer()
    }
  }

  /** Removes the app's files from this device, but no data, and reloads. */
  async function mend() {
    if (isMending) return
    isMending = true
    if (await isReachable()) {
      say('Some files of Cardinal are damaged. They are fetched anew …')
      try {
        sessionStorage.setItem(MENDED_AT, String(Date.now()))
        sessionStorage.setItem(UNTOLD, 'yes')
        const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? []
        await Promise.all(registrations.map((registration) => registration.unregister()))
        if ('caches' in window) await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
      } catch {
        // The cache is blocked. The requested files are fetched again below.
      }
      await fetchAnew().catch(() => {}) // No sessionStorage: reload anyway.
      // Without the network, a reload would show the browser's error page.
      if (await isReachable()) return location.reload()
      place?.remove()
    }
    isMending = false
    if (!isStarted()) offer()
  }

  /** Whether the server itself answers, not the sign-in page of a network. */
  async function isReachable() {
    try {
      const answer = await fetch('/sw.js', { method: 'HEAD', cache: 'no-store' })
      return answer.ok && /javascript/.test(answer.headers.get('content-type') ?? '')
    } catch {
      return false
    }
  }

  /** Refreshes the browser's HTTP cache of the files that this page requested. */
  async function fetchAnew() {
    const asked = performance.getEntriesByType('resource').map(({ name }) => name)
    const named = [...document.querySelectorAll('script[src], link[href]')].map((tag) => tag.src || tag.href)
    // After a damaged file the page requests nothing more, so the files of the last attempt are included.
    const before = JSON.parse(sessionStorage.getItem(FETCHED) ?? '[]')
    const files = new Set([...before, ...asked, ...named].filter(isOurs))
    sessionStorage.setItem(FETCHED, JSON.stringify([...files]))
    const signal = AbortSignal.timeout(FETCHES_WITHIN)
    const fetchOne = async (address) => (await fetch(address, { cache: 'reload', signal })).arrayBuffer()
    await Promise.allSettled([...files].map(fetchOne))
  }

  function sayWhatWasDone() {
    try {
      if (sessionStorage.getItem(UNTOLD) === null) return
      sessionStorage.removeItem(UNTOLD)
      sessionStorage.removeItem(FETCHED)
    } catch {
      return
    }
    say(
      'Some files of Cardinal were damaged, so they were fetched anew. Your cards and the changes that wait on this device are as they were.',
      ['OK', () => place.remove()],
    )
  }

  async function offer() {
    const reason = (await isReachable())
      ? 'Its files do not arrive as they should.'
      : 'Its files on this device are damaged, and the server cannot be reached.'
    if (isStarted()) return
    say(
      `Cardinal could not start. ${reason} Your cards and the changes that wait on this device are as they were.`,
      ['Try again', () => void mend()],
      ['Download what waits', (button) => void download(button)],
    )
  }

  async function download(button) {
    try {
      const waiting = await readWaiting()
      if (waiting.length === 0) {
        button.textContent = 'No changes wait on this device'
        return
      }
      const now = new Date().toISOString()
      const parts = [`Changes that are not on the server, ${now}`, ...waiting.map(paragraph)]
      const link = document.createElement('a')
      link.href = URL.createObjectURL(new Blob([parts.join('\n\n')], { type: 'text/plain;charset=utf-8' }))
      link.download = `cardinal-not-sent-${now.slice(0, 10)}.txt`
      link.click()
    } catch (failure) {
      button.textContent = `The changes cannot be read: ${failure}`
    }
  }

  /**
   * Pending and rejected changes of the signed-in person, in the form in which `replica/worker/store` stores
   * them.
   */
  async function readWaiting() {
    const payload = localStorage.getItem('jwt_access_token')?.split('.')[1]
    if (payload === undefined) return []
    const { sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    const database = await opened(`cardinal-${sub}`)
    if (database === null) return []
    try {
      const [outbox, rejected] = await Promise.all(['outbox', 'parked'].map((name) => all(database, name)))
      return [
        ...outbox.filter(({ ackedSeq }) => ackedSeq == null),
        ...rejected.map(({ entry, reason }) => ({ ...entry, reason })),
      ]
    } finally {
      database.close()
    }
  }

  /** The database in its present version; null: none. */
  function opened(name) {
    return new Promise((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.onupgradeneeded = () => {
        // Abort, because opening would create the database.
        opening.transaction.abort()
        resolve(null)
      }
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
  }

  function all(database, store) {
    if (!database.objectStoreNames.contains(store)) return []
    return new Promise((resolve, reject) => {
      const reading = database.transaction(store).objectStore(store).getAll()
      reading.onsuccess = () => resolve(reading.result)
      reading.onerror = () => reject(reading.error)
    })
  }

  function paragraph({ mutation, at, reason, ...rest }) {
    const time = typeof at === 'number' ? `, ${new Date(at).toISOString()}` : ''
    const rejected = reason === undefined ? '' : `\nRejected: ${reason}`
    const words = JSON.stringify(mutation?.args ?? rest, null, 2)
    return `${mutation?.name ?? 'A change of another version'}${time}${rejected}\n${words}`
  }

  /** Shows a text with buttons over the page, replacing an earlier one. */
  function say(text, ...buttons) {
    place?.remove()
    place = document.createElement('div')
    place.setAttribute('role', 'alert')
    const { theme } = document.documentElement.dataset
    Object.assign(place.style, {
      position: 'fixed',
      inset: '0 0 auto',
      zIndex: '2147483647',
      padding: '16px',
      borderBottom: '1px solid',
      font: '16px/1.5 system-ui, sans-serif',
      colorScheme: theme ?? 'light dark',
      background: 'Canvas',
      color: 'CanvasText',
    })
    const words = document.createElement('p')
    words.style.margin = '0 0 8px'
    words.textContent = text
    place.append(words)
    for (const [name, act] of buttons) {
      const button = document.createElement('button')
      Object.assign(button.style, {
        font: 'inherit',
        minHeight: '44px',
        padding: '0 16px',
        margin: '0 8px 8px 0',
        border: '1px solid',
        borderRadius: '8px',
      })
      button.type = 'button'
      button.textContent = name
      button.addEventListener('click', () => act(button))
      place.append(button)
    }
    // Outside of the body, which damaged styles may hide.
    document.documentElement.append(place)
  }
})()
