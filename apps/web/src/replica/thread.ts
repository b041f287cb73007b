let early: Worker | null = null

/** Starts the thread that will hold the data, so that its script loads while the page's own is on its way. */
export function startThread(): void {
  early ??= newThread()
}

/** The thread that was started early, or a new one; each is handed out once. */
export function takeThread(): Worker {
  const thread = early ?? newThread()
  early = null
  return thread
}

function newThread(): Worker {
  return new Worker(new URL('./worker/main.ts', import.meta.url), { type: 'module', name: 'replica' })
}
