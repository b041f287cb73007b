import { IMPLEMENTATIONS, workedExample } from '@cardinal/testing'
import { describe, expect, it } from 'vitest'

const BEST = { order: { by: 'best', of: 'match' } } as const

describe.each(IMPLEMENTATIONS)('the order "Best match": %s', (_, create) => {
  const example = (lines: string) => workedExample(create(), lines)

  it('[HM-2] "Best match" sorts by tag, start of the title, whole word of the title, part of it, whole word of a text, address, and age', () => {
    const { found, changeCard } = example(`
      note dark chocolates / eclipses
      link https://example.org/eclipse-2
      note solar / eclipse
      note on eclipses
      note see eclipse
      note Éclipses of 2027
      note 7 #eclipse
      note lunar / eclipse`)
    changeCard(2, { content: 'moon', address: 'https://example.org/myeclipses' })
    expect(found('eclipse', BEST)).toEqual([7, 6, 5, 4, 8, 3, 2, 1])
    expect(found('eclips', BEST)).toEqual([6, 5, 4, 2, 8, 7, 3, 1])
    expect(found('eclips', { ...BEST, offset: 2, limit: 3, parts: 'page' })).toEqual([4, 2, 8])
  })

  it('[HM-2] "Best match" adds the points of several words, and ignores excluded words', () => {
    const { found } = example(`
      note tea pot
      note green / tea
      note a green tea
      note green tea #cold`)
    expect(found('green, tea', BEST)).toEqual([4, 3, 2])
    expect(found('green, tea, -cold', BEST)).toEqual([3, 2])
    expect(found('tea, -green', BEST)).toEqual([1, 4, 3, 2])
  })

  it('[HM-2] "Best match" reads the title of the page where a link is only its address', () => {
    const { found, changeCard } = example(`
      link https://example.org/a
      note about http
      note a text / http caching`)
    changeCard(1, {
      page: {
        address: 'https://example.org/a',
        title: 'HTTP caching',
        description: '',
        siteName: '',
        language: '',
        icon: '',
        cover: '',
        fetchedAt: 1,
        deadAt: null,
      },
    })
    expect(found('http', BEST)).toEqual([1, 2, 3])
  })

  it('[HM-2] "Best match" without words sorts the newest first', () => {
    const { found } = example('note a\nnote b\ntodo c')
    expect(found('', BEST)).toEqual([3, 2, 1])
    expect(found('type:note', BEST)).toEqual([2, 1])
  })
})
