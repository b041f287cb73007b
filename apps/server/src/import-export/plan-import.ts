import { type Card, type Id, LIMITS, unique } from '@cardinal/domain'
import type { FoundCard, FoundGroup, FoundTag } from './found.ts'
import { joinCard } from './join-card.ts'
import { CardIds, namesOf, type PlannedCard, planCard } from './plan-card.ts'
import type { ReadCard, ReadRow } from './repeated-rows.ts'
import { SettledIds, type UsedNameIds } from './settled-ids.ts'
import { cleanTagName } from './tag-names.ts'
import { type KnownNames, keptNames, TagNames } from './tags-of-file.ts'

/** A row whose card is there already: what it tells besides is added to that card. */
export interface PlannedJoin extends PlannedCard {
  readonly cardId: Id
  readonly found: FoundCard
}

export interface PlannedGroup extends Pick<FoundGroup, 'title' | 'color' | 'isHidden' | 'identity'> {
  readonly tagNames: readonly string[]
}

/** A tag that the file tells of by itself, under a legal name. */
export type PlannedTag = Omit<FoundTag, 'otherNames' | 'displayName' | 'parents' | 'childGroups'>

export interface TagWithRelations {
  readonly name: string
  readonly otherNames: readonly string[]
  /** Which of its names it is shown by where the import makes it; null: its name. */
  readonly displayName: string | null
  /** By their names. */
  readonly parents: readonly string[]
  /** By their titles. */
  readonly childGroups: readonly string[]
}

export interface FailedRow {
  readonly row: number
  readonly reason: string
}

/** What an import will do with one part of a file, besides its cards. Every row is a card, a duplicate or a failure. */
export interface PlannedPart {
  readonly rows: number
  readonly duplicates: number
  readonly failed: readonly FailedRow[]
  /** The ids of cards that it will make, deleted ones included. */
  readonly cardIds: readonly Id[]
  /** How many of these are rows: they are living. */
  readonly cards: number
  /** Tags and groups that the file tells of by themselves. */
  readonly tags: readonly PlannedTag[]
  readonly groups: readonly PlannedGroup[]
  /** Names, parents and child groups of tags; the spelling of a name that had to change is another name. */
  readonly relations: readonly TagWithRelations[]
  /** Tags whose names had to change, in the order of meeting. */
  readonly renamedTags: readonly { readonly from: string; readonly to: string | null }[]
  /** Names of the file that become one tag. */
  readonly joinedTags: readonly { readonly names: readonly string[]; readonly to: string }[]
  readonly ids: SettledIds
}

/** What a workspace holds already. */
export interface Existing {
  /** The card under each of its keys, as `keysOfCard` gives them. */
  readonly cardIdByKey: ReadonlyMap<string, Id>
  readonly tagIdByName: ReadonlyMap<string, Id>
  readonly tagNames: KnownNames
}

/** What a part of a file tells before its rows. */
export interface PartHead {
  readonly tags: readonly FoundTag[]
  readonly groups: readonly FoundGroup[]
  /** See `FileHead`. */
  readonly ownIds: readonly string[]
  /** See `contestedNames`. */
  readonly contestedNames: readonly string[]
}

/** Own ids that an import has given already. */
export interface UsedIds extends UsedNameIds {
  readonly cards: Set<Id>
}

export type Decision =
  | { readonly kind: 'cards' | 'deleted'; readonly planned: PlannedCard }
  | { readonly kind: 'joins'; readonly planned: PlannedJoin }

/**
 * Decides on every row of a part of a file. A link is a duplicate when a card has its address, a note or todo when a card
 * has its text. Tags of a duplicate within the file go to the first row with that address or text.
 */
export class PartPlanner {
  readonly #head: PartHead
  readonly #existing: Existing | null
  readonly #newId: () => Id
  readonly #used: UsedIds
  readonly #names: TagNames
  readonly #ids: CardIds
  readonly #named = { tags: new Set<string>(), groups: new Set<string>() }
  readonly #cardIds: Id[] = []
  readonly #failed: FailedRow[] = []
  #rows = 0
  #cards = 0
  #duplicates = 0

  /**
   * @param existing null: the file comes back whole, with its own ids, into a workspace that holds nothing
   * @param used by all parts of the import
   */
  constructor(head: PartHead, existing: Existing | null, newId: () => Id, used: UsedIds) {
    this.#head = head
    this.#existing = existing
    this.#names = new TagNames(head.contestedNames, existing?.tagNames)
    this.#newId = newId
    this.#used = used
    this.#ids = new CardIds(head.ownIds, newId, existing === null ? used.cards : null)
  }

  /** Returns the card of the workspace that a row tells of. */
  cardIdOf(row: ReadRow): Id | undefined {
    return 'card' in row && !isDeleted(row) ? this.#existing?.cardIdByKey.get(row.key) : undefined
  }

