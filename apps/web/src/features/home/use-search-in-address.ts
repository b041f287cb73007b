import type { Id } from '@cardinal/domain'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useLayoutEffect, useState } from 'react'
import { whenAtRest } from '../../overlays/index.ts'
import { useReplica } from '../../replica/index.ts'
import {
  NO_SEARCH,
  readSearch,
  type SearchParams,
  searchKey,
  type WholeSearch,
  writeSearch,
} from '../../shared/address/search-in-address.ts'
import { homeSearch } from './home-screen.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The workspace that the search of this address was made in. */
    searchedIn?: Id
  }
}

type AnyRouter = ReturnType<typeof useRouter>

/** How long typing rests before the address says what was typed. ms */
const REST = 300

const NOTHING = searchKey({})

/**
 * Keeps the home page's search and the address alike. Typing and filters change the entry of the history that is
 * there; Enter, chips and saved searches make another one. Back, forward and a link bring the search of their address.
 */
export function useSearchInAddress(): void {
  const router = useRouter()
  const { workspaceId } = useReplica()
  const [address] = useState(() => new SearchAddress(router))
  const key = useRouterState({ select: (state) => searchKey(state.location.search) })
  useLayoutEffect(() => address.follow(workspaceId), [address, workspaceId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when to look.
  useLayoutEffect(() => address.look(), [address, key])
}

/**
 * Invariant: `#known` is the search that the address had when it was last written or read. The address is read only
 * when it differs from that, so that what is typed and not written yet is never overwritten.
 */
class SearchAddress {
  readonly #router: AnyRouter
  #workspaceId: Id | null = null
  #known = NOTHING
  /** The search of the last step: where Back leads from the next one. */
  #settled: SearchParams = NO_SEARCH
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(router: AnyRouter) {
    this.#router = router
  }

  /** Returns the way to stop. */
  follow(workspaceId: Id): () => void {
    const isFirst = this.#workspaceId === null
    this.#workspaceId = workspaceId
    if (isFirst) this.#begin()
    const stop = homeSearch.subscribe((state, before) => {
      clearTimeout(this.#timer)
      if (state.step !== before.step) queueMicrotask(() => whenAtRest(() => void this.#step(before)))
      else this.#timer = setTimeout(() => whenAtRest(() => void this.#writeTyped()), REST)
    })
    return () => {
      stop()
      clearTimeout(this.#timer)
    }
  }

  /** Takes the search on that the address was changed to by Back, forward or a link. */
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

  /** An address without a search is given the one that the screen still has. */
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
    // Another workspace was opened: the entries so far are of the one before, and stay so.
    if (this.#isForeign()) {
      if (key !== this.#known) await this.#write(next, false)
      return
    }
    const left = writeSearch(before)
    // Entered: the search before gets its entry back. So it does when what was typed was added or given up.
    // Waited for, because the router takes an address that it has not read yet for the one before.
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

  /** Whether the search of this address was made in another workspace than the open one. */
  #isForeign(): boolean {
    const { searchedIn } = this.#here().state
    return searchedIn !== undefined && searchedIn !== this.#workspaceId
  }

  /** Where the browser is now; the router follows a moment later. */
  #here() {
    const { history, options } = this.#router
    const { pathname, search, state } = history.location
    return { pathname, state, search: options.parseSearch(search) as object }
  }
}
