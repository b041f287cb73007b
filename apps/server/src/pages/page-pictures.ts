import { setTimeout as sleep } from 'node:timers/promises'
import { ok } from '@cardinal/domain'
import type { Store } from '../store/index.ts'
import { ACCEPT, pictureName } from './fetch-page.ts'
import type { PictureKind } from './make-picture.ts'
import type { PageThread } from './page-thread.ts'
import type { SafeFetch } from './safe-fetch.ts'

/** ms for which it is known what lies at a picture's address. */
const KNOWN_FOR = 7 * 86_400_000
/** ms: a turn at another host, the pause behind it, between two tries to take it, and how often. */
const TURN = 30_000
const PAUSE = 1_000
const TRY_EVERY = 1_000
const TRIES = 15

export interface PicturesOptions {
  readonly store: Store
  readonly fetch: SafeFetch
  readonly thread: PageThread
  /** A secret of this server. */
  readonly key: string
  readonly now: () => number
}

/** Fetches the pictures of pages, each address once in a while, and keeps them in one size. */
export class PagePictures {
  readonly #options: PicturesOptions

  constructor(options: PicturesOptions) {
    this.#options = options
  }

  /**
   * Resolves with the name of the first picture of a list that can be used; empty where none can.
   *
   * @param ownHost the host whose turn the caller has
   */
  async firstOf(addresses: readonly string[], kind: PictureKind, ownHost: string): Promise<string> {
    for (const address of addresses) {
      const name = await this.#pictureAt(address, kind, ownHost)
      if (name !== null) return name
    }
    return ''
  }

  async #pictureAt(address: string, kind: PictureKind, ownHost: string): Promise<string | null> {
    const { store, now } = this.#options
    const source = `${kind} ${address}`
    const known = await store.pages.pictureFrom(source, now() - KNOWN_FOR)
    if (known !== undefined) return known.name
    const { host } = new URL(address)
    if (host === ownHost) return this.#fetch(address, kind, source)
    if (!(await this.#takeTurn(host))) return null
    try {
      return await this.#fetch(address, kind, source)
    } finally {
      await store.transact(async (tx) => ok(await tx.pages.releaseHost(host, now() + PAUSE)))
    }
  }

  async #takeTurn(host: string): Promise<boolean> {
    const { store, now } = this.#options
    for (let tries = 0; tries < TRIES; tries++) {
      if (tries > 0) await sleep(TRY_EVERY)
      const taken = await store.transact(async (tx) => ok(await tx.pages.takeHost(host, now(), now() + TURN)))
      if (taken.ok && taken.value) return true
    }
    return false
  }

  async #fetch(address: string, kind: PictureKind, source: string): Promise<string | null> {
    const { store, fetch, thread, key, now } = this.#options
    const answer = await fetch(address, {
      accept: ACCEPT.picture,
      wants: (type) => !type.startsWith('text/html'),
    })
    const isThere = answer.ok && answer.value.status === 200 && answer.value.bytes.length > 0
    const made = isThere ? await thread.makePicture(answer.value.bytes, kind) : null
    const name = made && pictureName(key, made)
    await store.transact(async (tx) => {
      if (made !== null && name !== null) await tx.pages.addPicture(name, made, now())
      return ok(await tx.pages.notePictureFrom(source, name, now()))
    })
    return name
  }
}
