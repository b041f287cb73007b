import { type Card, fold, type Id, namesOfTag, newTagsProblem, splitNames, tagName } from '@cardinal/domain'
import type { TagInUse } from '@cardinal/engine'
import type { Mutation } from '@cardinal/sync'
import { useMemo, useState } from 'react'
import { useAnswer } from '../../replica/index.ts'
import { newId } from '../../shared/changes/new-id.ts'
import { type Act, useAct } from '../../shared/changes/use-act.ts'
import { counted, listed } from '../../shared/text/counted.ts'

export interface Tagging {
  readonly cards: readonly Card[]
  readonly coverage: ReadonlyMap<Id, number>
  /** Tags added since the tagger was opened, newest first. */
  readonly takenIds: readonly Id[]
  shareOf(tagId: Id): Share
  /** Adds a tag to all the cards. If all have it, removes it. */
  toggle(tag: Pick<TagInUse, 'id' | 'name'>): void
  /** Adds the tags of a comma-separated text to all the cards, and creates the new ones. */
  putNamed(text: string, known: readonly TagInUse[]): Promise<boolean>
}

/** The tags on the chosen cards, and functions that change them. Each change is one act with one undo. */
export function useTagging(cardIds: readonly Id[]): Tagging {
  const act = useAct()
  const { answer } = useAnswer('cardsById', cardIds.length === 0 ? null : { ids: cardIds })
  const [takenIds, setTakenIds] = useState<readonly Id[]>([])
  return useMemo(() => {
    const wanted = new Set(cardIds)
    const cards = (answer ?? []).filter((card) => card !== undefined).filter((card) => wanted.has(card.id))
    const coverage = coverageOf(cards)
    const share = (tagId: Id) => shareOf(tagId, coverage, cards.length)
    const taken = (ids: readonly Id[]) =>
      setTakenIds((before) => [...ids, ...before.filter((id) => !ids.includes(id))])
    return {
      cards,
      coverage,
      takenIds,
      shareOf: share,
      toggle: (tag) => {
        const isOnAll = share(tag.id) === 'all'
        if (isOnAll) setTakenIds((before) => before.filter((id) => id !== tag.id))
        else taken([tag.id])
        void putOrTake(act, isOnAll, [tag.id], [tag.name], cards)
      },
      putNamed: async (text, known) => {
        const { existing, fresh } = namesOf(text, known)
        const made = fresh.map((name) => ({ id: newId(), name }))
        const ids = [...existing.map((tag) => tag.id), ...made.map((tag) => tag.id)]
        if (ids.length === 0 || cards.length === 0) return false
        const mutations: Mutation[] = [
          ...(made.length > 0
            ? [{ name: 'createTags', args: { tags: made, attachToCardIds: [] } } as const]
            : []),
          { name: 'attachTags', args: { cardIds: cards.map((card) => card.id), tagIds: ids } },
        ]
        const names = [...existing.map((tag) => tag.name), ...fresh]
        const isDone = await act(mutations, {
          done: `Put ${listed(names)} on ${counted(cards.length, 'card')}`,
        })
        if (isDone) taken(ids)
        return isDone
      },
    }
  }, [act, answer, cardIds, takenIds])
}

function putOrTake(
  act: Act,
  isTaking: boolean,
  tagIds: readonly Id[],
  names: readonly string[],
  cards: readonly Card[],
) {
  const cardIds = cards.map((card) => card.id)
  const many = counted(cards.length, 'card')
  return isTaking
    ? act({ name: 'detachTags', args: { cardIds, tagIds } }, { done: `Took ${listed(names)} off ${many}` })
    : act({ name: 'attachTags', args: { cardIds, tagIds } }, { done: `Put ${listed(names)} on ${many}` })
}

/** Splits a text of names into existing tags and new names. */
export function namesOf(
  text: string,
  known: readonly TagInUse[],
): { existing: readonly TagInUse[]; fresh: readonly string[]; problem: string | null } {
  const { names } = splitNames(text)
  const named = (name: string) =>
    known.find((tag) => tag.name === tagName(name)) ??
    known.find((tag) => namesOfTag(tag).some((one) => fold(one) === fold(name)))
  const existing = [...new Set(names.flatMap((name) => named(name) ?? []))]
  const fresh = names.filter((name) => named(name) === undefined)
  return { existing, fresh, problem: newTagsProblem(fresh) }
}

/** How many of the chosen cards have a tag. */
export type Share = 'all' | 'some' | 'none'

/** The number of cards with each tag. */
export function coverageOf(cards: readonly Pick<Card, 'tagIds'>[]): ReadonlyMap<Id, number> {
  const countByTag = new Map<Id, number>()
  for (const { tagIds } of cards) for (const id of tagIds) countByTag.set(id, (countByTag.get(id) ?? 0) + 1)
  return countByTag
}

export function shareOf(tagId: Id, coverage: ReadonlyMap<Id, number>, cards: number): Share {
  const count = coverage.get(tagId) ?? 0
  if (count === 0 || cards === 0) return 'none'
  return count === cards ? 'all' : 'some'
}

/** The tags on any of the cards, most cards first. */
export function existingTags(coverage: ReadonlyMap<Id, number>): readonly Id[] {
  return [...coverage].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([id]) => id)
}

/** The tags that are on all cards. */
export function commonTags(coverage: ReadonlyMap<Id, number>, cards: number): readonly Id[] {
  return cards === 0 ? [] : existingTags(coverage).filter((id) => coverage.get(id) === cards)
}

/** Characters of the cards' texts from which tags are suggested. */
const SUGGESTING_LENGTH = 2_000

/** Joins the beginnings of the first cards' texts, to suggest tags for them. */
export function sampleText(cards: readonly Pick<Card, 'content'>[]): string {
  const first = cards.slice(0, 20)
  const each = Math.floor(SUGGESTING_LENGTH / Math.max(1, first.length))
  return first.map((card) => card.content.slice(0, each)).join('\n')
}
