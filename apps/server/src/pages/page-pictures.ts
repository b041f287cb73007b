import { setTimeout as sleep } from 'node:timers/promises'
import { ok } from '@cardinal/domain'
import type { Store } from '../store/index.ts'
import { ACCEPT, pictureName } from './fetch-page.ts'
import type { PictureKind } from './make-picture.ts'
import type { FetchProblem, SafeFetch } from './safe-fetch.ts'
import type { PictureProcess } from './threads.ts'

/** ms for which a picture is reused for its address. */
const PICTURE_KEPT_MS = 7 * 86_400_000
/** ms for which a temporary failure is remembered. */
const FAILURE_KEPT_MS = 10 * 60_000
/** ms for which another host is reserved. */
const HOST_RESERVED_MS = 30_000
/** ms of pause after a request to it. */
const HOST_PAUSE_MS = 1_000
/** ms between two attempts to reserve it. */
const TRY_EVERY_MS = 1_000

interface PicturesOptions {
  readonly store: Store
  readonly fetch: SafeFetch
  readonly process: PictureProcess
  /** A secret of this server, for the names of pictures. */
  readonly key: string
  readonly now: () => number
  /** Aborted when this server stops. */
  readonly stopped: AbortSignal
}

interface FoundPicture {
  /** Empty: no picture. */
  readonly name: string
  /** Whether it is missing for a temporary reason: a later fetch may find it. */
  readonly isMissed: boolean
}

const NONE: FoundPicture = { name: '', isMissed: false }
const MISSED: FoundPicture = { name: '', isMissed: true }
/** Problems that may pass. All others are about the picture itself. */
const FOR_THE_MOMENT: ReadonlySet<FetchProblem> = new Set([
  'no-names',
  'no-way',
  'unreachable',
  'unreadable',
  'too-slow',
  'stopped',
])

/** Fetches and resizes pictures of pages, and reuses them by address. */
export class PagePictures {
  readonly #options: PicturesOptions

  constructor(options: PicturesOptions) {
    this.#options = options
  }

  /**
   * The first usable picture of these addresses.
   *
   * @param ownHost host that the caller has reserved
   * @param until deadline, on the clock of `performance.now()`
   */
  async firstOf(
    addresses: readonly string[],
    kind: PictureKind,
    ownHost: string,
    until: number,
  ): Promise<FoundPicture> {
    let isMissed = false
    for (const address of addresses) {
      const found = performance.now() < until ? await this.#pictureAt(address, kind, ownHost, until) : MISSED
      if (found.name !== '') return found
      isMissed ||= found.isMissed
    }
    return isMissed ? MISSED : NONE
  }

  async #pictureAt(
    address: string,
    kind: PictureKind,
    ownHost: string,
    until: number,
  ): Promise<FoundPicture> {
    const { store, now } = this.#options
    const source = `${kind} ${address}`
    const known = await store.pages.pictureFrom(source, now() - PICTURE_KEPT_MS)
    if (known?.name != null) return { name: known.name, isMissed: false }
    if (known !== undefined)
      return known.fetchedAt < now() - PICTURE_KEPT_MS + FAILURE_KEPT_MS ? MISSED : NONE
    const { host } = new URL(address)
    if (host === ownHost) return this.#fetch(address, kind, source)
    if (!(await this.#takeTurn(host, until))) return MISSED
    try {
      return await this.#fetch(address, kind, source)
    } finally {
      await store.transact(async (tx) => ok(await tx.pages.releaseHost(host, now() + HOST_PAUSE_MS)))
    }
  }

  async #takeTurn(host: string, until: number): Promise<boolean> {
    const { store, now, stopped } = this.#options
    for (;;) {
      const taken = await store.transact(async (tx) =>
        ok(await tx.pages.takeHost(host, now(), now() + HOST_RESERVED_MS)),
      )
      if (taken.ok && taken.value) return true
      if (performance.now() + TRY_EVERY_MS > until || stopped.aborted) return false
      await sleep(TRY_EVERY_MS)
    }
  }

  async #fetch(address: string, kind: PictureKind, source: string): Promise<FoundPicture> {
    const { store, fetch, process, key, now, stopped } = this.#options
    const answer = await fetch(address, {
      accept: ACCEPT.picture,
      wants: (type) => !type.startsWith('text/html'),
    })
    const isMissed = answer.ok
      ? answer.value.status === 429 || answer.value.status >= 500
      : FOR_THE_MOMENT.has(answer.error)
    const isThere = answer.ok && answer.value.status === 200 && answer.value.bytes.length > 0
    const made = isThere ? await process.make(answer.value.bytes, kind) : null
    // The stop of the server ended the process, so the picture counts as no failure.
    if (made === null && stopped.aborted) return MISSED
    const name = made && pictureName(key, made)
    const at = isMissed ? now() - PICTURE_KEPT_MS + FAILURE_KEPT_MS - 1 : now()
    await store.transact(async (tx) => {
      if (made !== null && name !== null) await tx.pages.addPicture(name, made, now())
      return ok(await tx.pages.notePictureFrom(source, name, at))
    })
    return { name: name ?? '', isMissed }
  }
}