  /**
   * Plans a row. Null: nothing is to be done.
   *
   * @param there the card of the workspace that the row tells of
   */
  take(row: ReadRow, there: Card | undefined): Decision | null {
    const existing = this.#existing
    if ('card' in row && isDeleted(row))
      return existing === null ? this.#make('deleted', this.#plan(row)) : null
    this.#rows++
    if ('reason' in row) {
      this.#failed.push({ row: row.row, reason: row.reason })
      return null
    }
    const planned = this.#plan(row)
    if (existing === null) return this.#make('cards', planned)
    if (there !== undefined) {
      this.#duplicates++
      if (!addsTo(there, row.card, planned, existing)) return null
      this.#note(planned)
      return { kind: 'joins', planned: { ...planned, cardId: there.id, found: row.card } }
    }
    if (row.isRepeat) {
      this.#duplicates++
      return null
    }
    const { tagNames, folderGroups } = planned
    const more = row.more.map((names) => namesOf(names, this.#names))
    if (more.length === 0) return this.#make('cards', planned)
    return this.#make('cards', {
      ...planned,
      tagNames: unique([...tagNames, ...more.flatMap((one) => one.tagNames)]).slice(0, LIMITS.tagsPerCard),
      folderGroups: [...folderGroups, ...more.flatMap((one) => one.folderGroups)],
    })
  }

  /** @param showsSpellings whether tags that the import makes are shown as the file spells them */
  end(showsSpellings: boolean): PlannedPart {
    const names = this.#names
    const parents = names
      .nested()
      .flatMap(({ name, parent }) => (this.#named.tags.has(name) ? [{ name: parent, color: null }] : []))
    const tags: PlannedTag[] = [
      ...this.#head.tags.flatMap((tag) => names.all([tag.name]).map((name) => ({ ...tag, name }))),
      ...parents,
    ]
    const groups = this.#head.groups.flatMap(({ tags: members, ...group }) => {
      const title = cleanTagName(group.title)
      return title === null ? [] : [{ ...group, title, tagNames: names.all(members) }]
    })
    const ids = new SettledIds(this.#newId)
    ids.settle({ tags, groups }, this.#named, this.#existing === null ? this.#used : null)
    return {
      rows: this.#rows,
      duplicates: this.#duplicates,
      failed: this.#failed,
      cardIds: this.#cardIds,
      cards: this.#cards,
      tags,
      groups,
      relations: relationsOf(this.#head.tags, names, showsSpellings),
      renamedTags: names.renamed(),
      joinedTags: names.joined(),
      ids,
    }
  }

  #plan(row: ReadCard): PlannedCard {
    return planCard(row.row, row.card, this.#names, this.#ids)
  }

  #make(kind: 'cards' | 'deleted', planned: PlannedCard): Decision {
    if (kind === 'cards') this.#cards++
    this.#cardIds.push(planned.card.id)
    this.#note(planned)
    return { kind, planned }
  }

  #note({ tagNames, folderGroups }: PlannedCard): void {
    for (const name of tagNames) this.#named.tags.add(name)
    for (const { title } of folderGroups) this.#named.groups.add(title)
  }
}

function isDeleted({ card }: ReadCard): boolean {
  return (card.own?.deletedAt ?? null) !== null
}

/** Returns whether a row tells anything that its card does not have. */
function addsTo(card: Card, found: FoundCard, { tagNames }: PlannedCard, existing: Existing): boolean {
  // A tag that is to be made is on no card; any text stands for its id.
  const tagIds = tagNames.map((name) => existing.tagIdByName.get(name) ?? name)
  return joinCard(card, found, tagIds, () => '') !== null
}

function relationsOf(
  tags: readonly FoundTag[],
  names: TagNames,
  showsSpellings: boolean,
): TagWithRelations[] {
  const titles = (given: readonly string[]) => given.flatMap((title) => cleanTagName(title) ?? [])
  const described = tags.flatMap(
    ({ name, otherNames = [], displayName = '', parents = [], childGroups = [] }) =>
      names.all([name]).map((clean) => ({
        name: clean,
        otherNames,
        displayName: keptNames([displayName])[0] ?? null,
        parents: names.all(parents),
        childGroups: titles(childGroups),
      })),
  )
  const respelled = names
    .renamed()
    .flatMap(({ from, to }) => (to === null ? [] : [{ ...NO_RELATIONS, name: to, otherNames: [from] }]))
  const shown = names
    .spellings(showsSpellings)
    .map(([name, spelling]) => ({ ...NO_RELATIONS, name, otherNames: [spelling], displayName: spelling }))
  const nested = names.nested().map(({ name, parent }) => ({ ...NO_RELATIONS, name, parents: [parent] }))
  return [...described, ...respelled, ...shown, ...nested]
    .map((tag) => ({ ...tag, otherNames: keptNames(tag.otherNames) }))
    .filter(
      ({ otherNames, displayName, parents, childGroups }) =>
        displayName !== null || otherNames.length + parents.length + childGroups.length > 0,
    )
}

const NO_RELATIONS = { otherNames: [], displayName: null, parents: [], childGroups: [] }
