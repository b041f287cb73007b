import {
  type Card,
  type CardType,
  type Change,
  type Color,
  childGroupIdsOf,
  fitsPattern,
  fold,
  foldedName,
  hasDescription,
  type Id,
  isDone,
  isNamePattern,
  LIMITS,
  mentions,
  namesOfTag,
  parentIdsOf,
  parseSearch,
  type Rule,
  type SearchCondition,
  type SearchTree,
  sitesOf,
  type TagGroup,
  textsOfCard,
  unique,
  withOwnPage,
} from '@cardinal/domain'
import { changesCards, RULE_LIMITS } from '@cardinal/domain/rules'
import type { Outcome, Rows } from './mutation.ts'
import { checkCard, savedAddress } from './mutators/_internals/cards.ts'
import { findTags } from './mutators/_internals/rows.ts'
import { Overlay } from './overlay.ts'

/** The effect of one rule on one card. */
export interface RuleEffect {
  readonly ruleId: Id
  readonly cardId: Id
  readonly addedTagIds: readonly Id[]
  readonly removedTagIds: readonly Id[]
  /** [before, after]. Absent: unchanged. */
  readonly color?: readonly [Color | null, Color | null]
  /** [before, after]. Absent: unchanged. */
  readonly type?: readonly [CardType, CardType]
  readonly keepsCopy: boolean
}

/** An outcome with the rules' changes, and the list of their effects. */
export interface Ruled {
  readonly outcome: Outcome
  readonly effects: readonly RuleEffect[]
}

type TagRows = Pick<Rows, 'tag' | 'group' | 'relatedTags' | 'groupsHolding'>

/**
 * Adds to a change the effects of rules on its cards.
 *
 * A rule fires for a card that matches after the change and did not before; a deleted card counts as it was
 * at its deletion. All rules that fire change the card together, in their order. Then the rules that match
 * because of it fire, and so on. Each rule fires once for a card and a change, so that this ends. Both states
 * are matched by the tags after the change.
 *
 * @param rows before the change; the tags of its cards among them
 */
