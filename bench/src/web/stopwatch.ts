/** The first cards in order, and the total; null: the total is not compared. */
export interface Expected {
  readonly cardIds: readonly string[]
  readonly total: number | null
  /** The first loose matches in order. Absent: not compared. */
  readonly looseIds?: readonly string[]
}

/** Measures the page from inside; available as `window.stopwatch`. */
export interface Stopwatch {
  /**
   * Starts at the next key press, ends a frame after the page shows `expected`. Puts the ms into `taken`; -1: it was shown
   * before the key.
   */
  awaitKey(expected: Expected): void
  /** Like `awaitKey`, until a card with this text is shown. */
  awaitKeyForText(text: string): void
  /** Like `awaitKey`, until the editor of a note is shown with its text. */
  awaitKeyForEditor(): void
  /** Types when the searchbar appears. Measures ms from the page's begin until it shows `expected`. */
  searchAtOnce(text: string, expected: Expected): void
  /** Measures ms from the page's begin until it shows `expected`. */
  awaitStart(expected: Expected): void
  /** Measures from now, in ms, until a frame after an open dialog has its content. */
  awaitDialog(address: string): void
  taken: number | null
  /** ms from the page's begin until a card was first painted, and until all cards were counted. */
  firstCards: number | null
  /** Lengths of tasks above 50 ms since the last call. */
  longTasks(): number[]
  /** ms between frames since the last call. */
  frames(): number[]
  shows(expected: Expected): boolean
  showsText(text: string): boolean
}

declare global {
  interface Window {
    stopwatch: Stopwatch
  }
}

/** Runs in the page before its own scripts. Must not refer to anything outside itself. */
export function installStopwatch(): void {
  const cardIds = (lists: string) =>
    [...document.querySelectorAll(`ul:is(${lists}) [data-card]`)].map((card) =>
      card.getAttribute('data-card'),
    )
  const LOOSE = '[aria-label="In any order"], [aria-label="Close"]'
  const total = () => {
    const count = document.querySelector('[data-count] strong')?.textContent ?? ''
    return Number(/^[\d,.\u202f\u00a0 ]+/.exec(count)?.[0].replaceAll(/\D/g, '') ?? Number.NaN)
  }
  const shows = (expected: Expected) => {
    const shown = cardIds('[aria-label="Cards"]')
    const isCounted = expected.total === null || total() === expected.total
    const loose = expected.looseIds === undefined ? [] : cardIds(LOOSE)
    const hasLoose = expected.looseIds?.every((id, at) => loose[at] === id) ?? true
    return expected.cardIds.every((id, at) => shown[at] === id) && isCounted && hasLoose
  }
  const cards = () => [...document.querySelectorAll('ul[aria-label="Cards"] article')]
  const showsText = (text: string) => cards().some((card) => card.textContent?.includes(text) ?? false)
  let isDone: (() => boolean) | null = null
  let startedAt: number | null = null
  const longTasks: number[] = []
  const frames: number[] = []

  /** A message sent in a frame arrives when that frame has been handed over for painting. */
  const afterThisFrame = (then: () => void) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = then
    port2.postMessage(null)
  }
  const afterPaint = (then: () => void) => requestAnimationFrame(() => afterThisFrame(then))
  const look = (after: (then: () => void) => void = afterPaint) => {
    if (watch.firstCards === null && cards().length > 0) {
      watch.firstCards = -1
      afterPaint(() => {
        watch.firstCards = performance.now()
      })
    }
    if (isDone === null || startedAt === null || !isDone()) return
    const from = startedAt
    isDone = null
    startedAt = null
    after(() => {
      watch.taken = performance.now() - from
    })
  }
  const awaitKey = (done: () => boolean) => {
    watch.taken = null
    startedAt = null
    isDone = done
    if (!done()) return
    isDone = null
    watch.taken = -1
  }
  const watch: Stopwatch = {
    taken: null,
    firstCards: null,
    awaitKey: (expected) => awaitKey(() => shows(expected)),
    awaitKeyForText: (text) => awaitKey(() => showsText(text)),
    awaitKeyForEditor: () =>
      awaitKey(() => {
        const editor = document.querySelector('[data-writer]')?.shadowRoot?.querySelector('.cm-content')
        return (editor?.textContent ?? '') !== ''
      }),
    awaitStart: (expected) => {
      watch.taken = null
      startedAt = 0
      isDone = () => shows(expected)
      look()
    },
    searchAtOnce: (text, expected) => {
      let isTyped = false
      watch.taken = null
      startedAt = 0
      isDone = () => {
        const bar = document.querySelector<HTMLInputElement>('[data-searchbar="home"] input')
        if (bar !== null && !isTyped) {
          isTyped = true
          // React notices a value only when the native setter is called.
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(bar, text)
          bar.dispatchEvent(new InputEvent('input', { bubbles: true }))
        }
        return isTyped && shows(expected)
      }
      look()
    },
    awaitDialog: (address) => {
      watch.taken = null
      isDone = () =>
        document.querySelector('[aria-modal="true"] :is(button, input, a, [role="checkbox"])') !== null &&
        document.querySelector('[aria-modal="true"] [role="status"][aria-label="Opening"]') === null
      startedAt = performance.now()
      history.pushState(null, '', address)
    },
    longTasks: () => longTasks.splice(0),
    frames: () => frames.splice(0),
    shows,
    showsText,
  }
  window.stopwatch = watch
  addEventListener(
    'keydown',
    (event) => {
      if (isDone !== null && startedAt === null) startedAt = event.timeStamp
    },
    { capture: true },
  )
  new MutationObserver(() => look()).observe(document, {
    childList: true,
    subtree: true,
    characterData: true,
  })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
  let before = performance.now()
  const frame = (now: number) => {
    frames.push(now - before)
    before = now
    if (frames.length > 100_000) frames.length = 0
    // Also look in each frame: the observer does not report changes in shadow roots.
    look(afterThisFrame)
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}
