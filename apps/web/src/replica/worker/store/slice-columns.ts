import type { Card, CardValues, Change, Id } from '@cardinal/domain'

/**
 * The stored form of a slice: its living cards, column by column. The browser writes and reads a few long lists
 * faster than a thousand objects with all their names. Rare fields are stored only for cards that have them.
 */
export interface SliceColumns {
  /** Changes of other rows, and deletions. They come before the cards. */
  readonly others: readonly Change[]
  readonly ids: readonly Id[]
  readonly types: readonly Card['type'][]
  readonly contents: readonly string[]
  readonly addresses: readonly Card['address'][]
  readonly values: { readonly [Field in keyof CardValues]: readonly CardValues[Field][] }
  readonly createdAt: Float64Array
  readonly updatedAt: Float64Array
  /** Ids of all tags of the cards, each once. */
  readonly tagIds: readonly Id[]
  /** For each card, the number of its tags and their indexes in `tagIds`. */
  readonly tagging: Uint32Array
  readonly parts: readonly CardParts[]
}

/** Rare fields, each with the index of its card. */
type CardParts = readonly [number, Pick<Card, 'subnotes' | 'parentIds' | 'siblingIds' | 'childIds' | 'page'>]

/**
 * Stores the changes of a slice in columns. When read again, other rows and deletions come first; the rest keeps
 * its order.
 */
export function toColumns(changes: readonly Change[]): SliceColumns {
  const others: Change[] = []
  const cards: Card[] = []
  for (const change of changes)
    if (change.kind === 'card' && change.row !== null) cards.push(change.row)
    else others.push(change)
  const places = new Map<Id, number>()
  const placeOf = (tagId: Id) => {
    const place = places.get(tagId) ?? places.size
    places.set(tagId, place)
    return place
  }
  const tagging = cards.flatMap(({ tagIds }) => [tagIds.length, ...tagIds.map(placeOf)])
  return {
    others,
    ids: cards.map(({ id }) => id),
    types: cards.map(({ type }) => type),
    contents: cards.map(({ content }) => content),
    addresses: cards.map(({ address }) => address),
    values: {
      color: cards.map(({ color }) => color),
      isPublic: cards.map(({ isPublic }) => isPublic),
      doneAt: cards.map(({ doneAt }) => doneAt),
      dueAt: cards.map(({ dueAt }) => dueAt),
      startAt: cards.map(({ startAt }) => startAt),
      recurrence: cards.map(({ recurrence }) => recurrence),
      completions: cards.map(({ completions }) => completions),
      files: cards.map(({ files }) => files),
      place: cards.map(({ place }) => place),
    },
    createdAt: Float64Array.from(cards, ({ createdAt }) => createdAt),
    updatedAt: Float64Array.from(cards, ({ updatedAt }) => updatedAt),
    tagIds: [...places.keys()],
    tagging: Uint32Array.from(tagging),
    parts: cards.flatMap((card, at): CardParts[] => {
      const { subnotes, parentIds, siblingIds, childIds, page } = card
      const count = subnotes.length + parentIds.length + siblingIds.length + childIds.length
      if (count === 0 && page === undefined) return []
      return [[at, { subnotes, parentIds, siblingIds, childIds, ...(page && { page }) }]]
    }),
  }
}

export function fromColumns(slice: SliceColumns): Change[] {
  const partsByPlace = new Map(slice.parts)
  const changes: Change[] = [...slice.others]
  let tagging = 0
  for (let at = 0; at < slice.ids.length; at++) {
    const id = slice.ids[at] as Id
    const end = tagging + 1 + (slice.tagging[tagging] as number)
    const tagIds: Id[] = []
    while (++tagging < end) tagIds.push(slice.tagIds[slice.tagging[tagging] as number] as Id)
    const { subnotes, parentIds, siblingIds, childIds, page } = partsByPlace.get(at) ?? NO_PARTS
    const row: Card = {
      id,
      type: slice.types[at] as Card['type'],
      content: slice.contents[at] as string,
      address: slice.addresses[at] as Card['address'],
      subnotes,
      tagIds,
      color: slice.values.color[at] as Card['color'],
      isPublic: slice.values.isPublic[at] as boolean,
      doneAt: slice.values.doneAt[at] as Card['doneAt'],
      dueAt: slice.values.dueAt[at] as Card['dueAt'],
      startAt: slice.values.startAt[at] as Card['startAt'],
      recurrence: slice.values.recurrence[at] as Card['recurrence'],
      completions: slice.values.completions[at] as Card['completions'],
      files: slice.values.files[at] as Card['files'],
      place: slice.values.place[at] as Card['place'],
      parentIds,
      siblingIds,
      childIds,
      createdAt: slice.createdAt[at] as number,
      updatedAt: slice.updatedAt[at] as number,
      ...(page && { page }),
    }
    changes.push({ kind: 'card', id, row })
  }
  return changes
}

const NO_PARTS: CardParts[1] = { subnotes: [], parentIds: [], siblingIds: [], childIds: [] }
