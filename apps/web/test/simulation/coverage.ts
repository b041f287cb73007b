/** What can happen to a device on the way, besides what its person does. */
export const EVENTS = [
  'crash between steps',
  'crash inside a transaction',
  'answer cut after commit',
  'push answered in part',
  'server killed',
  'event heard',
  'event lost',
  'event buffered',
  'site data evicted',
  'request doubled',
  'requests out of order',
  'partition',
  'clock a year off',
  'second tab',
  'sign-out',
  'session ended',
  'token expired',
  'resync',
  'backup restored',
  'restored with acts offline',
  'signed out by the server',
  'server fails for a change',
  'change awaits a lost row',
  'awaited in vain',
  'schema upgrade',
  'no room',
  'no room inside a transaction',
  'storage lost under a tab',
  'undo',
  'request hung',
  'gateway answered',
  'two nodes',
  'rows lost on the device',
  'rows damaged on the device',
  'outbox of an older release',
  'whole card of an older release',
  'release taken back',
  'back after 200 days',
  'edit of a card deleted for 30 days',
  'workspace deleted',
  'changes moved',
  'card moved by two devices',
] as const

/** Events that a run of few stories need not meet. */
const RARE: ReadonlySet<string> = new Set<EventName>([
  'restored with acts offline',
  'signed out by the server',
  'change awaits a lost row',
  'awaited in vain',
  'workspace deleted',
  'changes moved',
  'card moved by two devices',
  'whole card of an older release',
  'edit of a card deleted for 30 days',
])

export type EventName = (typeof EVENTS)[number]

/** Counts what stories met, so that stories in which nothing happens can't look well. */
export class Coverage {
  readonly #counts = new Map<EventName, number>()
  readonly #cells = new Map<string, number>()
  readonly #rejected = new Map<string, number>()

  readonly saw = (event: EventName): void => {
    this.#counts.set(event, this.times(event) + 1)
  }

  times(event: EventName): number {
    return this.#counts.get(event) ?? 0
  }

  /** Returns the events that happened fewer times than this, with how often. The rare ones count in long runs alone. */
  rarerThan(least: number, isLong = false): string[] {
    const expected = EVENTS.filter((event) => isLong || !RARE.has(event))
    return expected
      .filter((event) => this.times(event) < least)
      .map((event) => `${event}: ${this.times(event)}`)
  }

  /** Counts a cell of docs/concurrency.md that a story met. */
  sawCell(name: string): void {
    this.#cells.set(name, this.timesOf(name) + 1)
  }

  /** Returns how often a cell was met. */
  timesOf(cell: string): number {
    return this.#cells.get(cell) ?? 0
  }

  /** Counts a change that was rejected at the end of a story, by what it was and why. */
  sawRejected(kind: string): void {
    this.#rejected.set(kind, (this.#rejected.get(kind) ?? 0) + 1)
  }

  /** How many changes of each kind were rejected. */
  get rejected(): ReadonlyMap<string, number> {
    return this.#rejected
  }
}
