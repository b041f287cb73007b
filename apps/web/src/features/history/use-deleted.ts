import type { CardType, Id } from '@cardinal/domain'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useReplica, useSyncState } from '../../replica/index.ts'
import { CallFailed, session } from '../../session/index.ts'
import { useAct } from '../../shared/changes/use-act.ts'
import { counted } from '../../shared/text/counted.ts'
import { toast } from '../../ui/index.ts'

interface Deleted {
  /** Null: not loaded yet. */
  readonly cards: readonly DeletedCard[] | null
  readonly hasMore: boolean
  /** Why loading failed. Null: it didn't. */
  readonly failure: CallFailed | null
  load(): void
  more(): void
  restore(cards: readonly DeletedCard[]): void
  /** Deletes cards permanently. */
  empty(cards: readonly DeletedCard[]): Promise<void>
}

/**
 * Loads the deleted cards of the open workspace, again whenever local changes have reached the server. A restored
 * card leaves the list at once, and returns if the server refuses.
 */
export function useDeleted(client: DeletedClient): Deleted {
  const { workspaceId } = useReplica()
  const isSent = useSyncState().phase === 'saved'
  const act = useAct()
  const [cards, setCards] = useState<readonly DeletedCard[] | null>(null)
  const [hasMore, setHasMore] = useState(false)
  const [failure, setFailure] = useState<CallFailed | null>(null)
  const asked = useRef(0)

  const ask = useCallback(
    async (page: number, before: readonly DeletedCard[]) => {
      asked.current++
      const mine = asked.current
      try {
        let shown = before
        let isLast = false
        // Load one page more if part of the page was shown already.
        for (let at = page; !isLast && shown.length < before.length + PAGE / 2; at++) {
          const found = await client.list(workspaceId, at)
          if (mine !== asked.current) return
          const known = new Set(shown.map(({ id }) => id))
          shown = [...shown, ...found.filter(({ id }) => !known.has(id))]
          isLast = found.length < PAGE
        }
        setCards(shown)
        setHasMore(!isLast)
        setFailure(null)
      } catch (reason) {
        if (!(reason instanceof CallFailed)) throw reason
        if (mine === asked.current) setFailure(reason)
      }
    },
    [client, workspaceId],
  )
  const load = useCallback(() => void ask(0, []), [ask])
  useEffect(() => {
    // Pending changes may delete or restore cards. Until the server has them, its list is outdated.
    if (isSent || asked.current === 0) load()
  }, [isSent, load])

  const restore = async (chosen: readonly DeletedCard[]) => {
    const ids = new Set<Id>(chosen.map(({ id }) => id))
    // A pending answer is outdated by this change.
    asked.current++
    setCards((shown) => shown?.filter(({ id }) => !ids.has(id)) ?? null)
    const done = `Brought back ${ids.size === 1 ? 'the card' : counted(ids.size, 'card')}`
    if (!(await act({ name: 'restoreCards', args: { cardIds: [...ids] } }, { done }))) load()
  }
  const empty = async (chosen: readonly DeletedCard[]) => {
    asked.current++
    try {
      for (let at = 0; at < chosen.length; at += PAGE) {
        const removed = new Set(await client.empty(chosen.slice(at, at + PAGE).map(({ id }) => id)))
        setCards((shown) => shown?.filter(({ id }) => !removed.has(id)) ?? null)
      }
      toast(`${chosen.length === 1 ? 'The card is' : `${counted(chosen.length, 'card')} are`} gone for good`)
      // A card that another device restored meanwhile was not deleted, but has to leave the list.
      load()
    } catch (reason) {
      if (!(reason instanceof CallFailed)) throw reason
      setFailure(reason)
    }
  }
  return {
    cards,
    hasMore,
    failure,
    load,
    // Restored cards have shifted the pages, so load again the page that was partly shown.
    more: () => void ask(Math.floor((cards?.length ?? 0) / PAGE), cards ?? []),
    restore: (chosen) => void restore(chosen),
    empty,
  }
}

export interface DeletedCard {
  readonly id: Id
  readonly type: CardType
  readonly content: string
  readonly tagIds: readonly Id[]
  /** ms since 1970, equal for cards that were deleted together. */
  readonly deletedAt: number
}

/** Calls of the server, which alone has all deleted cards. They reject with `CallFailed`. */
export interface DeletedClient {
  /** Deleted cards, latest first, in pages of `PAGE` cards. The first page is 0. */
  list(workspaceId: Id, page: number): Promise<readonly DeletedCard[]>
  /** Deletes at most `PAGE` cards permanently. Returns the ids of the cards that were still deleted. */
  empty(ids: readonly Id[]): Promise<readonly Id[]>
}

export const PAGE = 100

export const deletedClient: DeletedClient = {
  async list(workspaceId, page) {
    const entities = await session.account.call('POST /entity/get-deleted', {
      body: {
        params: { page, limit: PAGE },
        workspace_id: workspaceId,
      },
    })
    return entities.map(({ _id, type, content, tags_assigned, deletedAt }) => ({
      id: _id,
      type: type === 'hyperlink' ? 'link' : type,
      content,
      tagIds: tags_assigned,
      deletedAt: Date.parse(deletedAt),
    }))
  },
  empty: (ids) => session.account.call('POST /entity/empty-deleted', { body: { entity_ids: [...ids] } }),
}

/** The fewest cards deleted together that fold into one line. */
const FEWEST_FOLDED = 4
/** ms between cards deleted by one act. The undo of a large import takes several steps. */
const SAME_ACT_MS = 60_000

/** Groups cards that one act deleted, in the order of the cards. */
export function foldTogether(cards: readonly DeletedCard[]): readonly (readonly DeletedCard[])[] {
  const runs: DeletedCard[][] = []
  for (const card of cards) {
    const run = runs.at(-1)
    if (run?.[0]?.deletedAt === card.deletedAt) run.push(card)
    else runs.push([card])
  }
  const folds: DeletedCard[][] = []
  for (const run of runs.flatMap((each) =>
    each.length < FEWEST_FOLDED ? each.map((card) => [card]) : [each],
  )) {
    const before = folds.at(-1)
    const isOneAct =
      before !== undefined &&
      Math.min(before.length, run.length) >= FEWEST_FOLDED &&
      (before.at(-1)?.deletedAt ?? 0) - (run[0]?.deletedAt ?? 0) <= SAME_ACT_MS
    if (isOneAct) before.push(...run)
    else folds.push([...run])
  }
  return folds
}
