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
    '[SB-2] a word of the text matches a tag by its name or by the beginning of a part of its name: %j %s',
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
  ])('[SB-2] while a tag is added, only an existing tag with the whole name matches: %j %s', (text, is) => {
    expect(facts(text, 'tag').aTagMatches).toBe(is)
  })

  it.each([
    ['buy more milk', true],
    ['  buy more milk ', true],
    ['Call home', true],
    ['call home', false],
    ['buy more', false],
    ['', false],
  ])(
    '[SB-2] a text equals a card only if all its letters are the same, apart from white space around it: %j %s',
    (text, is) => {
      expect(facts(text).equalsACard).toBe(is)
    },
  )
})
