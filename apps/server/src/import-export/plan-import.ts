import {
  addressKey,
  addressKeysOf,
  addressOfLink,
  type Card,
  checkOtherName,
  givenValues,
  type Id,
  isId,
  LIMITS,
  unique,
} from '@cardinal/domain'
import type { NewCard } from '@cardinal/sync'
import type { FoundCard, FoundFile, FoundGroup, FoundTag } from './found.ts'
import { joinCard } from './join-card.ts'
import { inSlices } from './slices.ts'
import { cleanTagName } from './tag-names.ts'

/** A card that will be made, with its tags by name. */
export interface PlannedCard {
  readonly row: number
  readonly card: NewCard
  readonly tagNames: readonly string[]
  /** Its id in a file of our own; empty in any other. */
  readonly ownId: string
  /** Each folder around it: a group of its name, holding these tags. */
  readonly folderGroups: readonly { readonly title: string; readonly tagNames: readonly string[] }[]
  /** When it last changed, where a file of our own tells it. ms since 1970 */
  readonly updatedAt: number | null
  /** It comes back deleted, at this time. ms since 1970 */
  readonly deletedAt: number | null
}

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

/** What an import will do. Every row of the file is a card, a duplicate or a failure. */
export interface ImportPlan {
  readonly rows: number
  readonly cards: readonly PlannedCard[]
  /** Cards that come back deleted. They are no rows of the receipt. */
  readonly deleted: readonly PlannedCard[]
  readonly duplicates: number
  /** Of the duplicates, those of cards that are there and get something from the file. */
  readonly joins: readonly PlannedJoin[]
  readonly failed: readonly FailedRow[]
  /** Tags and groups that the file tells of by themselves. */
  readonly tags: readonly PlannedTag[]
  readonly groups: readonly PlannedGroup[]
  /** Names, parents and child groups of tags; the spelling of a name that had to change is another name. */
  readonly relations: readonly TagWithRelations[]
  /** Tags whose names had to change, in the order of meeting. */
  readonly renamedTags: readonly { readonly from: string; readonly to: string | null }[]
}

/** The cards that a file may meet, as they are. */
export interface Existing {
  /** The card under each key of the file, as `keysOfCard` gives them. */
  readonly cardByKey: ReadonlyMap<string, Card>
  readonly tagIdByName: ReadonlyMap<string, Id>
}

/**
 * Decides on every row of a file. A link is a duplicate when a card has its address, a note or todo when a card has its
 * text. Tags of a duplicate within the file go to the first row with that address or text.
 *
 * @param existing null: the file comes back whole, with its own ids, into a workspace that holds nothing
 * @param usedIds own ids that cards of this import have already
 * @param showsSpellings whether tags that the import makes are shown as the file spells them
 */
export async function planImport(
  file: FoundFile,
  existing: Existing | null,
  newId: () => Id,
  usedIds: Set<Id> = new Set(),
  showsSpellings = true,
): Promise<ImportPlan> {
  const names = new TagNames()
  const ids = new CardIds(file, newId, existing === null ? usedIds : null)
  const cardByKey = new Map<string, number>()
  const cards: PlannedCard[] = []
  const deleted: PlannedCard[] = []
  const joins: PlannedJoin[] = []
  const failed: FailedRow[] = []
  let [rows, duplicates] = [0, 0]
  for await (const row of inSlices(file.rows)) {
    const isDeleted = 'card' in row && (row.card.own?.deletedAt ?? null) !== null
    if (isDeleted && existing === null) deleted.push(planCard(row.row, row.card, names, ids))
    if (isDeleted) continue
    rows++
    if ('reason' in row) {
      failed.push({ row: row.row, reason: row.reason })
      continue
    }
    const planned = planCard(row.row, row.card, names, ids)
    const key = existing === null ? `row ${row.row}` : keyOf(row.card)
    const earlier = cardByKey.get(key)
    const first = earlier === undefined ? undefined : cards[earlier]
    if (earlier !== undefined && first !== undefined) cards[earlier] = withTagsOf(first, planned)
    const there = existing?.cardByKey.get(key)
    if (there !== undefined && addsTo(there, row.card, planned, existing))
      joins.push({ ...planned, cardId: there.id, found: row.card })
    if (first !== undefined || there !== undefined) {
      duplicates++
      continue
    }
    cardByKey.set(key, cards.length)
    cards.push(planned)
  }
  const tags = file.tags.flatMap((tag) => names.all([tag.name]).map((name) => ({ ...tag, name })))
  const groups = file.groups.flatMap(({ tags: members, ...group }) => {
    const title = cleanTagName(group.title)
    return title === null ? [] : [{ ...group, title, tagNames: names.all(members) }]
  })
  const relations = relationsOf(file, names, showsSpellings)
  const renamedTags = names.renamed()
  return { rows, cards, deleted, duplicates, joins, failed, tags, groups, relations, renamedTags }
}

/** Whether a row tells anything that its card does not have. */
function addsTo(card: Card, found: FoundCard, { tagNames }: PlannedCard, existing: Existing | null): boolean {
  // A tag that is to be made is on no card; any text stands for its id.
  const tagIds = tagNames.map((name) => existing?.tagIdByName.get(name) ?? name)
  return joinCard(card, found, tagIds, () => '') !== null
}

