import { type Card, type CardType, COLORS, type Id } from '@cardinal/domain'
import { diffCard, type Mutation } from '@cardinal/sync'
import { linkMutations, unlinkMutations } from '../../src/features/card-editor/link-cards.ts'
import type { Situation } from './acts.ts'
import { plannedValues, todoActs } from './acts-todos.ts'
import { ANY, type TextEdit, type ValueSet, type Wish } from './wish.ts'

const TYPES: readonly CardType[] = ['todo', 'note', 'link']
const LINKS = ['parentIds', 'siblingIds', 'childIds'] as const

export function createCard(situation: Situation): Wish {
  const { dice, words, newId, seen } = situation
  const tagIds =
    dice.isLuckyIn(0.5) && seen.tags.length > 0 ? dice.some(seen.tags, 3).map(({ id }) => id) : []
  const subnotes = Array.from({ length: dice.pick([0, 0, 1, 3]) }, () => ({
    id: newId(),
    text: words.line(),
    isTicked: false,
  }))
  const card = {
    id: newId(),
    type: dice.pick(TYPES),
    content: words.text(),
    subnotes,
    tagIds,
    ...plannedValues(situation),
  }
  const texts = [card.content, ...subnotes.map(({ text }) => text)]
  return {
    mutation: { name: 'createCard', args: { card } },
    texts: texts.map((to) => ({ place: `card ${card.id}`, from: '', to })),
    values: tagIds.map((tagId) => ({ field: `card ${card.id} tag ${tagId}`, value: true })),
  }
}

/** Acts on a visible card without a form. Each changes one field. */
export function cardActs(situation: Situation, card: Card): (() => readonly Wish[])[] {
  const { dice, words, seen } = situation
  const content = () => words.edited(card.content)
  return [
    () => contentSet(card, content()),
    () => contentSet(card, content()),
    () => [colorSet(dice.some(seen.cards, 3), dice.pick([null, ...COLORS]))],
    ...cardTagActs(situation),
    () => [wish({ name: 'deleteCards', args: { cardIds: [card.id] } })],
    () =>
      situation.deletedCardIds.length === 0
        ? []
        : [wish({ name: 'restoreCards', args: { cardIds: [dice.pick(situation.deletedCardIds)] } })],
    () => typeSet(card, dice.pick(TYPES)),
    () => linked(card, dice.pick(seen.cards), dice.pick(LINKS)),
    ...todoActs(situation, card),
    ...subnoteActs(situation, card),
  ]
}

/** Attaching and detaching tags. */
export function cardTagActs(situation: Situation): (() => readonly Wish[])[] {
  return [() => tagsChanged(situation, true), () => tagsChanged(situation, false)]
}

/** The mutation of the editor in a row if it is opened and saved at once. */
function contentSet(card: Card, content: string): Wish[] {
  const edit = diffCard(card, { content })
  const texts = [{ place: `card ${card.id}` as const, from: card.content, to: content }]
  return edit === null ? [] : [wish({ name: 'editCard', args: edit }, texts)]
}

function colorSet(cards: readonly Card[], color: Card['color']): Wish {
  const cardIds = cards.map(({ id }) => id)
  const values = cardIds.map((id) => ({ field: `card ${id} color`, value: color }))
  return wish({ name: 'setCardColor', args: { cardIds, color } }, [], values)
}

function tagsChanged({ dice, seen }: Situation, isAttached: boolean): Wish[] {
  if (seen.tags.length === 0) return []
  const cardIds = dice.some(seen.cards, 3).map(({ id }) => id)
  const tagIds = dice.some(seen.tags, 2).map(({ id }) => id)
  const values = cardIds.flatMap((id) =>
    tagIds.map((tagId) => ({ field: `card ${id} tag ${tagId}`, value: isAttached })),
  )
  const name = isAttached ? ('attachTags' as const) : ('detachTags' as const)
  return [wish({ name, args: { cardIds, tagIds } }, [], values)]
}

/** The menu item "Make it a …". */
function typeSet(card: Card, type: CardType): Wish[] {
  if (card.type === type) return []
  const values = [{ field: `card ${card.id} type`, value: type }]
  return [wish({ name: 'editCard', args: { cardId: card.id, type } }, [], values)]
}

const OTHER_SIDE = { parentIds: 'childIds', siblingIds: 'siblingIds', childIds: 'parentIds' } as const

function linked(card: Card, other: Card, kind: (typeof LINKS)[number]): Wish[] {
  if (card.id === other.id) return []
  const isLinked = !card[kind].includes(other.id)
  const mutations = isLinked ? linkMutations(card, other, kind) : unlinkMutations(card, other, kind)
  const fields = [`card ${card.id} ${kind} ${other.id}`, `card ${other.id} ${OTHER_SIDE[kind]} ${card.id}`]
  return mutations.map((mutation, index) =>
    wish(mutation, [], [{ field: fields[index] ?? '', value: isLinked }]),
  )
}

function subnoteActs({ dice, words, newId }: Situation, card: Card): (() => readonly Wish[])[] {
  const cardId = card.id
  const place = `card ${cardId}` as const
  const add = () => {
    const subnote = { id: newId(), text: words.line(), isTicked: false }
    const texts = [{ place, from: '', to: subnote.text }]
    return [wish({ name: 'addSubnote', args: { cardId, subnote, index: null } }, texts)]
  }
  if (card.subnotes.length === 0) return [add]
  const { id: subnoteId, text: from, isTicked } = dice.pick(card.subnotes)
  const field = tickField(cardId, subnoteId)
  return [
    add,
    () => {
      const to = words.edited(from).replaceAll('\n', ' ')
      const args = { cardId, subnoteId, text: to, before: from }
      return [wish({ name: 'setSubnoteText', args }, [{ place, from, to }])]
    },
    () => {
      const mutation = { name: 'tickSubnote', args: { cardId, subnoteId, isTicked: !isTicked } } as const
      return [wish(mutation, [], [{ field, value: !isTicked }])]
    },
    () => [wish({ name: 'moveSubnote', args: { cardId, subnoteId, index: dice.upTo(3) } })],
    // The button "Remove the highlight".
    () => [
      wish(
        { name: 'deleteSubnote', args: { cardId, subnoteId } },
        [{ place, from, to: '' }],
        [{ field, value: ANY }],
      ),
    ],
    () => {
      // As in the app: a subnote that somebody else has changed meanwhile stays.
      const edit = diffCard(card, { subnotes: card.subnotes.filter(({ id }) => id !== subnoteId) })
      const texts = [{ place, from, to: '' }]
      return edit === null ? [] : [wish({ name: 'editCard', args: edit }, texts, [{ field, value: ANY }])]
    },
  ]
}

export function tickField(cardId: Id, subnoteId: Id): string {
  return `card ${cardId} ticked ${subnoteId}`
}

function wish(mutation: Mutation, texts: readonly TextEdit[] = [], values: readonly ValueSet[] = []): Wish {
  return { mutation, texts, values }
}
