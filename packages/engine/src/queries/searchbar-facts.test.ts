import type { SearchbarSubject } from '@cardinal/domain'
import { IMPLEMENTATIONS, workedExample } from '@cardinal/testing'
import { describe, expect, it } from 'vitest'

describe.each(IMPLEMENTATIONS)('what adding depends on: %s', (_, create) => {
  const LINES = `
    note buy more milk #machine.learning
    todo Call home #tea`
  const facts = (text: string, subject: SearchbarSubject | null = 'note') =>
    workedExample(create(), LINES).workspace.ask('searchbarFacts', { text, subject })

  it.each([
    ['tea', true],
    ['TEA', true],
    ['coffee, tea', true],
    ['learn', true],
    ['coffee, mach', true],
    ['earn', false],
    ['coffee', false],
    ['call, -tea', true],
    ['call, -TE', true],
    ['call, -urgent', false],
    ['sell -tea', false],
    ['tea with milk', false],
    ['', false],
  ])(
    '[SB-2] a tag matches a card text where a word names it, or begins a part of its name: %j %s',
    (text, is) => {
      expect(facts(text).aTagMatches).toBe(is)
    },
  )

  it.each([
    ['tea', true],
    ['coffee, tea', true],
    ['learn', false],
    ['machine learning', true],
    ['te', false],
  ])('[SB-2] a tag is added by its whole name, so that only a taken one is in the way: %j %s', (text, is) => {
    expect(facts(text, 'tag').aTagMatches).toBe(is)
  })

  it.each([
    ['buy more milk', true],
    ['  buy more milk ', true],
    ['Call home', true],
    ['call home', false],
    ['buy more', false],
    ['', false],
  ])('[SB-2] a text equals a card to the letter, white space around it aside: %j %s', (text, is) => {
    expect(facts(text).equalsACard).toBe(is)
  })
})
