import {
  beginsAPart,
  type Card,
  type CardHolding,
  type CardState,
  completedTimes,
  type DateWindow,
  type DayCondition,
  type Due,
  dayNumber,
  dayOf,
  dueState,
  filesOf,
  fold,
  hasDescription,
  isDone,
  namesHidden,
  namesOfTag,
  type SearchCondition,
  type SearchTree,
  sitesOf,
  textsOfCard,
  textWithAddress,
} from '@cardinal/domain'
import type { CardQuery } from '../../questions.ts'
import type { NaiveRows } from '../naive-rows.ts'

/** Implements docs/search.md, section 3, one function for each sentence. */
export function matchesCard(rows: NaiveRows, query: CardQuery, card: Card): boolean {
  return matchesButColor(rows, query, card) && hasColor(query, card)
}

/** Returns whether a card meets everything of section 3 except the colour filter. Colour counts use this set. */
export function matchesButColor(rows: NaiveRows, query: CardQuery, card: Card): boolean {
  return (
    (query.type === null || card.type === query.type) &&
    (query.tagId === undefined || card.tagIds.includes(query.tagId)) &&
    matchesTree(rows, query.search, query.onlyTags, card) &&
    matchesTree(rows, query.second, query.onlyTags, card) &&
    (query.done === null || query.done === isDone(card)) &&
    !isHidden(rows, query, card) &&
    isInWindow(query.dates, card)
  )
}

/** Implements docs/search.md, section 11. */
function isHidden(rows: NaiveRows, { hidden = [], search, second }: CardQuery, card: Card): boolean {
  const asked: SearchTree = { kind: 'all', parts: [search, second] }
  return hidden.some(
    (hiding) =>
      matchesTree(rows, hiding, false, card) &&
      !namesHidden(asked, hiding, (word, { name, isExact }) =>
        rows.namedBy(word).some((tag) => {
          const found = isExact ? [tag.id] : [tag.id, ...rows.impliedBy([tag.id])]
          return rows.namedBy(name).some(({ id }) => found.includes(id))
        }),
      ),
  )
}

/** Returns whether the card matches a tree. */
export function matchesTree(rows: NaiveRows, tree: SearchTree, onlyTags: boolean, card: Card): boolean {
  const matches = (part: SearchTree) => matchesTree(rows, part, onlyTags, card)
  switch (tree.kind) {
    case 'all':
      return tree.parts.every(matches)
    case 'any':
      return tree.parts.some(matches)
    case 'not':
      return !matches(tree.part)
    case 'words':
      if (tree.words.every((word) => satisfies(rows, card, word, onlyTags))) return true
      return !onlyTags && textsContain(card, fold(tree.words.join(' ')))
    default:
      return meets(rows, tree, card)
  }
}

/** Returns whether the card satisfies one plain word. */
export function satisfies(rows: NaiveRows, card: Card, word: string, onlyTags: boolean): boolean {
  if (rows.namedBy(word).length > 0) return carriesNamed(rows, card, word)
  const finding = rows.tags.filter((tag) => rows.isFoundBy(card, tag.id))
  if (finding.some((tag) => namesOfTag(tag).some((name) => beginsAPart(fold(name), fold(word))))) return true
  return !onlyTags && textsContain(card, fold(word))
}

function meets(rows: NaiveRows, condition: SearchCondition, card: Card): boolean {
  switch (condition.kind) {
    case 'tag':
      return condition.isExact
        ? rows.namedBy(condition.name).some((tag) => card.tagIds.includes(tag.id))
        : carriesNamed(rows, card, condition.name)
    case 'text':
      return textsContain(card, fold(condition.text))
    case 'copy':
      return has(card, 'copy') && (condition.cardIds ?? []).includes(card.id)
    case 'file': {
      const { text, hashes = [] } = condition
      return filesOf(card.files).some(
        ({ name, hash }) => fold(name).includes(fold(text)) || hashes.includes(hash),
      )
    }
    case 'site':
      return sitesOf(card).some((site) => `.${site}`.endsWith(`.${condition.site}`))
    case 'group':
      return rows.groups
        .filter((group) => fold(group.title) === fold(condition.title))
        .some((group) => group.tagIds.some((id) => rows.isFoundBy(card, id)))
    case 'color':
      return card.color === condition.color
    case 'type':
      return card.type === condition.type
    case 'is':
      return isInState(rows, card, condition.state)
    case 'has':
      return has(card, condition.what)
    case 'workspace':
      return true
    case 'tags':
      return (
        card.tagIds.length >= condition.least && card.tagIds.length <= (condition.most ?? card.tagIds.length)
      )
    case 'time':
      return isInWindow(condition, card)
    case 'completed': {
      const { start, end } = condition
      return completedTimes(card).some(
        (time) => (start === null || time >= start) && (end === null || time < end),
      )
    }
    case 'due':
      return card.dueAt !== null && isInDays(condition, dayNumber(dayOf(card.dueAt)))
    case 'start':
      return card.startAt !== null && isInDays(condition, dayNumber(card.startAt))
    case 'overdue':
      return isInState(rows, card, 'open') && card.dueAt !== null && isOverdue(card.dueAt, condition.now)
  }
}

function has(card: Card, what: CardHolding): boolean {
  if (what === 'description') return hasDescription(card.content)
  if (what === 'copy') return card.page?.copiedAt !== undefined
  if (what === 'file') return card.files !== null
  return { subtasks: card.subnotes, parent: card.parentIds, children: card.childIds }[what].length > 0
}

function isInDays({ start, end }: DayCondition, day: number): boolean {
  return (start === null || day >= start) && (end === null || day < end)
}

function isOverdue(due: Due, now: Due): boolean {
  return dueState(due, now) === 'overdue'
}

function isInState(rows: NaiveRows, card: Card, state: CardState): boolean {
  if (state === 'dead') return card.page !== undefined && card.page.deadAt !== null
  if (state === 'duplicate')
    return rows.cards.some((other) => other.id !== card.id && haveSameContent(other, card))
  return card.type === 'todo' && isDone(card) === (state === 'done')
}

function haveSameContent(a: Card, b: Card): boolean {
  return a.content.trim() === b.content.trim() && textWithAddress(a).trim() === textWithAddress(b).trim()
}

/** Returns whether the card carries a tag that the word names. */
export function carriesNamed(rows: NaiveRows, card: Card, word: string): boolean {
  return rows.namedBy(word).some((tag) => rows.isFoundBy(card, tag.id))
}

function hasColor(query: CardQuery, card: Card): boolean {
  return query.colors.length === 0 || query.colors.includes(card.color)
}

function isInWindow(dates: DateWindow | null, card: Card): boolean {
  if (dates === null) return true
  const time = dates.field === 'created' ? card.createdAt : card.updatedAt
  return (dates.start === null || time >= dates.start) && (dates.end === null || time < dates.end)
}

/** Returns whether one of the card's texts contains the folded text. */
export function textsContain(card: Card, folded: string): boolean {
  return textsOfCard(card).some((text) => fold(text).includes(folded))
}
