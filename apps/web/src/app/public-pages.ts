import type { ComponentType } from 'react'
import type { SiteKind } from '../shared/site/site-options.ts'

interface PublicPage {
  readonly path: string
  /** Title of the tab, and in search engines. */
  readonly title: string
  readonly load: () => Promise<{ default: ComponentType }>
}

/** The start page of a private site. */
const start: PublicPage = {
  path: '/',
  title: 'Cardinal: sign in',
  load: () => import('../features/landing/start-page.tsx'),
}

const landing: PublicPage = {
  path: '/',
  title: 'Cardinal: find what you saved by the tags you remember',
  load: () => import('../features/landing/landing-page.tsx'),
}

const informational: readonly PublicPage[] = [
  {
    path: '/docs',
    title: 'User manual',
    load: () => import('../features/pages/docs/docs-page.tsx'),
  },
  {
    path: '/guides',
    title: 'Video guides',
    load: () => import('../features/pages/guides-page.tsx'),
  },
  {
    path: '/faqs',
    title: 'Frequently asked questions',
    load: () => import('../features/pages/faqs-page.tsx'),
  },
  {
    path: '/tips',
    title: 'Precaution',
    load: () => import('../features/pages/tips-page.tsx'),
  },
  {
    path: '/about',
    title: 'About',
    load: () => import('../features/pages/about-page.tsx'),
  },
  {
    path: '/contact',
    title: 'Contact',
    load: () => import('../features/pages/contact-page.tsx'),
  },
  {
    path: '/shipping',
    title: 'Shipping policy',
    load: () => import('../features/pages/shipping-page.tsx'),
  },
  {
    path: '/refund',
    title: 'Refund policy',
    load: () => import('../features/pages/refund-page.tsx'),
  },
  {
    path: '/privacy-policy',
    title: 'Privacy policy',
    load: () => import('../features/pages/privacy-page.tsx'),
  },
  {
    path: '/terms-of-service',
    title: 'Terms of service',
    load: () => import('../features/pages/terms-page.tsx'),
  },
]

const pricing: PublicPage = {
  path: '/pricing',
  title: 'Plans and pricing',
  load: () => import('../features/pricing/pricing-page.tsx'),
}

/** Pages for visitors. The build writes them as HTML, and the sitemap lists them. */
export const publicPages = { landing, start, informational, pricing }

/** Path of the landing page on sites whose start page is another one. */
export const TOUR = '/tour'

/** All pages of a kind of site. */
export function pagesOf(kind: SiteKind): readonly PublicPage[] {
  const others = [...informational, pricing]
  if (kind === 'public') return [landing, ...others]
  return [start, { ...landing, path: TOUR }, ...others]
}
