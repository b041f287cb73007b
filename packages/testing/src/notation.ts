import {
  addressAfter,
  CARD_TYPES,
  type Card,
  type CardType,
  type Change,
  COLORS,
  type Color,
  type Id,
  INITIAL_VALUES,
  NO_LINKS,
  type Tag,
  type TagGroup,
  tagName,
} from '@cardinal/domain'

/** A small workspace written in lines, with lookups between its names and ids. */
export interface Sample {
  readonly changes: readonly Change[]
  /** n counts from 1. */
  card(n: number): Id
  tag(name: string): Id
  group(title: string): Id
  /** Tags by name, cards by number: readable in a test. */
  nameOf(tagId: Id): string
  numberOf(cardId: Id): number
}

/**
 * Parses a workspace. Tags are created where they are first named. Card n is created at n seconds and updated at n + 0.5;
 * tag n (by first naming) likewise.
 *
 * note Some content / a subnote / another #tag #two_words @red
 * todo #only_tags
 * group title: tag, other tag
 * hidden title: tag
 */
export function sample(text: string): Sample {
  const lines = text.split('\n').map((line) => line.trim())
  const tags = new Map<string, Tag>()
  const cards: Card[] = []
  const groups: TagGroup[] = []
  const tagFor = (name: string): Id => {
    const key = tagName(name)
    const known = tags.get(key)
    if (known !== undefined) return known.id
    const n = tags.size + 1
    const tag = {
      id: sampleId('a', n),
      name: key,
      color: null,
      clickCount: 0,
      lastClickedAt: null,
      ...timesOf(n),
    }
    tags.set(key, tag)
    return tag.id
  }
  for (const line of lines) {
    if (line === '') continue
    const group = /^(group|hidden) ([^:]+):(.*)$/.exec(line)
    if (group !== null) groups.push(groupOf(group, groups.length + 1, tagFor))
    else cards.push(cardOf(line, cards.length + 1, tagFor))
  }
  const changes: Change[] = [
    ...[...tags.values()].map((row): Change => ({ kind: 'tag', id: row.id, row })),
    ...cards.map((row): Change => ({ kind: 'card', id: row.id, row })),
    ...groups.map((row): Change => ({ kind: 'group', id: row.id, row })),
  ]
  const named = (name: string) => tags.get(tagName(name))?.id ?? missing(name)
  return {
    changes,
    card: (n) => cards[n - 1]?.id ?? missing(`card ${n}`),
    tag: named,
    group: (title) => groups.find((each) => each.title === title)?.id ?? missing(title),
    nameOf: (id) => [...tags.values()].find((tag) => tag.id === id)?.name ?? missing(id),
    numberOf: (id) => 1 + cards.findIndex((card) => card.id === id),
  }
}

/** The prefix shows the kind: `a` for tags, `c` for cards, `e` for groups. */
export function sampleId(prefix: 'a' | 'c' | 'e', n: number): Id {
  return prefix + n.toString(16).padStart(23, '0')
}

function cardOf(line: string, n: number, tagFor: (name: string) => Id): Card {
  const [type = '', ...words] = line.split(' ')
  if (!isCardType(type)) throw new Error(`No card type at the beginning of: ${line}`)
  const marked = (sign: string) => words.filter((word) => word.startsWith(sign)).map((word) => word.slice(1))
  const texts = words.filter((word) => !word.startsWith('#') && !word.startsWith('@')).join(' ')
  const [content = '', ...subnotes] = texts.split(' / ').map((part) => part.trim())
  const color = marked('@')[0] ?? null
  if (color !== null && !isColor(color)) throw new Error(`No colour: ${color}`)
  return {
    id: sampleId('c', n),
    type,
    content,
    address: addressAfter(null, { type, content }),
    subnotes: subnotes.map((part, i) => ({ id: sampleId('c', n * 1000 + i), text: part, isTicked: false })),
    tagIds: marked('#').map((name) => tagFor(name.replaceAll('.', ' '))),
    ...INITIAL_VALUES,
    color,
    ...NO_LINKS,
    ...timesOf(n),
  }
}

function groupOf(
  [, kind, title = '', names = '']: RegExpExecArray,
  n: number,
  tagFor: (name: string) => Id,
): TagGroup {
  const tagIds = names
    .split(',')
    .map(tagName)
    .filter((name) => name !== '')
    .map(tagFor)
  return { id: sampleId('e', n), title, color: null, isHidden: kind === 'hidden', tagIds, ...timesOf(n) }
}

function timesOf(n: number): { createdAt: number; updatedAt: number } {
  return { createdAt: n * 1000, updatedAt: n * 1000 + 500 }
}

function isCardType(text: string): text is CardType {
  return CARD_TYPES.some((type) => type === text)
}

function isColor(text: string): text is Color {
  return COLORS.some((color) => color === text)
}

function missing(what: string): never {
  throw new Error(`The sample has no ${what}`)
}
