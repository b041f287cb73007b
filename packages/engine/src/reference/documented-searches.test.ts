import { readFileSync } from 'node:fs'
import { FIELD_NAMES, parseSearch, printSearch, usesSigns } from '@cardinal/domain'
import { IMPLEMENTATIONS, workedExample } from '@cardinal/testing'
import { describe, expect, it } from 'vitest'

const PAGE = readFileSync(new URL('../../../../docs/search.md', import.meta.url), 'utf8')

const CARDS = `
  note espresso #coffee
  note chai #tea #milk
  note flat white #coffee #milk
  note oat milk is in the fridge #shopping
  todo buy java beans @red
  note a language #java
  note another one #javascript #milk
  link https://www.example.org/a #milk
  link https://docs.example.org/b
  link https://docs.example.org/b`

/** What each example of the page finds among the cards above, by their numbers. */
const FOUND: Readonly<Record<string, readonly number[]>> = {
  'tea | coffee, milk': [2, 3],
  '(tea, milk) | coffee': [1, 2, 3],
  'milk, -(tea | coffee)': [4, 7, 8],
  '"oat milk"': [4],
  'java*': [6, 7],
  '-java*': [1, 2, 3, 4, 5, 8, 9, 10],
  'is:open, tags:0': [5],
  'tag:milk, color:none': [2, 3, 7, 8],
  'site:example.org, -is:duplicate': [8],
}

const cells = (row: string) => row.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
const examples = PAGE.slice(PAGE.indexOf('| text | finds |'), PAGE.indexOf('Every search has one'))
  .split('\n')
  .map((row) => /^`(.+)`$/.exec(cells(row)[1] ?? '')?.[1])
  .filter((text) => text !== undefined)

describe('the examples of docs/search.md', () => {
  it('are the texts tried here', () => {
    expect(examples).toEqual(Object.keys(FOUND))
  })

  describe.each(IMPLEMENTATIONS)('%s', (_, create) => {
    it.each(examples)('[SB-1] %s', (text) => {
      expect(workedExample(create(), CARDS).found(text)).toEqual(FOUND[text])
    })
  })

  it('name every field', () => {
    for (const name of FIELD_NAMES) expect(PAGE).toContain(`\`${name}:\``)
  })

  it.each(['note: buy', 'a|b', '(x', '(x)', 'http://a', 'C#', '5" disk', 'is:lost', '2 * 3'])(
    'take %s for a word',
    (text) => {
      expect(PAGE).toContain(`\`${text}\``)
      expect(usesSigns(text)).toBe(false)
    },
  )

  it('are what their canonical texts are', () => {
    for (const text of examples)
      expect(parseSearch(printSearch(parseSearch(text)))).toEqual(parseSearch(text))
  })
})
