import type { SiteKind } from '../shared/site/site-options.ts'
import { TOUR } from './public-pages.ts'

const LANDING =
  'Keep notes, links and todos, and find them in seconds: type the one tag you remember, and the tags you forgot come to you.'

/** By path. The build writes them into the pages; the app does not use them. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  '/': LANDING,
  '/docs':
    'How Cardinal works, how the searchbar reads what you type, and ten worked examples from ten walks of life.',
  '/guides': 'Short guides to the things people do first: save, tag, find, group, import and work offline.',
  '/faqs': 'Answers about tags, searching, offline use, plans, privacy and leaving again with your data.',
  '/tips': 'What not to store in Cardinal, how to choose tags that last, and how to keep a copy of your own.',
  '/about': 'Why Cardinal exists: you recognise tags far better than you recall them.',
  '/contact': 'How to reach the people behind Cardinal, by email or at the office in Pune, India.',
  '/shipping': 'Cardinal is delivered over the internet: nothing is shipped, and access begins at once.',
  '/refund': 'When and how payments for Cardinal are refunded, and how to cancel.',
  '/privacy-policy':
    'What Cardinal stores of you (your name, your email and what you save), why, where, and your rights.',
  '/terms-of-service': 'The terms on which Cardinal is offered, in twelve sections.',
  '/pricing': 'Free for up to 500 cards. Paid plans lift the limit, at a price set for your country.',
}

/** Descriptions that differ on a private site. */
const OF_PRIVATE_SITE: Readonly<Record<string, string>> = {
  '/': 'Sign in to your notes, links and todos, and find them by the tags you remember.',
  [TOUR]: LANDING,
  '/contact': 'How to reach the person who runs this server of Cardinal.',
  '/shipping': 'Nothing is shipped: Cardinal is a page in the browser, served by this server.',
  '/refund': 'Nothing is sold on this server, so that there is nothing to refund.',
  '/pricing': 'What an account on this server may hold. Nothing is sold here.',
}

/**
 * The description of a public page for search engines and shared links: one or two sentences.
 *
 * @throws if the page has none
 */
export function descriptionOf(path: string, kind: SiteKind): string {
  const found = (kind === 'private' ? OF_PRIVATE_SITE[path] : undefined) ?? DESCRIPTIONS[path]
  if (found === undefined) throw new Error(`${path} has no description.`)
  return found
}
