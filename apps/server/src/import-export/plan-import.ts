import {
  addressKey,
  addressKeysOf,
  addressOfLink,
  type Card,
  type Color,
  checkOtherName,
  givenValues,
  type Id,
  LIMITS,
  unique,
} from '@cardinal/domain'
import type { NewCard } from '@cardinal/sync'
import type { FoundCard, FoundFile } from './found.ts'
import { inSlices } from './slices.ts'
import { cleanTagName } from './tag-names.ts'

/** A card that will be made, with its tags by name. */
export interface PlannedCard {
  readonly row: number
  readonly card: NewCard
  readonly tagNames: readonly string[]
  /** Each folder around it: a group of its name, holding these tags. */
  readonly folderGroups: readonly { readonly title: string; readonly tagNames: readonly string[] }[]
}

export interface PlannedGroup {
  readonly title: string
  readonly tagNames: readonly string[]
  readonly color: Color | null
  readonly isHidden: boolean
}

export interface TagWithRelations {
  readonly name: string
  readonly otherNames: readonly string[]
  /** By their names. */
  readonly parents: readonly string[]
}

export interface FailedRow {
  readonly row: number
  readonly reason: string
}

/** What an import will do. Every row of the file is a card, a duplicate or a failure. */
export interface ImportPlan {
  readonly rows: number
  readonly cards: readonly PlannedCard[]
  readonly duplicates: number
  readonly failed: readonly FailedRow[]
  /** Tags and groups that the file tells of by themselves. */
  readonly tags: readonly { readonly name: string; readonly color: Color | null }[]
  readonly groups: readonly PlannedGroup[]
  /** Other names and parents of tags; the spelling of a name that had to change is another name. */
  readonly relations: readonly TagWithRelations[]
  /** Tags whose names had to change, in the order of meeting. */
  readonly renamedTags: readonly { readonly from: string; readonly to: string | null }[]
}

/**
 * Decides on every row of a file. A link is a duplicate when a card has its address, a note or todo when a card has its
 * text. Tags of a duplicate within the file go to the first row with that address or text.
 *
 * @param existing keys, as `keysOfCard` gives them, of the cards that are there
 */
export async function planImport(
  file: FoundFile,
  existing: ReadonlySet<string>,
  newId: () => Id,
): Promise<ImportPlan> {
  const names = new TagNames()
  const newIdByOld = new Map<string, Id>()
  for (const row of file.rows)
    if ('card' in row && row.card.links !== null) newIdByOld.set(row.card.links.id, newId())
  const cardByKey = new Map<string, { planned: PlannedCard; index: number }>()
  const cards: PlannedCard[] = []
  const failed: FailedRow[] = []
  let duplicates = 0
  for await (const row of inSlices(file.rows)) {
    if ('reason' in row) {
      failed.push({ row: row.row, reason: row.reason })
      continue
    }
    const key = keyOf(row.card)
    const planned = planCard(row.row, row.card, names, newIdByOld, newId)
    const earlier = cardByKey.get(key)
    if (earlier !== undefined)
      cards[earlier.index] = withTagsOf(cards[earlier.index] ?? earlier.planned, planned)
    if (earlier !== undefined || existing.has(key)) {
      duplicates++
      continue
    }
    cardByKey.set(key, { planned, index: cards.length })
    cards.push(planned)
  }
  const tags = file.tags.flatMap(({ name, color }) =>
    names.all([name]).map((clean) => ({ name: clean, color })),
  )
  const groups = file.groups.flatMap(({ title, tags: members, color, isHidden }) => {
    const clean = cleanTagName(title)
    return clean === null ? [] : [{ title: clean, tagNames: names.all(members), color, isHidden }]
  })
  const relations = relationsOf(file, names)
  const renamedTags = names.renamed()
  return { rows: file.rows.length, cards, duplicates, failed, tags, groups, relations, renamedTags }
}

function relationsOf(file: FoundFile, names: TagNames): TagWithRelations[] {
  const told = file.tags.flatMap(({ name, otherNames = [], parents = [] }) =>
    names.all([name]).map((clean) => ({ name: clean, otherNames, parents: names.all(parents) })),
  )
  const respelled = names
    .renamed()
    .flatMap(({ from, to }) => (to === null ? [] : [{ name: to, otherNames: [from], parents: [] }]))
  return [...told, ...respelled]
    .map((tag) => ({ ...tag, otherNames: keptNames(tag.otherNames) }))
    .filter(({ otherNames, parents }) => otherNames.length + parents.length > 0)
}

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

function keyOf(card: FoundCard): string {
  const address = card.type === 'link' ? addressKey(addressOfLink(card.content) ?? card.content) : ''
  return address === '' ? textKey(card.type, card.content) : linkKey(address)
}

function linkKey(address: string): string {
  return `link at ${address}`
}

function textKey(type: string, content: string): string {
  return `${type} ${content.trim()}`
}

function planCard(
  row: number,
  found: FoundCard,
  names: TagNames,
  newIdByOld: ReadonlyMap<string, Id>,
  newId: () => Id,
): PlannedCard {
  const { type, content, subnotes, createdAt, links } = found
  const newIds = (old: readonly string[] = []) => old.flatMap((id) => newIdByOld.get(id) ?? [])
  const own = names.all(found.tags)
  const folders = names.all(found.folders)
  return {
    row,
    card: {
      id: (links === null ? undefined : newIdByOld.get(links.id)) ?? newId(),
      type,
      content,
      subnotes: subnotes.map(({ text, isTicked }) => ({ id: newId(), text, isTicked })),
      ...givenValues(found),
      parentIds: newIds(links?.parents),
      siblingIds: newIds(links?.siblings),
      childIds: newIds(links?.children),
      ...(createdAt === null ? {} : { createdAt }),
    },
    tagNames: unique([...own, ...folders]).slice(0, LIMITS.tagsPerCard),
    folderGroups: folders.map((title, depth) => {
      const below = folders[depth + 1]
      return { title, tagNames: unique([title, ...(below === undefined ? own : [below])]) }
    }),
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

  #clean(name: string): string | null {
    const known = this.#cleanByName.get(name)
    if (known !== undefined) return known
    const clean = cleanTagName(name)
    this.#cleanByName.set(name, clean)
    return clean
  }
}
