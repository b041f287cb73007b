import type { Id } from '@cardinal/domain'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useLayoutEffect, useState } from 'react'
import { whenAtRest } from '../../../overlays/index.ts'
import { useReplica } from '../../../replica/index.ts'
import {
  NO_SEARCH,
  readSearch,
  type SearchParams,
  searchKey,
  type WholeSearch,
  writeSearch,
} from '../../../shared/search/search-in-address.ts'
import { homeSearch } from '../home-screen.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The workspace that is searched. */
    searchedIn?: Id
  }
}

type AnyRouter = ReturnType<typeof useRouter>

/** ms without typing before the search is written into the address. */
const WRITE_AFTER_MS = 300

const NOTHING = searchKey({})

/**
 * Synchronises the home page's search with the address. Typing and filters replace the present history entry. Enter,
 * chips and saved searches push a new one. Back, forward and links load the search of their address.
 */
export function useSearchInAddress(): void {
  const router = useRouter()
  const replica = useReplica()
  const { workspaceId } = replica
  const [address] = useState(() => new SearchAddress(router))
  const key = useRouterState({ select: (state) => searchKey(state.location.search) })
  useLayoutEffect(() => address.follow(workspaceId, () => replica.idle()), [address, workspaceId, replica])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when to look.
  useLayoutEffect(() => address.look(), [address, key])
}

/**
 * Invariant: `#known` is the search that the address had when it was last written or read. The address is read only
 * when it differs from `#known`, so that it never overwrites typed text that is not in the address yet.
 */
class SearchAddress {
  readonly #router: AnyRouter
  #workspaceId: Id | null = null
  #known = NOTHING
  /** The search of the last history entry, to which Back returns. */
  #settled: SearchParams = NO_SEARCH
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(router: AnyRouter) {
    this.#router = router
  }

  /**
   * Subscribes to the search. Returns the function that unsubscribes.
   * @param idle resolves when the found cards are painted
   */
  follow(workspaceId: Id, idle: () => Promise<void>): () => void {
    const isFirst = this.#workspaceId === null
    this.#workspaceId = workspaceId
    if (isFirst) this.#begin()
    const writeTyped = () => whenAtRest(() => void this.#writeTyped())
    const stop = homeSearch.subscribe((state, before) => {
      clearTimeout(this.#timer)
      if (state.step !== before.step) queueMicrotask(() => whenAtRest(() => void this.#step(before)))
      else this.#timer = setTimeout(() => void idle().then(writeTyped), WRITE_AFTER_MS)
    })
    return () => {
      stop()
      clearTimeout(this.#timer)
    }
  }

  /** Loads the search of an address changed by Back, forward or a link. */
  look(): void {
    const { pathname, search } = this.#here()
    const key = searchKey(search)
    if (pathname !== '/home' || key === this.#known) return
    this.#known = key
    const isForeign = this.#isForeign()
    const whole = readSearch(isForeign ? {} : search)
    this.#settled = writeSearch(whole)
    homeSearch.getState().show(whole)
    clearTimeout(this.#timer)
    if (isForeign) void this.#write(this.#settled, true)
  }

  /** Writes the screen's search into an address that has none. */
  #begin(): void {
    this.look()
    const kept = writeSearch(homeSearch.getState())
    if (this.#known !== NOTHING || JSON.stringify(kept) === NOTHING) return
    this.#settled = kept
    void this.#write(kept, true)
  }

  async #step(before: WholeSearch): Promise<void> {
    const next = writeSearch(homeSearch.getState())
    const key = JSON.stringify(next)
    const last = this.#settled
    this.#settled = next
    // Another workspace was opened. The earlier history entries belong to the previous one and stay unchanged.
    if (this.#isForeign()) {
      if (key !== this.#known) await this.#write(next, false)
      return
    }
    const left = writeSearch(before)
    // Typing replaced the entry of the previous step. After Enter, and when the typed text was added or cleared, that
    // entry gets its search back. This is awaited, because until then the router builds on the previous address.
    if (key === this.#known || next.search === undefined) await this.#write(last, true)
    else if (JSON.stringify(left) !== key) await this.#write(left, true)
    if (key !== JSON.stringify(last)) await this.#write(next, false)
  }

  #writeTyped(): Promise<void> {
    return this.#write(writeSearch(homeSearch.getState()), true)
  }

  async #write(params: SearchParams, replace: boolean): Promise<void> {
    const key = JSON.stringify(params)
    if (this.#here().pathname !== '/home' || (replace && key === this.#known)) return
    this.#known = key
    const searchedIn = this.#workspaceId ?? undefined
    await this.#router.navigate({
      to: '.',
      search: ((before: object) => ({ ...before, ...params })) as never,
      replace,
      resetScroll: false,
      state: (before) =>
        (replace ? { ...before, searchedIn } : { ...before, popup: undefined, searchedIn }) as never,
    })
  }

  /** Whether the search in the address belongs to another workspace than the open one. */
  #isForeign(): boolean {
    const { searchedIn } = this.#here().state
    return searchedIn !== undefined && searchedIn !== this.#workspaceId
  }

  /** The browser's location. The router's own state is updated later. */
  #here() {
    const { history, options } = this.#router
    const { pathname, search, state } = history.location
    return { pathname, state, search: options.parseSearch(search) as object }
  }
}
