import { existsSync } from 'node:fs'
import { WorkspaceIndex } from '@cardinal/engine'
import { describe, expect, it } from 'vitest'
import { SAMPLE_CARDS } from '../../../shared/sample/sample-cards.ts'
import { sampleQuery, sampleWorkspace } from '../../../shared/sample/sample-workspace.ts'
import { CHAPTERS, holds } from './chapters.ts'

describe('the manual', () => {
  it('[PG-4] the manual is found by words of its chapters, in any order', () => {
    const found = (search: string) => CHAPTERS.filter((chapter) => holds(chapter, search)).map(({ id }) => id)
    expect(found('')).toHaveLength(CHAPTERS.length)
    expect(found('bookmarks file')).toEqual(['pages-of-links', 'import'])
    expect(found('FILE bookmarks')).toEqual(['pages-of-links', 'import'])
    expect(found('hotkey'), 'a word of people, not of the text').toEqual(['keyboard'])
    expect(found('ios shortcut')).toEqual(['iphone'])
    expect(found('delete account')).toEqual(['account'])
    expect(found('zebra crossing')).toEqual([])
  })

  it('[PG-4] the manual has a picture for each chapter that names one, light and dark', () => {
    const missing = CHAPTERS.flatMap(({ id, picture }) =>
      picture === undefined ? [] : ['light', 'dark'].map((theme) => `manual-${id}-${theme}.webp`),
    ).filter((file) => !existsSync(new URL(`../../../../public/pictures/${file}`, import.meta.url)))
    expect(missing).toEqual([])
  })

  it('[PG-4] the manual gives examples that find some cards of the sample, and not all', () => {
    const index = new WorkspaceIndex()
    index.apply(sampleWorkspace(SAMPLE_CARDS, Date.now()))
    const total = (text: string) => index.ask('matchCards', sampleQuery(text)).total
    for (const { examples = [] } of CHAPTERS)
      for (const { search } of examples) {
        expect(total(search), search).toBeGreaterThan(0)
        expect(total(search), search).toBeLessThan(total(''))
      }
  })
})
