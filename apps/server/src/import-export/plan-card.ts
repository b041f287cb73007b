import { givenValues, type Id, isId, LIMITS, unique } from '@cardinal/domain'
import type { NewCard } from '@cardinal/sync'
import type { FoundCard } from './found.ts'
import type { TagNames } from './tags-of-file.ts'

/** A card to create. Tags are names. */
export interface PlannedCard {
  readonly row: number
  readonly card: NewCard
  readonly tagNames: readonly string[]
  /** For each folder around the card, a group with the folder's name and these tags. */
  readonly folderGroups: readonly { readonly title: string; readonly tagNames: readonly string[] }[]
  /** Time of the last change, from our own exports; ms since 1970. */
  readonly updatedAt: number | null
  /** Restored as deleted at this time; ms since 1970. */
  readonly deletedAt: number | null
}

/** Plans the card of one row. */
export function planCard(row: number, found: FoundCard, names: TagNames, ids: CardIds): PlannedCard {
  const { type, content, address, subnotes, createdAt, links, own } = found
  return {
    row,
    card: {
      id: links === null ? ids.ofCard(own?.id) : ids.ofKey(links.key),
      type,
      content,
      ...(address !== undefined && { address }),
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
  const tagNames = names.ofTags(found.tags)
  const folders = names.all(found.folders)
  return {
    tagNames: unique([...tagNames, ...folders]).slice(0, LIMITS.tagsPerCard),
    folderGroups: folders.map((title, depth) => {
      const below = folders[depth + 1]
      return { title, tagNames: unique([title, ...(below === undefined ? tagNames : [below])]) }
    }),
  }
}

/** Ids for a file's cards: their own ids if those are free, else new ones. */
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

  /** The id for a key in another program's file. The same at each call. */
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
