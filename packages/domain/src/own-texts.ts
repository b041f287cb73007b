import type { Card } from './card.ts'
import { addressOfLink } from './links.ts'

/** What a person wrote into a link's card, besides the address. */
export interface OwnTexts {
  readonly url: string
  readonly title: string
  readonly description: string
}

/**
 * The title is the first line above the address; without one, the text after the address in its line. All other lines are
 * the description.
 */
export function ownTexts({ content }: Pick<Card, 'content'>): OwnTexts {
  const url = addressOfLink(content) ?? content.trim()
  const at = content.indexOf(url)
  const [above = '', ...more] = linesOf(content.slice(0, at))
  const [behind = '', ...below] = content.slice(at + url.length).split('\n')
  const [title, besides] = above === '' ? [behind.trim(), ''] : [above, behind.trim()]
  const description = [...more, besides, ...below].join('\n').trim()
  return { url, title, description }
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
