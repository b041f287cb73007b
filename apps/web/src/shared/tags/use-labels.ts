import { type Card, checkName, displayNameOf, fold, type Id, isCalled, splitNames } from '@cardinal/domain'
import type { Suggestion, TagInUse } from '@cardinal/engine'
import { useMemo } from 'react'
import { useAnswer } from '../../replica/index.ts'
import { newId } from '../changes/new-id.ts'
import { type Act, useAct } from '../changes/use-act.ts'
import { useNow } from '../search/use-now.ts'
import { useHiddenTags } from './use-hidden-tags.ts'

/** The tags offered for a card and the text typed into its tag field. */
export interface LabelChoices {
  readonly suggestions: readonly Suggestion[]
  /** Tags found by the typed name, those on the card left out. */
  readonly found: readonly TagInUse[]
  /** Typed names that are valid new tags. */
  readonly fresh: readonly string[]
}

const NO_SUGGESTIONS: readonly Suggestion[] = []
const NO_TAGS: readonly TagInUse[] = []

export function useLabelChoices(card: Card, typed: string, limit: number): LabelChoices {
  const now = useNow()
  const { names } = useMemo(() => splitNames(typed), [typed])
  const suggested = useAnswer('suggestLabels', {
    text: card.content,
    type: card.type,
    cardId: card.id,
    tagIds: card.tagIds,
    now,
    limit,
  })
  const near = useAnswer('tagsBySearchword', names.length === 0 ? null : { keywords: names })
  const hidden = useHiddenTags()
  const found = names.length === 0 ? NO_TAGS : hidden.without(near.answer ?? NO_TAGS, names)
  return {
    suggestions: suggested.answer ?? NO_SUGGESTIONS,
    found: found.filter((tag) => !card.tagIds.includes(tag.id)).slice(0, limit),
    fresh: near.isStale
      ? []
      : names.filter((name) => checkName(name).ok && !found.some((tag) => isCalled(tag, name))),
  }
}

export interface Labelling {
  attach(tagId: Id): void
  detach(tag: TagInUse): void
  /** Attaches every tag of a comma-separated list, and creates the new ones. */
  attachNamed(typed: string): void
}

export function useLabelling(card: Card): Labelling {
  const act = useAct()
  return useMemo(
    () => ({
      attach: (tagId) => void act({ name: 'attachTags', args: { cardIds: [card.id], tagIds: [tagId] } }),
      detach: (tag) =>
        void act(
          { name: 'detachTags', args: { cardIds: [card.id], tagIds: [tag.id] } },
          { done: `Took “${displayNameOf(tag)}” off` },
        ),
      attachNamed: (typed) => void createAndAttach(act, card, typed),
    }),
    [act, card],
  )
}

async function createAndAttach(act: Act, card: Card, typed: string): Promise<void> {
  const names = splitNames(typed).names.filter((name) => fold(name) !== '')
  if (names.length === 0) return
  await act({
    name: 'createTags',
    args: {
      tags: names.map((name) => ({ id: newId(), name })),
      attachToCardIds: [card.id],
      cardType: card.type,
    },
  })
}
