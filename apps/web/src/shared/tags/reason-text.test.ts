import type { SuggestionReason } from '@cardinal/engine'
import { describe, expect, it } from 'vitest'
import { countOf, reasonSentence, reasonText } from './reason-text.ts'

const names: Record<string, string> = { a: 'maths', b: 'school' }
const nameOfTag = (id: string) => names[id]

describe('[SB-8] each suggestion says why', () => {
  it.each<[SuggestionReason, string]>([
    [{ kind: 'on-matches', count: 7, of: 9 }, 'on 7 of 9 of these'],
    [{ kind: 'name', match: 'prefix' }, 'starts with what you typed'],
    [{ kind: 'saved-search', count: 1 }, 'in 1 saved search'],
    [{ kind: 'saved-search', count: 2 }, 'in 2 saved searches'],
    [{ kind: 'clicks', count: 1, lastClickedAt: null }, 'you searched it once'],
    [{ kind: 'clicks', count: 1200, lastClickedAt: 5 }, 'you searched it 1,200 times'],
    [{ kind: 'in-text' }, 'named in the text'],
    [{ kind: 'site', site: 'example.org', count: 4, of: 5 }, 'on 4 of 5 from example.org'],
    [{ kind: 'words', words: ['lemon', 'cake'], count: 3 }, 'on 3 cards with words such as “lemon”, “cake”'],
    [{ kind: 'words', words: ['a', 'cake'], count: 1 }, 'on 1 card with words such as “cake”'],
    [{ kind: 'words', words: ['a', 'is'], count: 1 }, 'on 1 card with words such as “a”, “is”'],
    [{ kind: 'words', words: ['cake'], count: 2 }, 'on 2 cards with “cake”'],
    [{ kind: 'together', tagIds: ['a'], count: 3 }, 'with maths on 3 cards'],
    [{ kind: 'together', tagIds: ['gone'], count: 1 }, 'with a chosen tag on 1 card'],
    [{ kind: 'used', count: 40 }, 'on 40 cards'],
    [{ kind: 'recent', count: 4, of: 30 }, 'used lately'],
  ])('the reason of a suggestion is written out: %j', (reason, text) => {
    expect(reasonText(reason, nameOfTag)).toBe(text)
  })

  it('[HM-8] the count beside a suggestion is that of the reason about cards, else of all cards', () => {
    expect(countOf([{ kind: 'used', count: 3 }], 16)).toBe(3)
    expect(
      countOf(
        [
          { kind: 'clicks', count: 2, lastClickedAt: null },
          { kind: 'used', count: 3 },
        ],
        16,
      ),
    ).toBe(3)
    expect(countOf([{ kind: 'in-text' }, { kind: 'on-matches', count: 2, of: 4 }], 99)).toBe(2)
    expect(countOf([{ kind: 'in-text' }], 99)).toBe(99)
  })

  it('several reasons of a suggestion are joined into one sentence, strongest first', () => {
    expect(reasonSentence([{ kind: 'in-text' }, { kind: 'used', count: 2 }], nameOfTag)).toBe(
      'named in the text; on 2 cards',
    )
  })
})
