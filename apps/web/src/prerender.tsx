import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { descriptionOf } from './app/page-descriptions.ts'
import { pageTitle } from './app/page-title.ts'
import { pagesOf } from './app/public-pages.ts'
import { PublicRoot } from './app/public-root.tsx'
import { drawFor, type SiteKind } from './shared/site/site-options.ts'

export interface RenderedPage {
  readonly path: string
  readonly title: string
  readonly description: string
  readonly html: string
}

/** All public pages of a kind of site as HTML. Runs in Node, at build. */
export async function renderPages(kind: SiteKind): Promise<RenderedPage[]> {
  const pages = pagesOf(kind)
  const drawn = await Promise.all(pages.map(async ({ load }) => (await load()) as { default: ComponentType }))
  drawFor(kind)
  return pages.map(({ path, title }, n) => {
    const Page = drawn[n]?.default ?? Nothing
    const description = descriptionOf(path, kind)
    return { path, title: pageTitle(title), description, html: renderToString(<PublicRoot page={Page} />) }
  })
}

const Nothing = () => null
