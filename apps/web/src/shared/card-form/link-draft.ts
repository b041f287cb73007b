import { addressOfLink, completeAddress, isAddress, NOT_AN_ADDRESS, unsafeAddress } from '@cardinal/domain'
import { contentOfLink, type LinkTexts, textOfLink } from '../cards/link-text.ts'

/** The text in the address field. */
export function shownAddress({ content, address }: LinkTexts): string {
  return address === undefined ? (addressOfLink(content) ?? '') : (address ?? '')
}

/** What another text changes in a draft. */
export function withLinkText(draft: LinkTexts, text: string): Pick<LinkTexts, 'content' | 'linkText'> {
  if (draft.type !== 'link' || !draft.address) return { content: text }
  return { content: contentOfLink(text, completeAddress(draft.address)), linkText: text }
}

/** What another address changes in a draft. The former address is removed from the text if it was there. */
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
