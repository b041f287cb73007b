import { checkOtherName, givenValues, type Id, isId, LIMITS, unique, wordsProblem } from '@cardinal/domain'
import type { NewCard } from '@cardinal/sync'
import type { FoundCard } from './found.ts'
import { knownTagName } from './tag-names.ts'

/** A card that will be made, with its tags by name. */
export interface PlannedCard {
  readonly row: number
  readonly card: NewCard
  readonly tagNames: readonly string[]
  /** Each folder around it: a group of its name, holding these tags. */
  readonly folderGroups: readonly { readonly title: string; readonly tagNames: readonly string[] }[]
  /** When it last changed, where a file of our own tells it. ms since 1970 */
  readonly updatedAt: number | null
  /** It comes back deleted, at this time. ms since 1970 */
  readonly deletedAt: number | null
}

/** Decides on the card of a row by itself. */
export function planCard(row: number, found: FoundCard, names: TagNames, ids: CardIds): PlannedCard {
  const { type, content, subnotes, createdAt, links, own } = found
  return {
    row,
    card: {
      id: links === null ? ids.ofCard(own?.id) : ids.ofKey(links.key),
      type,
      content,
      subnotes: subnotes.map(({ text, isTicked }, index) => ({
        id: ids.ofSubnote(own?.subnoteIds[index]),
        text,
        isTicked,
      })),
      ...givenValues(found),
      parentIds: links === null ? ids.linked(own?.parents) : ids.ofKeys(links.parents),
      siblingIds: ids.linked(own?.siblings),
      childIds: links === null ? ids.linked(own?.children) : ids.ofKeys(links.children),
      ...(createdAt === null ? {} : { createdAt }),
      ...(own?.page && { page: own.page }),
    },
    ...namesOf(found, names),
    updatedAt: own?.updatedAt ?? null,
    deletedAt: own?.deletedAt ?? null,
  }
}

export function namesOf(
  found: Pick<FoundCard, 'tags' | 'folders'>,
  names: TagNames,
): Pick<PlannedCard, 'tagNames' | 'folderGroups'> {
  const tagNames = names.all(found.tags)
  const folders = names.all(found.folders)
  return {
    tagNames: unique([...tagNames, ...folders]).slice(0, LIMITS.tagsPerCard),
    folderGroups: folders.map((title, depth) => {
      const below = folders[depth + 1]
      return { title, tagNames: unique([title, ...(below === undefined ? tagNames : [below])]) }
    }),
  }
}

/** The ids that cards of a file get: their own where nothing else can have them, else new ones. */
export class CardIds {
  readonly #newIdByOld = new Map<string, Id>()
  readonly #idByKey = new Map<string, Id>()
  readonly #newId: () => Id
  readonly #used: Set<Id> | null

  /** @param used null: all cards get new ids */
  constructor(ownIds: readonly string[], newId: () => Id, used: Set<Id> | null) {
    this.#newId = newId
    this.#used = used
    if (used !== null) return
    for (const id of ownIds) if (isId(id)) this.#newIdByOld.set(id, newId())
  }

  ofCard(old = ''): Id {
    if (this.#used === null) return this.#newIdByOld.get(old) ?? this.#newId()
    const id = this.#used.has(old) ? this.#newId() : this.ofSubnote(old)
    this.#used.add(id)
    return id
  }

  /** The id of a card of another program's file. */
  ofKey(key: string): Id {
    const known = this.#idByKey.get(key)
    if (known !== undefined) return known
    const id = this.#newId()
    this.#idByKey.set(key, id)
    return id
  }

  ofKeys(keys: readonly string[]): Id[] {
    return keys.slice(0, LIMITS.linksPerCard).map((key) => this.ofKey(key))
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

/** Makes names legal, once each, and remembers which had to change. Upper and lower case is no change. */
export class TagNames {
  readonly #cleanByName = new Map<string, string | null>()
  readonly #isKnown: (name: string) => boolean

  /** @param isKnown whether a tag has the name already */
  constructor(isKnown: (name: string) => boolean) {
    this.#isKnown = isKnown
  }

  all(names: readonly string[]): string[] {
    return unique(names.flatMap((name) => this.#clean(name) ?? []))
  }

  renamed(): { from: string; to: string | null }[] {
    const pairs = [...this.#cleanByName].map(([from, to]) => ({ from, to }))
    return pairs.filter(
      ({ from, to }) => from.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim() !== to,
    )
  }

  /** Returns names with the first spelling of each, where that is another one and can be kept. */
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
    const clean = knownTagName(name, this.#isKnown)
    this.#cleanByName.set(name, clean)
    return clean
  }
}

export function keptNames(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const checked = checkOtherName(name)
    return checked.ok && wordsProblem(checked.value) === null ? [checked.value] : []
  })
}
