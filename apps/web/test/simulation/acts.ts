import { type Card, COLORS, type Id, makeId, type Tag, type TagGroup } from '@cardinal/domain'
import type { Mutation } from '@cardinal/sync'
import type { Dice } from './dice.ts'

/** What a person sees when deciding what to do next. */
export interface Seen {
  readonly cards: readonly Card[]
  readonly tags: readonly Tag[]
  readonly groups: readonly TagGroup[]
  readonly deletedCardIds: readonly Id[]
}

/** Few names, so that devices often make the same tag without knowing of each other. */
const NAMES = ['recipes', 'work', 'home', 'reading', 'garden', 'music']

let texts = 0

/** A text that stands nowhere else, so that one can look where it went. */
export function uniqueText(): string {
  return `text no ${++texts} of many`
}

/** Something that a person could do now. */
export function randomMutation(dice: Dice, now: number, seen: Seen): Mutation {
  const newId = () => makeId(Math.max(0, now), dice.bytes(8))
  const makers: (() => Mutation | null)[] = [
    ...Array<() => Mutation>(5).fill(() => createCard(dice, newId, seen)),
    ...Array<() => Mutation>(2).fill(() => createTags(dice, newId)),
    () => createGroups(dice, newId, seen),
    ...cardEdits(dice, newId, seen),
    ...cardEdits(dice, newId, seen),
    ...tagEdits(dice, now, seen),
    ...groupEdits(dice, seen),
  ]
  for (;;) {
    const mutation = dice.pick(makers)()
    if (mutation !== null) return mutation
  }
}

function createCard(dice: Dice, newId: () => Id, { tags }: Seen): Mutation {
  const tagIds = dice.isLuckyIn(0.5) && tags.length > 0 ? dice.some(tags, 3).map(({ id }) => id) : []
  const type = dice.pick(['todo', 'note', 'link'] as const)
  return { name: 'createCard', args: { card: { id: newId(), type, content: uniqueText(), tagIds } } }
}

function createTags(dice: Dice, newId: () => Id): Mutation {
  const names = dice.some(NAMES, 2)
  return {
    name: 'createTags',
    args: { tags: names.map((name) => ({ id: newId(), name })), attachToCardIds: [] },
  }
}

function createGroups(dice: Dice, newId: () => Id, { tags }: Seen): Mutation {
  const tagIds = tags.length > 0 ? dice.some(tags, 3).map(({ id }) => id) : []
  return { name: 'createGroups', args: { groups: [{ id: newId(), title: dice.pick(NAMES) }], tagIds } }
}

function cardEdits(dice: Dice, newId: () => Id, seen: Seen): (() => Mutation | null)[] {
  const { cards, tags, deletedCardIds } = seen
  if (cards.length === 0) return []
  const card = dice.pick(cards)
  const cardIds = dice.some(cards, 3).map(({ id }) => id)
  const tagIds = tags.length > 0 ? dice.some(tags, 2).map(({ id }) => id) : []
  const subnote = card.subnotes.length > 0 ? dice.pick(card.subnotes) : null
  const onSubnote = <T>(make: (subnoteId: Id) => T) => (subnote === null ? null : make(subnote.id))
  const cardId = card.id
  const content = () => (card.content.includes('\n') ? `${uniqueText()}\n${card.content}` : uniqueText())
  return [
    () => ({ name: 'setCardContent', args: { cardId, content: content(), baseSeq: null } }),
    () => ({ name: 'setCardColor', args: { cardIds, color: dice.pick([null, ...COLORS]) } }),
    () => (tagIds.length === 0 ? null : { name: 'attachTags', args: { cardIds, tagIds } }),
    () => (tagIds.length === 0 ? null : { name: 'detachTags', args: { cardIds, tagIds } }),
    () => ({ name: 'setCardTags', args: { cardId, tagIds } }),
    () => ({ name: 'deleteCards', args: { cardIds: [cardId] } }),
    () =>
      deletedCardIds.length === 0
        ? null
        : { name: 'restoreCards', args: { cardIds: [dice.pick(deletedCardIds)] } },
    () => ({
      name: 'addSubnote',
      args: { cardId, subnote: { id: newId(), text: uniqueText(), isTicked: false }, index: null },
    }),
    () =>
      onSubnote((subnoteId) => ({ name: 'setSubnoteText', args: { cardId, subnoteId, text: uniqueText() } })),
    () => onSubnote((subnoteId) => ({ name: 'tickSubnote', args: { cardId, subnoteId, isTicked: null } })),
    () =>
      onSubnote((subnoteId) => ({ name: 'moveSubnote', args: { cardId, subnoteId, index: dice.upTo(3) } })),
    () => onSubnote((subnoteId) => ({ name: 'deleteSubnote', args: { cardId, subnoteId } })),
    () => ({
      name: 'replaceCard',
      args: { card: { id: cardId, content: uniqueText(), color: dice.pick(COLORS) } },
    }),
  ]
}

function tagEdits(dice: Dice, now: number, { tags }: Seen): (() => Mutation | null)[] {
  if (tags.length === 0) return []
  const tag = dice.pick(tags)
  const tagIds = [tag.id]
  const other = dice.pick(tags)
  return [
    () => ({ name: 'renameTag', args: { tagId: tag.id, name: dice.pick(NAMES) } }),
    () => ({ name: 'setTagColor', args: { tagIds, color: dice.pick(COLORS) } }),
    () => ({ name: 'addClicks', args: { tagIds, clickedAt: Math.max(0, now) } }),
    () => (dice.isLuckyIn(0.3) ? { name: 'deleteTags', args: { tagIds } } : null),
    () => (other.id === tag.id ? null : { name: 'mergeTags', args: { tagIds, intoTagId: other.id } }),
  ]
}

function groupEdits(dice: Dice, { tags, groups }: Seen): (() => Mutation | null)[] {
  if (groups.length === 0 || tags.length === 0) return []
  const group = dice.pick(groups)
  const groupIds = dice.some(groups, 2).map(({ id }) => id)
  const tagIds = dice.some(tags, 2).map(({ id }) => id)
  return [
    () => ({ name: 'attachGroups', args: { tagIds, groupIds } }),
    () => ({ name: 'detachGroups', args: { tagIds, groupIds } }),
    () => ({ name: 'setGroupsHidden', args: { groupIds, isHidden: null } }),
    () => ({ name: 'renameGroup', args: { groupId: group.id, title: dice.pick(NAMES) } }),
    () => (dice.isLuckyIn(0.3) ? { name: 'deleteGroups', args: { groupIds: [group.id] } } : null),
  ]
}
