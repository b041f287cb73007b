import type { Card, Id, Tag, TagGroup } from '@cardinal/domain'
import { cardActs, cardTagActs, createCard } from './acts-cards.ts'
import { createGroups, createTags, groupActs, relationActs, tagActs } from './acts-tags.ts'
import type { Dice } from './dice.ts'
import type { Wish } from './wish.ts'
import type { Words } from './words.ts'

/** The rows that a person sees when choosing the next act. */
export interface Seen {
  readonly cards: readonly Card[]
  readonly tags: readonly Tag[]
  readonly groups: readonly TagGroup[]
}

/** What a choice of an act depends on. */
export interface Situation {
  readonly dice: Dice
  readonly words: Words
  readonly newId: () => Id
  /** ms since 1970 */
  readonly now: number
  readonly seen: Seen
  /** Cards deleted on this device. They may have been restored since. */
  readonly deletedCardIds: readonly Id[]
  /** What most acts of the story are about, so that acts more often meet each other. */
  readonly focus: Focus
  /** The tag that only rules put on cards. */
  readonly ruledTagId: Id
}

export type Focus = 'everything' | 'tags' | 'workspaces'

/** A random act that takes one press. */
export function randomAct(situation: Situation): readonly Wish[] {
  const { dice, seen, focus } = situation
  const { cards, tags, groups } = seen
  const isAboutTags = focus === 'tags' && tags.length + groups.length > 0 && dice.isLuckyIn(0.7)
  const makers: (() => readonly Wish[])[] = [
    ...Array<() => Wish[]>(isAboutTags ? 0 : 4).fill(() => [createCard(situation)]),
    ...Array<() => Wish[]>(2).fill(() => [createTags(situation)]),
    () => [createGroups(situation)],
  ]
  if (isAboutTags && cards.length > 0) makers.push(...cardTagActs(situation))
  if (!isAboutTags && cards.length > 0)
    for (let i = 0; i < 2; i++) makers.push(...cardActs(situation, pickedCard(situation)))
  if (tags.length > 0) {
    makers.push(...tagActs(situation, picked(dice, tags)))
    const relations = relationActs(situation, picked(dice, tags))
    makers.push(...(isAboutTags ? relations : [dice.pick(relations)]))
  }
  if (groups.length > 0) makers.push(...groupActs(situation, picked(dice, groups)))
  for (;;) {
    const wishes = dice.pick(makers)()
    if (wishes.length > 0) return wishes
  }
}

export function pickedCard({ dice, seen: { cards } }: Situation): Card {
  return picked(dice, cards)
}

/** Picks one of the first three half of the time, so that devices act on the same rows. */
function picked<T>(dice: Dice, items: readonly T[]): T {
  return dice.pick(dice.isLuckyIn(0.5) ? items.slice(0, 3) : items)
}
