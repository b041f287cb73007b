/** What can happen on a device besides a person's acts. */
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
  'rule fired',
] as const

/** Events that a short run may lack. */
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

/** Counts events, so that a run that lacks one fails. */
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

  /** Events that happened less often than `least`, with their counts. Rare events count only in long runs. */
  rarerThan(least: number, isLong = false): string[] {
    const expected = EVENTS.filter((event) => isLong || !RARE.has(event))
    return expected
      .filter((event) => this.times(event) < least)
      .map((event) => `${event}: ${this.times(event)}`)
  }

  /** Counts a covered cell of docs/concurrency.md. */
  sawCell(name: string): void {
    this.#cells.set(name, this.timesOf(name) + 1)
  }

  timesOf(cell: string): number {
    return this.#cells.get(cell) ?? 0
  }

  /** Counts a change that is rejected at the end of a story, by kind and reason. */
  sawRejected(kind: string): void {
    this.#rejected.set(kind, (this.#rejected.get(kind) ?? 0) + 1)
  }

  get rejected(): ReadonlyMap<string, number> {
    return this.#rejected
  }
}
