import { CARD_TYPES, COLORS } from '@cardinal/domain'
import { type FoundCard, type FoundFile, type FoundRow, plainCard } from './found.ts'
import { linkRow } from './link-row.ts'
import { readSubnotes } from './read-subnotes.ts'
import { inSlices } from './slices.ts'
import { readTime } from './times.ts'

/** A card of our own export begins with this, followed by JSON, and ends with the other. */
export const CARD_BEGINS = '<!-- card '
export const CARD_ENDS = '<!-- end of card -->'

/**
 * Reads our own export (cards between marks that Markdown doesn't show), or any list of `[title](address)`
 * links, headings as folders and `#words` behind a link as tags.
 */
export async function readMarkdown(text: string): Promise<FoundFile> {
  const lines = text.split(/\r\n|\r|\n/)
  const isOwn = lines.some((line) => line.startsWith(CARD_BEGINS))
  return { rows: await (isOwn ? readOwn(lines) : readLinks(lines)), tags: [], groups: [] }
}

async function readOwn(lines: readonly string[]): Promise<FoundRow[]> {
  const rows: FoundRow[] = []
  let open: { about: string; content: string[] } | null = null
  for await (const line of inSlices(lines)) {
    if (open === null) {
      if (line.startsWith(CARD_BEGINS)) open = { about: line.slice(CARD_BEGINS.length), content: [] }
    } else if (line === CARD_ENDS) {
      rows.push({ row: rows.length + 1, ...ownCard(open.about, open.content.join('\n')) })
      open = null
    } else open.content.push(line.replace(/^\\(\\*<!-- )/, '$1'))
  }
  if (open !== null) rows.push({ row: rows.length + 1, reason: 'The file ends in the middle of this card.' })
  return rows
}

function ownCard(about: string, visible: string): { card: FoundCard } | { reason: string } {
  try {
    const facts = JSON.parse(about.replace(/ *-->\s*$/, '')) as Readonly<Record<string, unknown>>
    const { type, tags, titles, color, is_public: isPublic, createdAt } = facts
    const content = typeof facts.content === 'string' ? facts.content : visible
    return {
      card: {
        ...plainCard(CARD_TYPES.find((known) => known === type) ?? 'note', content),
        tags: Array.isArray(tags) ? tags.filter((name) => typeof name === 'string') : [],
        subnotes: readSubnotes(titles),
        color: COLORS.find((known) => known === color) ?? null,
        isPublic: isPublic === true,
        createdAt: readTime(createdAt),
      },
    }
  } catch {
    return { reason: 'The line that begins this card is damaged.' }
  }
}

async function readLinks(lines: readonly string[]): Promise<FoundRow[]> {
  const rows: FoundRow[] = []
  const folders: { depth: number; name: string }[] = []
  for await (const line of inSlices(lines)) {
    const [, marks, name] = /^(#{1,6})\s+(.+?)\s*#*$/.exec(line) ?? []
    if (marks !== undefined && name !== undefined) {
      while ((folders.at(-1)?.depth ?? 0) >= marks.length) folders.pop()
      folders.push({ depth: marks.length, name })
      continue
    }
    const links = [...line.matchAll(/\[((?:[^[\]\\]|\\.)*)\]\(\s*<?([^)\s>]+)>?[^)]*\)/g)]
    const tags = [...line.matchAll(/(?<=\s)#([\p{L}\p{N}][\p{L}\p{N}\p{M}_+#.-]*)/gu)].flatMap(
      ([, tag]) => tag ?? [],
    )
    for (const [, title = '', address = ''] of links) {
      const found = linkRow({ address, title: title.replace(/\\(.)/g, '$1'), description: '' })
      const around = { tags, folders: folders.map((folder) => folder.name) }
      rows.push({
        row: rows.length + 1,
        ...('reason' in found ? found : { card: { ...found.card, ...around } }),
      })
    }
  }
  return rows
}
