import { addressOfLink, completeAddress, isAddress, NOT_AN_ADDRESS, unsafeAddress } from '@cardinal/domain'
import { contentOfLink, type LinkTexts, textOfLink } from '../cards/link-text.ts'

/** Returns the text of the address field. */
export function shownAddress({ content, address }: LinkTexts): string {
  return address === undefined ? (addressOfLink(content) ?? '') : (address ?? '')
}

/** Returns the change of a draft by another text. */
export function withLinkText(draft: LinkTexts, text: string): Pick<LinkTexts, 'content' | 'linkText'> {
  if (draft.type !== 'link' || !draft.address) return { content: text }
  return { content: contentOfLink(text, completeAddress(draft.address)), linkText: text }
}

/**
 * Returns the change of a draft by another address. If the former address was in the text, it is removed from
 * the text.
 */
export function withAddress(
  draft: LinkTexts,
  address: string,
): Pick<LinkTexts, 'content' | 'address' | 'linkText'> {
  const linkText = textOfLink({ ...draft, address: shownAddress(draft) })
  return { address, linkText, content: contentOfLink(linkText, completeAddress(address)) }
}

/** Returns the problem of an address as a sentence. Null: none. */
export function addressProblem(draft: LinkTexts): string | null {
  const address = completeAddress(draft.address ?? '')
  if (draft.type !== 'link' || address === '') return null
  if (unsafeAddress(address) !== null) return UNSAFE
  return isAddress(address) ? null : NOT_AN_ADDRESS
}

export const UNSAFE = 'This address could run code in your browser, so it cannot be saved as a link.'
