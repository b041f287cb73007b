import type { Card, Id } from '@cardinal/domain'
import type { HardToFind } from '@cardinal/engine'
import { useEffect, useMemo, useState } from 'react'
import { type Replica, useAnswer, useReplica } from '../../replica/index.ts'

/** Cards per query, so that the worker answers other queries in between. Fewer if tags are tried. */
const [CARDS_AT_ONCE, TAGS_AT_ONCE] = [20, 3]
/** A search finds a card if the card is among this many first results. */
const FIRST = 10
/** The most cards for which tags are tried, and the most tags offered. */
const TRIED = 300
const OFFERED = 31
/** ms without changes before the cards are read again. */
const PAUSE = 500

type Hard = HardToFind['cards']

/** The last result for a workspace, and the version of its data. */
const known = new WeakMap<Replica, { readonly version: number; readonly ids: readonly Id[] }>()

interface FoundHard {
  /** How many cards were read so far in the first round. */
  readonly read: number
  /** Whether the cards could not be read. */
  readonly hasFailed: boolean
  /** How many cards are hard to find. Null: not all cards are read yet. */
  readonly count: number | null
  /** The cards for which tags are tried, and how many of them are done. */
  readonly tried: number
  readonly of: number
  readonly offers: readonly { readonly tagId: Id; readonly cardIds: readonly Id[] }[]
  readonly cardsById: ReadonlyMap<Id, Card>
}

/**
 * Returns the cards that no search of three steps reaches, and the tags that would help most of them, each card at one tag.
 * All cards are read once for an opening, in small parts. After a change only those found then are read again, so that
 * an undone act counts; the tags that are offered stay, without the cards that were helped.
 */
export function useHardToFind(): FoundHard {
  const replica = useReplica()
  const [read, setRead] = useState(0)
  const [hasFailed, setHasFailed] = useState(false)
  const [ids, setIds] = useState<readonly Id[] | null>(null)
  const [hard, setHard] = useState<Hard>(NONE)
  const [tried, setTried] = useState(0)
  useEffect(() => {
    let isShown = true
    let all: readonly Id[] = []
    let waiting: ReturnType<typeof setTimeout> | undefined
    const readAgain = async (among: readonly Id[]) => {
      const left: Id[] = []
      for await (const { cards } of parts(replica, among, CARDS_AT_ONCE, false)) {
        if (!isShown) return
        left.push(...cards.map(({ cardId }) => cardId))
      }
      setIds(left)
    }
    const start = async () => {
      await replica.idle()
      const before = known.get(replica)
      const { version } = replica
      const found: Id[] = before?.version === version ? [...before.ids] : []
      if (before?.version !== version)
        for await (const { read: more, cards } of parts(replica, null, CARDS_AT_ONCE, false)) {
          if (!isShown) return
          found.push(...cards.map(({ cardId }) => cardId))
          setRead((sum) => sum + more)
        }
      known.set(replica, { version, ids: found })
      all = found
      setIds(found)
      for await (const { read: more, cards } of parts(replica, found.slice(0, TRIED), TAGS_AT_ONCE, true)) {
        if (!isShown) return
        setTried((sum) => sum + more)
        if (cards.length > 0) setHard((others) => [...others, ...cards])
      }
    }
    // A workspace that is closed rejects too, and is not shown any more.
    const fail = () => {
      if (isShown) setHasFailed(true)
    }
    let last = start().catch(fail)
    const stop = replica.subscribe((event) => {
      if (event !== 'changed') return
      clearTimeout(waiting)
      waiting = setTimeout(() => {
        last = last.then(() => readAgain(all)).catch(fail)
      }, PAUSE)
    })
    return () => {
      isShown = false
      clearTimeout(waiting)
      stop()
    }
  }, [replica])
  const offers = useMemo(() => offersFor(hard), [hard])
  const shownIds = useMemo(() => offers.flatMap(({ cardIds }) => cardIds), [offers])
  const { answer: rows } = useAnswer('cardsById', shownIds.length === 0 ? null : { ids: shownIds })
  const cardsById = useMemo(
    () => new Map((rows ?? []).flatMap((card) => (card === undefined ? [] : [[card.id, card] as const]))),
    [rows],
  )
  const isLeft = useMemo(() => new Set(ids), [ids])
  return {
    read,
    hasFailed,
    count: ids?.length ?? null,
    tried,
    of: Math.min(TRIED, Math.max(ids?.length ?? 0, tried)),
    offers: offers.flatMap(({ tagId, cardIds }) => {
      const left = cardIds.filter((id) => isLeft.has(id) && cardsById.has(id))
      return left.length === 0 ? [] : [{ tagId, cardIds: left }]
    }),
    cardsById,
  }
}

/**
 * Returns each tag that most of the remaining cards need, with those cards. A tag goes on few enough cards that all of them
 * are still among the first of a search: each may come before the others.
 */
function offersFor(hard: Hard): FoundHard['offers'] {
  const cardsByTag = new Map<Id, { cardId: Id; before: number }[]>()
  for (const { cardId, tags } of hard)
    for (const { tagId, before } of tags)
      cardsByTag.set(tagId, [...(cardsByTag.get(tagId) ?? []), { cardId, before }])
  for (const cards of cardsByTag.values()) cards.sort((a, b) => a.before - b.before)
  const taken = new Set<Id>()
  const offers: { tagId: Id; cardIds: readonly Id[] }[] = []
  while (offers.length < OFFERED) {
    let best: { tagId: Id; cardIds: readonly Id[] } | null = null
    for (const [tagId, cards] of cardsByTag) {
      const left = cards.filter(({ cardId }) => !taken.has(cardId))
      const fitting = left.filter(({ before }, at) => before + at < FIRST)
      if (fitting.length > (best?.cardIds.length ?? 0))
        best = { tagId, cardIds: fitting.map(({ cardId }) => cardId) }
    }
    if (best === null) return offers
    offers.push(best)
    cardsByTag.delete(best.tagId)
    for (const id of best.cardIds) taken.add(id)
  }
  return offers
}

async function* parts(replica: Replica, among: readonly Id[] | null, limit: number, withTags: boolean) {
  let after: Id | null = null
  for (;;) {
    const query = { among, after, limit, first: FIRST, withTags }
    const answer: HardToFind = await replica.ask('hardToFind', query)
    yield answer
    if (answer.read < limit) return
    after = answer.last
  }
}

const NONE: Hard = []
