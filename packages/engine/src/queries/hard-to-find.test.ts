import { IMPLEMENTATIONS, workedExample } from '@cardinal/testing'
import { describe, expect, it } from 'vitest'

/** Three notes with the same words and tags, of which the newest two are easy to find. */
const ALIKE = `
  note Soup of the day #recipe #soup
  note Soup of the day #recipe #soup
  note Soup of the day #recipe #soup`

describe.each(IMPLEMENTATIONS)('hardToFind of %s', (_, create) => {
  const asked = (cards: string, more = {}) => {
    const workspace = create()
    const example = workedExample(workspace, cards)
    const query = { among: null, after: null, limit: 100, first: 2, withTags: true, ...more }
    const answer = workspace.ask('hardToFind', query)
    const names = (ids: readonly string[]) =>
      workspace.ask('tagsById', { ids }).map((tag) => tag?.name ?? 'none')
    const found = answer.cards.map(({ cardId, tags }) => ({
      content: workspace.ask('cardsById', { ids: [cardId] })[0]?.content,
      tags: names(tags.map(({ tagId }) => tagId)),
    }))
    return { ...answer, found, example }
  }

  it('[TG-1] hardToFind names the cards that no tag, no word of the title and no three of them bring among the first', () => {
    expect(asked(ALIKE).found).toHaveLength(1)
    expect(asked(ALIKE, { first: 3 }).found).toEqual([])
    const withRareWord = ALIKE.replaceAll(/Soup of/g, (all, at) => `${all} ${'xyz'[at % 3]}${at}`)
    expect(asked(withRareWord).found).toEqual([])
  })

  it('[TG-1] hardToFind lets three conditions together reach what two do not', () => {
    const pairs = `
      note a #one #two #three
      note a #one #two
      note a #one #two
      note a #one #three
      note a #one #three
      note a #two #three
      note a #two #three`
    expect(asked(pairs).found).toEqual([])
    expect(asked(pairs.replace(' #three', '')).found).toHaveLength(1)
  })

  it('[TG-1] hardToFind reads few cards at once and goes on behind the last one', () => {
    const { read, last } = asked(ALIKE, { limit: 2 })
    expect(read).toBe(2)
    expect(asked(ALIKE, { limit: 2, after: last }).read).toBe(1)
    expect(asked(ALIKE, { among: [] })).toMatchObject({ read: 0, last: null, cards: [] })
  })
})