export function withRules(outcome: Outcome, rows: Rows, rules: readonly Rule[]): Ruled {
  const steps = rulesInSteps(outcome, rows, rules)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** As `withRules`, with a pause after each card. */
export function* rulesInSteps(
  outcome: Outcome,
  rows: Rows,
  rules: readonly Rule[],
): Generator<undefined, Ruled> {
  const active = rules.filter((rule) => !rule.isPaused && changesCards(rule))
  const last = new Map<Id, Card | null>()
  for (const change of outcome.changes) if (change.kind === 'card') last.set(change.id, change.row)
  if (active.length === 0 || last.size === 0) return { outcome, effects: [] }
  const after = new Overlay(rows)
  after.apply(outcome.changes.filter(({ kind }) => kind !== 'card'))
  const meaning = new TagMeaning(after)
  const ruledById = new Map<Id, Card>()
  const effects: RuleEffect[] = []
  for (const [id, row] of last) {
    if (row === null) continue
    const before = rows.card(id) ?? rows.deletedCard(id)
    const ruled = ruledCard(before, row, active, meaning, after)
    if (ruled.card !== row) ruledById.set(id, ruled.card)
    effects.push(...ruled.effects)
    yield
  }
  if (ruledById.size === 0) return { outcome, effects }
  const changes = outcome.changes.map((change): Change => {
    const row = change.kind === 'card' ? ruledById.get(change.id) : undefined
    return row === undefined ? change : { kind: 'card', id: row.id, row }
  })
  return { outcome: { ...outcome, changes }, effects }
}

function ruledCard(
  before: Card | undefined,
  given: Card,
  rules: readonly Rule[],
  meaning: TagMeaning,
  rows: Rows,
): { readonly card: Card; readonly effects: readonly RuleEffect[] } {
  const old = before === undefined ? null : new Seen(before, meaning, null)
  let seen = old
  let left = rules
  let card = given
  const effects: RuleEffect[] = []
  for (let link = 0; link < RULE_LIMITS.links && left.length > 0; link++) {
    const now: Seen = new Seen(card, meaning, seen)
    seen = now
    const firing = left.filter((rule) => {
      const tree = treeOf(rule)
      return now.matches(tree) && old?.matches(tree) !== true
    })
    if (firing.length === 0) break
    left = left.filter((rule) => !firing.includes(rule))
    for (const rule of firing) {
      const changed = changedBy(rule, card, rows)
      const effect = effectOf(rule, card, changed)
      if (effect !== null) effects.push(effect)
      card = changed
    }
  }
  return { card, effects }
}

/**
 * The card after one rule. A change that would break a limit, or leave a link without a valid address, is
 * skipped.
 */
function changedBy(rule: Rule, card: Card, rows: Rows): Card {
  const tagsOf = (ids: readonly Id[]) => {
    const found = findTags(ids, rows, { now: 0, onConflict: 'merge' }, false)
    return found.ok ? found.value.rows.map(({ id }) => id) : []
  }
  const gone = new Set(tagsOf(rule.removeTagIds))
  const { color = card.color, type = card.type } = rule
  const added = tagsOf(rule.addTagIds)
  const tagIds = unique([...card.tagIds.filter((id) => !gone.has(id)), ...added])
  const address = type === card.type ? card.address : savedAddress(card, { type, content: card.content })
  const isSame =
    color === card.color &&
    type === card.type &&
    tagIds.length === card.tagIds.length &&
    tagIds.every((id, at) => id === card.tagIds[at])
  if (isSame) return card
  const changed = { ...card, type, color, address, tagIds }
  if (type === card.type) return tagIds.length > LIMITS.tagsPerCard ? card : changed
  // A new type may need another address, and so the whole check, which reads all texts.
  const checked = checkCard(withOwnPage(changed), card)
  return checked.ok ? checked.value : card
}

/** Null: the rule changed nothing. */
function effectOf(rule: Rule, before: Card, after: Card): RuleEffect | null {
  if (before === after && !rule.keepsCopy) return null
  return {
    ruleId: rule.id,
    cardId: after.id,
    addedTagIds: after.tagIds.filter((id) => !before.tagIds.includes(id)),
    removedTagIds: before.tagIds.filter((id) => !after.tagIds.includes(id)),
    ...(before.color !== after.color && { color: [before.color, after.color] as const }),
    ...(before.type !== after.type && { type: [before.type, after.type] as const }),
    keepsCopy: rule.keepsCopy,
  }
}

const trees = new WeakMap<Rule, SearchTree>()

function treeOf(rule: Rule): SearchTree {
  const known = trees.get(rule)
  if (known !== undefined) return known
  const tree = parseSearch(rule.search)
  trees.set(rule, tree)
  return tree
}

/** Whether a rule's search needs implied tags or groups. */
export function asksTags(rules: readonly Rule[]): boolean {
  return rules.some((rule) => mentions(treeOf(rule), ({ kind }) => kind === 'tag' || kind === 'group'))
}

/** Whether a card matches a rule's search (see `ruleSearchProblem`) by the tags of these rows. */
export function matchesRule(search: string, card: Card, rows: TagRows): boolean {
  return new Seen(card, new TagMeaning(rows), null).matches(parseSearch(search))
}

/** The names of tags and the tags that they imply, computed at first use. */
class TagMeaning {
  readonly rows: TagRows
  readonly #foldedNames = new Map<Id, readonly string[]>()
  #parentsOverGroups: Map<Id, Id[]> | null = null

  constructor(rows: TagRows) {
    this.rows = rows
  }

  /** Empty: unknown tag. */
  foldedNamesOf(tagId: Id): readonly string[] {
    const known = this.#foldedNames.get(tagId)
    if (known !== undefined) return known
    const tag = this.rows.tag(tagId)
    const names = tag === undefined ? [] : namesOfTag(tag).map(fold)
    this.#foldedNames.set(tagId, names)
    return names
  }

  /** Returns these tags, and the living tags that they imply. */
  withImplied(tagIds: readonly Id[]): readonly Id[] {
    const found = new Set(tagIds)
    const waiting = [...found]
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const tag = this.rows.tag(id)
      if (tag === undefined) continue
      for (const parent of [...parentIdsOf(tag), ...(this.#overGroups().get(id) ?? [])]) {
        if (found.has(parent) || this.rows.tag(parent) === undefined) continue
        found.add(parent)
        waiting.push(parent)
      }
    }
    return [...found]
  }

  /** By tag: the tags with a child group that holds it. */
  #overGroups(): ReadonlyMap<Id, readonly Id[]> {
    if (this.#parentsOverGroups !== null) return this.#parentsOverGroups
    const parents = new Map<Id, Id[]>()
    for (const tag of this.rows.relatedTags())
      for (const groupId of childGroupIdsOf(tag))
        for (const id of this.rows.group(groupId)?.tagIds ?? []) {
          const known = parents.get(id) ?? []
          parents.set(id, known)
          known.push(tag.id)
        }
    this.#parentsOverGroups = parents
    return parents
  }
}

/** The folded texts of a card, computed at first use. */
class Texts {
  readonly #card: Card
  #folded: readonly string[] | null = null
  #sites: readonly string[] | null = null

  constructor(card: Card) {
    this.#card = card
  }

  get folded(): readonly string[] {
    this.#folded ??= textsOfCard(this.#card).map(fold)
    return this.#folded
  }

  get sites(): readonly string[] {
    this.#sites ??= sitesOf(this.#card)
    return this.#sites
  }
}

function hasSameTexts(a: Card, b: Card): boolean {
  const isSameText = a.content === b.content && a.subnotes === b.subnotes && a.page === b.page
  return isSameText && a.type === b.type && a.address === b.address
}

/** One card as rules match it. Parts that many rules need are computed once. */
class Seen {
  readonly #card: Card
  readonly #meaning: TagMeaning
  readonly #texts: Texts
  #own: readonly (readonly string[])[] | null = null
  #all: readonly (readonly string[])[] | null = null
  #groups: readonly TagGroup[] | null = null

  /** @param other another state of the card; it shares the computed texts if they are equal */
  constructor(card: Card, meaning: TagMeaning, other: Seen | null) {
    this.#card = card
    this.#meaning = meaning
    this.#texts = other !== null && hasSameTexts(card, other.#card) ? other.#texts : new Texts(card)
  }

  matches(tree: SearchTree): boolean {
    switch (tree.kind) {
      case 'all':
        return tree.parts.every((part) => this.matches(part))
      case 'any':
        return tree.parts.some((part) => this.matches(part))
      case 'not':
        return !this.matches(tree.part)
      case 'words':
        return false
      default:
        return this.#meets(tree)
    }
  }

  #meets(condition: SearchCondition): boolean {
    const card = this.#card
    switch (condition.kind) {
      case 'tag':
        return (condition.isExact ? this.#ownNames() : this.#allNames()).some(named(condition.name))
      case 'text': {
        const wanted = fold(condition.text)
        return this.#texts.folded.some((text) => text.includes(wanted))
      }
      case 'site':
        return this.#texts.sites.some((site) => `.${site}`.endsWith(`.${condition.site}`))
      case 'group':
        return this.#groupsOfTags().some(({ title }) => fold(title) === fold(condition.title))
      case 'color':
        return card.color === condition.color
      case 'type':
        return card.type === condition.type
      case 'is':
        if (condition.state === 'dead') return card.page !== undefined && card.page.deadAt !== null
        return card.type === 'todo' && isDone(card) === (condition.state === 'done')
      case 'has':
        return holds(card, condition.what)
      case 'tags':
        return (
          card.tagIds.length >= condition.least &&
          card.tagIds.length <= (condition.most ?? card.tagIds.length)
        )
      case 'due':
        return card.dueAt !== null
      case 'start':
        return card.startAt !== null
      default:
        return false
    }
  }

  #ownNames(): readonly (readonly string[])[] {
    this.#own ??= this.#namesOf(this.#card.tagIds)
    return this.#own
  }

  #allNames(): readonly (readonly string[])[] {
    this.#all ??= this.#namesOf(this.#meaning.withImplied(this.#card.tagIds))
    return this.#all
  }

  #namesOf(tagIds: readonly Id[]): readonly (readonly string[])[] {
    return tagIds.map((id) => this.#meaning.foldedNamesOf(id))
  }

  #groupsOfTags(): readonly TagGroup[] {
    const { rows } = this.#meaning
    this.#groups ??= this.#meaning.withImplied(this.#card.tagIds).flatMap((id) => [...rows.groupsHolding(id)])
    return this.#groups
  }
}

function named(word: string): (names: readonly string[]) => boolean {
  const folded = foldedName(word)
  const isNamed = isNamePattern(folded) ? fitsPattern(folded) : (name: string) => name === folded
  return (names) => names.some(isNamed)
}

function holds(card: Card, what: Extract<SearchCondition, { kind: 'has' }>['what']): boolean {
  if (what === 'description') return hasDescription(card.content)
  if (what === 'copy') return card.page?.copiedAt !== undefined
  if (what === 'file') return card.files !== null
  return { subtasks: card.subnotes, parent: card.parentIds, children: card.childIds }[what].length > 0
}
