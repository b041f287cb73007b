import { type CardType, withoutAddress } from '@cardinal/domain'

/** The text and the address of a link in an editor. Other cards have only a text. */
export interface LinkTexts {
  readonly type: CardType
  readonly content: string
  /** As typed. Empty or null: none. Absent: the address in the content. */
  readonly address?: string | null
  /** The content without the address, during typing. */
  readonly linkText?: string
}

/** The content without the address: the title, and below it the description. */
export function textOfLink({ type, content, address, linkText }: LinkTexts): string {
  if (type !== 'link' || !address) return content
  if (linkText !== undefined) return linkText
  const { above, behind } = withoutAddress(content, address)
  if (above === '') return behind.startsWith('\n') ? behind : behind.trimStart()
  if (behind === '' || above.endsWith('\n')) return above.replace(/\n$/, '') + behind
  return `${above.trimEnd()} ${behind.trimStart()}`
}

/** The content of a link: its text, with the address on a line below the title. Undoes `textOfLink`. */
export function contentOfLink(text: string, address: string | null): string {
  const lines = text.split('\n')
  if (!address || lines.some((line) => line.trim() === address)) return text
  if (text !== '') lines.splice(1, 0, address)
  return text === '' ? address : lines.join('\n')
}