function relationsOf(file: FoundFile, names: TagNames, showsSpellings: boolean): TagWithRelations[] {
  const titles = (given: readonly string[]) => given.flatMap((title) => cleanTagName(title) ?? [])
  const told = file.tags.flatMap(
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
  const shown = showsSpellings
    ? names.spellings().map(([name, spelling]) => ({ ...NO_RELATIONS, name, displayName: spelling }))
    : []
  return [...told, ...respelled, ...shown]
    .map((tag) => ({ ...tag, otherNames: keptNames(tag.otherNames) }))
    .filter(
      ({ otherNames, displayName, parents, childGroups }) =>
        displayName !== null || otherNames.length + parents.length + childGroups.length > 0,
    )
}

const NO_RELATIONS = { otherNames: [], displayName: null, parents: [], childGroups: [] }

function keptNames(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const checked = checkOtherName(name)
    return checked.ok ? [checked.value] : []
  })
}

/** Under which keys a card that is there counts as the same as one in a file. */
export function keysOfCard(card: Card): string[] {
  const addresses = card.type === 'link' ? addressKeysOf(card.content) : []
  return addresses.length > 0 ? addresses.map(linkKey) : [textKey(card.type, card.content)]
}

/** The key of a card in a file; see `keysOfCard`. */
export function keyOf(card: FoundCard): string {
  const address = card.type === 'link' ? addressKey(addressOfLink(card.content) ?? card.content) : ''
  return address === '' ? textKey(card.type, card.content) : linkKey(address)
}

function linkKey(address: string): string {
  return `link at ${address}`
}

function textKey(type: string, content: string): string {
  return `${type} ${content.trim()}`
}

function planCard(row: number, found: FoundCard, names: TagNames, ids: CardIds): PlannedCard {
  const { type, content, subnotes, createdAt, own } = found
  const tagNames = names.all(found.tags)
  const folders = names.all(found.folders)
  return {
    row,
    card: {
      id: ids.ofCard(own?.id),
      type,
      content,
      subnotes: subnotes.map(({ text, isTicked }, index) => ({
        id: ids.ofSubnote(own?.subnoteIds[index]),
        text,
        isTicked,
      })),
      ...givenValues(found),
      parentIds: ids.linked(own?.parents),
      siblingIds: ids.linked(own?.siblings),
      childIds: ids.linked(own?.children),
      ...(createdAt === null ? {} : { createdAt }),
      ...(own?.page && { page: own.page }),
    },
    tagNames: unique([...tagNames, ...folders]).slice(0, LIMITS.tagsPerCard),
    ownId: own?.id ?? '',
    folderGroups: folders.map((title, depth) => {
      const below = folders[depth + 1]
      return { title, tagNames: unique([title, ...(below === undefined ? tagNames : [below])]) }
    }),
    updatedAt: own?.updatedAt ?? null,
    deletedAt: own?.deletedAt ?? null,
  }
}

/** The ids that cards of a file get: their own where nothing else can have them, else new ones. */
class CardIds {
  readonly #newIdByOld = new Map<string, Id>()
  readonly #newId: () => Id
  readonly #used: Set<Id> | null

  /** @param used null: all cards get new ids */
  constructor(file: FoundFile, newId: () => Id, used: Set<Id> | null) {
    this.#newId = newId
    this.#used = used
    if (used !== null) return
    for (const row of file.rows)
      if ('card' in row && isId(row.card.own?.id ?? '')) this.#newIdByOld.set(row.card.own?.id ?? '', newId())
  }

  ofCard(old = ''): Id {
    if (this.#used === null) return this.#newIdByOld.get(old) ?? this.#newId()
    const id = this.#used.has(old) ? this.#newId() : this.ofSubnote(old)
    this.#used.add(id)
    return id
  }

  ofSubnote(old = ''): Id {
    return this.#used !== null && isId(old) ? old : this.#newId()
  }

  linked(old: readonly string[] = []): Id[] {
    return old
      .flatMap((id) => (this.#used !== null ? (isId(id) ? id : []) : (this.#newIdByOld.get(id) ?? [])))
      .slice(0, LIMITS.linksPerCard)
  }
}

function withTagsOf(card: PlannedCard, other: PlannedCard): PlannedCard {
  return {
    ...card,
    tagNames: unique([...card.tagNames, ...other.tagNames]).slice(0, LIMITS.tagsPerCard),
    folderGroups: [...card.folderGroups, ...other.folderGroups],
  }
}

/** Makes names legal, once each, and remembers which had to change. Upper and lower case is no change. */
class TagNames {
  readonly #cleanByName = new Map<string, string | null>()

  all(names: readonly string[]): string[] {
    return unique(names.flatMap((name) => this.#clean(name) ?? []))
  }

  renamed(): { from: string; to: string | null }[] {
    const pairs = [...this.#cleanByName].map(([from, to]) => ({ from, to }))
    return pairs.filter(
      ({ from, to }) => from.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim() !== to,
    )
  }

  /** Names with the first spelling of each, where that is another one and can be kept. */
  spellings(): (readonly [name: string, spelling: string])[] {
    const first = new Map<string, string>()
    for (const [from, to] of this.#cleanByName) if (to !== null && !first.has(to)) first.set(to, from)
    return [...first].flatMap(([name, from]) =>
      keptNames([from])
        .filter((spelling) => spelling !== name)
        .map((spelling) => [name, spelling] as const),
    )
  }

  #clean(name: string): string | null {
    const known = this.#cleanByName.get(name)
    if (known !== undefined) return known
    const clean = cleanTagName(name)
    this.#cleanByName.set(name, clean)
    return clean
  }
}
