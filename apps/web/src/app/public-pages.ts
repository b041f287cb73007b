import type { ComponentType } from 'react'
import type { SiteKind } from '../shared/site/site-options.ts'

interface PublicPage {
  readonly path: string
  /** The title in the tab and in search engines. */
  readonly title: string
  /** For search engines and shared links: one sentence or two. */
  readonly description: string
  readonly load: () => Promise<{ default: ComponentType }>
  /** Overrides for a private site. */
  readonly private?: { readonly title?: string; readonly description: string }
}

/** The start page of a private site. */
const start: PublicPage = {
  path: '/',
  title: 'Cardinal: sign in',
  description: 'Sign in to your notes, links and todos, and find them by the tags you remember.',
  load: () => import('../features/landing/start-page.tsx'),
}

const landing: PublicPage = {
  path: '/',
  title: 'Cardinal: find what you saved by the tags you remember',
  description:
    'Keep notes, links and todos, and find them in seconds: type the one tag you remember, and the tags you forgot come to you.',
  load: () => import('../features/landing/landing-page.tsx'),
}

const informational: readonly PublicPage[] = [
  {
    path: '/docs',
    title: 'User manual',
    description:
      'How Cardinal works, how the searchbar reads what you type, and ten worked examples from ten walks of life.',
    load: () => import('../features/pages/docs/docs-page.tsx'),
  },
  {
    path: '/guides',
    title: 'Video guides',
    description:
      'Short guides to the things people do first: save, tag, find, group, import and work offline.',
    load: () => import('../features/pages/guides-page.tsx'),
  },
  {
    path: '/faqs',
    title: 'Frequently asked questions',
    description:
      'Answers about tags, searching, offline use, plans, privacy and leaving again with your data.',
    load: () => import('../features/pages/faqs-page.tsx'),
  },
  {
    path: '/tips',
    title: 'Precaution',
    description:
      'What not to store in Cardinal, how to choose tags that last, and how to keep a copy of your own.',
    load: () => import('../features/pages/tips-page.tsx'),
  },
  {
    path: '/about',
    title: 'About',
    description: 'Why Cardinal exists: you recognise tags far better than you recall them.',
    load: () => import('../features/pages/about-page.tsx'),
  },
  {
    path: '/contact',
    title: 'Contact',
    description: 'How to reach the people behind Cardinal, by email or at the office in Pune, India.',
    private: { description: 'How to reach the person who runs this server of Cardinal.' },
    load: () => import('../features/pages/contact-page.tsx'),
  },
  {
    path: '/shipping',
    title: 'Shipping policy',
    description: 'Cardinal is delivered over the internet: nothing is shipped, and access begins at once.',
    private: { description: 'Nothing is shipped: Cardinal is a page in the browser, served by this server.' },
    load: () => import('../features/pages/shipping-page.tsx'),
  },
  {
    path: '/refund',
    title: 'Refund policy',
    description: 'When and how payments for Cardinal are refunded, and how to cancel.',
    private: { description: 'Nothing is sold on this server, so that there is nothing to refund.' },
    load: () => import('../features/pages/refund-page.tsx'),
  },
  {
    path: '/privacy-policy',
    title: 'Privacy policy',
    description:
      'What Cardinal stores of you (your name, your email and what you save), why, where, and your rights.',
    load: () => import('../features/pages/privacy-page.tsx'),
  },
  {
    path: '/terms-of-service',
    title: 'Terms of service',
    description: 'The terms on which Cardinal is offered, in twelve sections.',
    load: () => import('../features/pages/terms-page.tsx'),
  },
]

const pricing: PublicPage = {
  path: '/pricing',
  title: 'Plans and pricing',
  description: 'Free for up to 500 cards. Paid plans lift the limit, at a price set for your country.',
  private: { description: 'What an account on this server may hold. Nothing is sold here.' },
  load: () => import('../features/pricing/pricing-page.tsx'),
}

/** Pages that anyone can read. The build writes them as HTML, and the sitemap lists them. */
export const publicPages = { landing, start, informational, pricing }

/** The address of the public offer, on sites with another start page. */
export const TOUR = '/tour'

/** Returns all pages of a kind of site. */
export function pagesOf(kind: SiteKind): readonly PublicPage[] {
  const others = [...informational, pricing]
  if (kind === 'public') return [landing, ...others]
  return [start, { ...landing, path: TOUR }, ...others.map((page) => ({ ...page, ...page.private }))]
}
