import { type Card, type Id, LIMITS, unique } from '@cardinal/domain'
import { yieldToEventLoop } from '../lib/waiting.ts'
import type { FoundCard, FoundGroup, FoundTag } from './found.ts'
import { joinCard } from './join-card.ts'
import { CardIds, namesOf, type PlannedCard, planCard } from './plan-card.ts'
import type { ReadCard, ReadRow } from './repeated-rows.ts'
import { SettledIds, type UsedNameIds } from './settled-ids.ts'
import { inSlices } from './slices.ts'
import { cleanTagName } from './tag-names.ts'
import { type KnownNames, keptNames, TagNames } from './tags-of-file.ts'

/** A row whose card exists already. What the card lacks is added to it. */
export interface PlannedJoin extends PlannedCard {
  readonly cardId: Id
  readonly found: FoundCard
}

export interface PlannedGroup extends Pick<FoundGroup, 'title' | 'color' | 'isHidden' | 'identity'> {
  readonly tagNames: readonly string[]
}

/** A tag that the file describes, with a valid name. */
export type PlannedTag = Omit<FoundTag, 'otherNames' | 'displayName' | 'parents' | 'childGroups'>

export interface TagWithRelations {
  readonly name: string
  readonly otherNames: readonly string[]
  /** Display name if the import creates the tag; null: its name. */
  readonly displayName: string | null
  /** Names of the parents. */
  readonly parents: readonly string[]
  /** Titles of the groups. */
  readonly childGroups: readonly string[]
}

export interface FailedRow {
  readonly row: number
  readonly reason: string
}

/** Plan for one part of a file, without its cards. Every row is a card, a duplicate or a failure. */
export interface PlannedPart {
  readonly rows: number
  readonly duplicates: number
  readonly failed: readonly FailedRow[]
  /** Ids of the cards to create, including deleted ones. */
  readonly cardIds: readonly Id[]
  /** The number of living cards to create. */
  readonly cards: number
  /** Tags and groups described by the file. */
  readonly tags: readonly PlannedTag[]
  readonly groups: readonly PlannedGroup[]
  /** Other names, parents and child groups of tags. A spelling that is not a valid name becomes another name. */
  readonly relations: readonly TagWithRelations[]
  /** Renamed tags, in the order of occurrence. */
  readonly renamedTags: readonly { readonly from: string; readonly to: string | null }[]
  /** Names in the file that become one tag. */
  readonly joinedTags: readonly { readonly names: readonly string[]; readonly to: string }[]
  readonly ids: SettledIds
}

/** Keys and names that exist in the target workspace. */
export interface Existing {
  /** Card ids by `keyOfCard`. */
  readonly cardIdByKey: ReadonlyMap<string, Id>
  readonly tagIdByName: ReadonlyMap<string, Id>
  readonly tagNames: KnownNames
}

/** What is known of a part of a file before its rows. */
export interface PartHead {
  readonly tags: readonly FoundTag[]
  readonly groups: readonly FoundGroup[]
  /** See `FileHead`. */
  readonly ownIds: readonly string[]
  /** See `contestedNames`. */
  readonly contestedNames: readonly string[]
}

/** The file's own ids that rows have already got. */
export interface UsedIds extends UsedNameIds {
  readonly cards: Set<Id>
}

export type Decision =
  | { readonly kind: 'cards' | 'deleted'; readonly planned: PlannedCard }
  | { readonly kind: 'joins'; readonly planned: PlannedJoin }

/**
 * Plans each row of a part. A link is a duplicate if a card has its address; a note or todo, if a card has its
 * text. For duplicates within the file, the first row with that address or text gets the tags of all.
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
   * @param existing null: the workspace is empty, and the file is restored as a whole, with its own ids
   * @param used ids used by all parts of the import
   */
  constructor(head: PartHead, existing: Existing | null, newId: () => Id, used: UsedIds) {
    this.#head = head
    this.#existing = existing
    this.#names = new TagNames(head.contestedNames, existing?.tagNames)
    this.#newId = newId
    this.#used = used
    this.#ids = new CardIds(head.ownIds, newId, existing === null ? used.cards : null)
  }

  /** The existing card that a row duplicates. */
  cardIdOf(row: ReadRow): Id | undefined {
    return 'card' in row && !isDeleted(row) ? this.#existing?.cardIdByKey.get(row.key) : undefined
  }

  /**
   * Null: nothing to do.
   *
   * @param there the card that the row duplicates
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

  /** @param showsSpellings whether new tags get the file's spelling as their display name */
  async end(showsSpellings: boolean): Promise<PlannedPart> {
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
    await yieldToEventLoop()
    ids.settle({ tags, groups }, this.#named, this.#existing === null ? this.#used : null)
    await yieldToEventLoop()
    const renamedTags = names.renamed()
    return {
      rows: this.#rows,
      duplicates: this.#duplicates,
      failed: this.#failed,
      cardIds: this.#cardIds,
      cards: this.#cards,
      tags,
      groups,
      relations: await relationsOf(this.#head.tags, names, renamedTags, showsSpellings),
      renamedTags,
      joinedTags: await names.joined(),
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

/** Whether a row has anything that its card lacks. */
function addsTo(card: Card, found: FoundCard, { tagNames }: PlannedCard, existing: Existing): boolean {
  // A tag that will be created is on no card yet, so any text can stand for its id.
  const tagIds = tagNames.map((name) => existing.tagIdByName.get(name) ?? name)
  return joinCard(card, found, tagIds, () => '') !== null
}

async function relationsOf(
  tags: readonly FoundTag[],
  names: TagNames,
  renamed: readonly { readonly from: string; readonly to: string | null }[],
  showsSpellings: boolean,
): Promise<TagWithRelations[]> {
  const titles = (given: readonly string[]) => given.flatMap((title) => cleanTagName(title) ?? [])
  const relations: TagWithRelations[] = []
  const add = (tag: TagWithRelations) => {
    const otherNames = keptNames(tag.otherNames)
    if (tag.displayName !== null || otherNames.length + tag.parents.length + tag.childGroups.length > 0)
      relations.push({ ...tag, otherNames })
  }
  for await (const tag of inSlices(tags))
    for (const name of names.all([tag.name]))
      add({
        name,
        otherNames: tag.otherNames ?? [],
        displayName: keptNames([tag.displayName ?? ''])[0] ?? null,
        parents: names.all(tag.parents ?? []),
        childGroups: titles(tag.childGroups ?? []),
      })
  for await (const { from, to } of inSlices(renamed))
    if (to !== null) add({ ...NO_RELATIONS, name: to, otherNames: [from] })
  for await (const [name, spelling] of inSlices(await names.allSpellings(showsSpellings)))
    add({ ...NO_RELATIONS, name, otherNames: [spelling], displayName: spelling })
  for await (const { name, parent } of inSlices(names.nested()))
    add({ ...NO_RELATIONS, name, parents: [parent] })
  return relations
}

const NO_RELATIONS = { otherNames: [], displayName: null, parents: [], childGroups: [] }
