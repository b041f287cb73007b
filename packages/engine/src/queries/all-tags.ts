import { compareCodePoints, type Id, type TagOrder } from '@cardinal/domain'
import type { TagInUse } from '../questions.ts'
import { inUse, type TagReader, tagsInUse } from './tag-rows.ts'

export function allTags(reader: TagReader, { order }: { order: TagOrder }): TagInUse[] {
  if (order.by === 'alphabetically') return alphabetically(reader, order.of)
  const turn = order.by === 'recently' || order.by === 'most' ? -1 : 1
  const keys = keysOf(order)
  const last = turn === -1 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  return tagsInUse(reader, reader.tags.inNameOrder())
    .map((tag) => ({ tag, keys: keys(tag).map((key) => key ?? last) }))
    .sort((a, b) => turn * compareKeys(a.keys, b.keys) || compareCodePoints(a.tag.id, b.tag.id))
    .map(({ tag }) => tag)
}

export function tagsById(reader: TagReader, { ids }: { ids: readonly Id[] }): (TagInUse | undefined)[] {
  return ids.map((id) => {
    const tag = reader.tags.get(id)
    return tag && inUse(reader, tag)
  })
}

/** Returns the keys that an order compares, most significant first. Null comes last in both directions. */
function keysOf(order: TagOrder): (tag: TagInUse) => (number | null)[] {
  switch (order.of) {
    case 'added':
      return (tag) => [tag.createdAt]
    case 'updated':
      return (tag) => [tag.updatedAt]
    case 'tagged':
      return (tag) => [tag.cardCount]
    default:
      return order.by === 'most' || order.by === 'least'
        ? (tag) => [tag.clickCount, tag.cardCount]
        : (tag) => [tag.lastClickedAt]
  }
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i++) {
    const x = a[i] as number
    const y = b[i] as number
    if (x !== y) return x < y ? -1 : 1
  }
  return 0
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
