import { compareCodePoints, type Id, type Tag, type TagOrder } from '@cardinal/domain'
import type { TagInUse } from '../questions.ts'
import { inUse, type TagReader, tagsInUse } from './tag-rows.ts'

/** The keys are read into columns first: a comparison that makes an object would take most of the time. */
export function allTags(reader: TagReader, { order }: { order: TagOrder }): TagInUse[] {
  if (order.by === 'alphabetically') return alphabetically(reader, order.of)
  const turn = order.by === 'recently' || order.by === 'most' ? -1 : 1
  const ordinals = Uint32Array.from(reader.tags.inNameOrder())
  const [first, second] = columnsOf(reader, order, ordinals, turn)
  const compare = (a: number, b: number) =>
    turn * (difference(first, a, b) || difference(second, a, b)) ||
    compareCodePoints(reader.tags.idAt(a), reader.tags.idAt(b))
  return tagsInUse(reader, ordinals.sort(compare))
}

export function countTags({ tags }: Pick<TagReader, 'tags'>): number {
  return tags.count
}

/** Names are in kept form, as `tagName` gives it. */
export function tagsByName(
  reader: TagReader,
  { names }: { names: readonly string[] },
): (TagInUse | undefined)[] {
  return names.map((name) => {
    const [tag] = reader.tags.allNamed(name)
    return tag && inUse(reader, tag)
  })
}

export function tagsById(reader: TagReader, { ids }: { ids: readonly Id[] }): (TagInUse | undefined)[] {
  return ids.map((id) => {
    const tag = reader.tags.get(id)
    return tag && inUse(reader, tag)
  })
}

/** Returns the keys that an order compares, by ordinal, most significant first. What has none comes last. */
function columnsOf(
  reader: TagReader,
  order: TagOrder,
  ordinals: Uint32Array,
  turn: number,
): readonly [Float64Array, Float64Array] {
  const last = turn === -1 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  const { tags, postings } = reader
  const countsClicks = order.of === 'searched' && (order.by === 'most' || order.by === 'least')
  const keyOf = (ordinal: number, tag: Tag): number | null => {
    switch (order.of) {
      case 'added':
        return tag.createdAt
      case 'updated':
        return tag.updatedAt
      case 'tagged':
        return postings.size(ordinal)
      default:
        return countsClicks ? tag.clickCount : tag.lastClickedAt
    }
  }
  const first = new Float64Array(tags.usedOrdinals)
  const second = new Float64Array(tags.usedOrdinals)
  for (const ordinal of ordinals) {
    const tag = tags.at(ordinal)
    first[ordinal] = tag === undefined ? last : (keyOf(ordinal, tag) ?? last)
    if (countsClicks) second[ordinal] = postings.size(ordinal)
  }
  return [first, second]
}

function difference(column: Float64Array, a: number, b: number): number {
  const [x, y] = [column[a] as number, column[b] as number]
  return x === y ? 0 : x < y ? -1 : 1
}

function alphabetically(reader: TagReader, of: 'asc' | 'desc'): TagInUse[] {
  const turn = of === 'desc' ? -1 : 1
  return reader.tags
    .inNameOrder()
    .flatMap((ordinal) => {
      const tag = reader.tags.at(ordinal)
      return tag === undefined ? [] : [{ tag, name: reader.tags.foldedName(ordinal) }]
    })
    .sort((a, b) => turn * compareCodePoints(a.name, b.name) || compareCodePoints(a.tag.id, b.tag.id))
    .map(({ tag }) => inUse(reader, tag))
}
