import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { pageTitle } from './app/page-title.ts'
import { allPublicPages } from './app/public-pages.ts'
import { PublicRoot } from './app/public-root.tsx'

export interface RenderedPage {
  readonly path: string
  readonly title: string
  readonly description: string
  readonly html: string
}

/** Every public page as HTML; run at build, in Node. */
export async function renderPages(): Promise<RenderedPage[]> {
  return Promise.all(
    allPublicPages.map(async ({ path, title, description, load }) => {
      const { default: Page } = (await load()) as { default: ComponentType }
      return { path, title: pageTitle(title), description, html: renderToString(<PublicRoot page={Page} />) }
    }),
  )
}
