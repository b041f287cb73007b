import { readFileSync } from 'node:fs'
import { type Card, INITIAL_VALUES, NO_LINKS, type Tag, tagName } from '@cardinal/domain'

/** A real person's link cards with their tags, oldest first. */
export interface History {
  readonly tags: readonly Tag[]
  readonly cards: readonly Card[]
}

/** Reads a bookmark file of a browser or bookmark service. Links without tags are skipped. */
export function readBookmarks(path: string): History {
  const tagByName = new Map<string, Tag>()
  const cards: Card[] = []
  for (const [, attributes = '', title = '', description = ''] of readFileSync(path, 'utf8').matchAll(
    ENTRY,
  )) {
    const names = attributeOf(attributes, 'TAGS')
      .split(',')
      .map(tagName)
      .filter((name) => name !== '')
    const createdAt = Number(attributeOf(attributes, 'ADD_DATE')) * 1000
    if (names.length === 0) continue
    for (const name of names) if (!tagByName.has(name)) tagByName.set(name, newTag(name, tagByName.size))
    const address = attributeOf(attributes, 'HREF')
    const texts = [unescaped(title), address, unescaped(description)]
    cards.push({
      id: `c${cards.length.toString(16).padStart(23, '0')}`,
      type: 'link',
      content: texts.filter((text) => text !== '').join('\n'),
      address,
      subnotes: [],
      tagIds: [...new Set(names)].flatMap((name) => tagByName.get(name)?.id ?? []),
      ...INITIAL_VALUES,
      ...NO_LINKS,
      createdAt,
      updatedAt: createdAt,
    })
  }
  return { tags: [...tagByName.values()], cards: cards.sort((a, b) => a.createdAt - b.createdAt) }
}

function newTag(name: string, n: number): Tag {
  const id = `a${n.toString(16).padStart(23, '0')}`
  return { id, name, color: null, clickCount: 0, lastClickedAt: null, createdAt: 0, updatedAt: 0 }
}

function attributeOf(attributes: string, name: string): string {
  return unescaped(new RegExp(`${name}="([^"]*)"`, 'i').exec(attributes)?.[1] ?? '')
}

function unescaped(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim()
}

const ENTRY = /<DT><A ([^>]*)>([^<]*)<\/A>(?:\s*<DD>([^<]*))?/gi
