import {
  addressOfLink,
  type Card,
  type CardType,
  type Change,
  COLORS,
  type Color,
  type Id,
  INITIAL_VALUES,
  NO_LINKS,
  NOTHING_ASKED,
  parseSearch,
  type Tag,
  type TagGroup,
} from '@cardinal/domain'

const HOUR = 3_600_000

/** Groups of the sample, so that related tags highlight together. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  kitchen: [
    'recipe',
    'soup',
    'baking',
    'bread',
    'pasta',
    'dinner',
    'breakfast',
    'vegetarian',
    'quick',
    'technique',
  ],
  ward: ['cardiology', 'pediatrics', 'infection', 'emergency', 'neurology', 'drug', 'dose', 'anatomy'],
  studio: ['website', 'design', 'copy', 'launch', 'bug', 'shop', 'client'],
}

/** Rows of a sample workspace, with dates relative to now. `cardLines`: in the notation of `sample-cards.ts`. */
export function sampleWorkspace(cardLines: string, now: number): Change[] {
  const tagIdsByName = new Map<string, Id>()
  const lines = cardLines.trim().split('\n')
  const cards = lines.map((line, index) => {
    const createdAt = now - Math.round(index ** 1.45 * 2.6 * HOUR) - HOUR
    return readCard(line, index, createdAt, tagIdsByName)
  })
  const usesByName = countUses(lines)
  const tags = [...tagIdsByName].map(([name, id]): Tag => {
    const clickCount = Math.floor((usesByName.get(name) ?? 0) / 3)
    const lastClickedAt = clickCount > 0 ? now - clickCount * 5 * HOUR : null
    return {
      id,
      name,
      color: null,
      clickCount,
      lastClickedAt,
      createdAt: now - 4000 * HOUR,
      updatedAt: now - 4000 * HOUR,
    }
  })
  const groups = Object.entries(GROUPS).map(([title, names], index): TagGroup => {
    const tagIds = names.flatMap((name) => tagIdsByName.get(name) ?? [])
    return { id: idOf(3, index), title, color: null, isHidden: false, tagIds, createdAt: 0, updatedAt: 0 }
  })
  return [
    ...tags.map((row): Change => ({ kind: 'tag', id: row.id, row })),
    ...groups.map((row): Change => ({ kind: 'group', id: row.id, row })),
    ...cards.map((row): Change => ({ kind: 'card', id: row.id, row })),
  ]
}

function readCard(line: string, index: number, createdAt: number, tagIdsByName: Map<string, Id>): Card {
  const [type = '', text = '', tags = '', color = ''] = line.split('|').map((part) => part.trim())
  const card = { type: type as CardType, content: text.replace(SUBNOTE, '').trim() }
  return {
    id: idOf(1, index),
    ...card,
    address: card.type === 'link' ? addressOfLink(card.content) : null,
    subnotes: [...text.matchAll(SUBNOTE)].map(([, tick, words], at) => ({
      id: idOf(4, index * 10 + at),
      text: words ?? '',
      isTicked: tick !== undefined,
    })),
    tagIds: tags.split(',').map((name) => tagId(name.trim(), tagIdsByName)),
    ...INITIAL_VALUES,
    color: COLORS.find((known: Color) => known === color) ?? null,
    ...NO_LINKS,
    createdAt,
    updatedAt: createdAt,
  }
}

const SUBNOTE = /\[(x )?([^[\]]+)\]/g

function tagId(name: string, tagIdsByName: Map<string, Id>): Id {
  const known = tagIdsByName.get(name)
  if (known !== undefined) return known
  const id = idOf(2, tagIdsByName.size)
  tagIdsByName.set(name, id)
  return id
}

function countUses(lines: readonly string[]): Map<string, number> {
  const uses = new Map<string, number>()
  for (const line of lines) {
    for (const name of (line.split('|')[2] ?? '').split(',')) {
      uses.set(name.trim(), (uses.get(name.trim()) ?? 0) + 1)
    }
  }
  return uses
}

/** An id made of the kind and a number. */
function idOf(kind: number, index: number): Id {
  return kind.toString(16).padStart(8, '0') + index.toString(16).padStart(16, '0')
}

/** The most cards shown. The count includes all. */
const MOST_SHOWN = 6

/** The query for the text of the sample's searchbar. */
export function sampleQuery(text: string) {
  return {
    type: null,
    search: parseSearch(text),
    second: NOTHING_ASKED,
    onlyTags: false,
    colors: [],
    dates: null,
    done: null,
    order: { by: 'recently', of: 'added' },
    offset: 0,
    limit: MOST_SHOWN,
    parts: 'all',
  } as const
}
