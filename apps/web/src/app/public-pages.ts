import type { ComponentType } from 'react'

export interface PublicPage {
  readonly path: string
  readonly title: string
  /** For search engines and shared links: one sentence. */
  readonly description: string
  readonly load: () => Promise<{ default: ComponentType }>
}

/** Pages that anyone can read. They are written out as HTML at build; the sitemap lists them. */
export const publicPages = [
  {
    path: '/',
    title: 'Cardinal: find what you saved by the tags you remember',
    description:
      'Keep notes, links and todos, and find them in seconds: type the one tag you remember, and the others come to you.',
    load: () => import('../features/landing/landing-page.tsx'),
  },
] as const satisfies readonly PublicPage[]
