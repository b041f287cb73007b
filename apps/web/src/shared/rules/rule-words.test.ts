import type { RuleParts } from '@cardinal/domain'
import { describe, expect, it } from 'vitest'
import { ruleSentence } from './rule-words.ts'

const rule = (search: string, acts: Partial<RuleParts>): RuleParts => ({
  search,
  addTagIds: [],
  removeTagIds: [],
  keepsCopy: false,
  ...acts,
})
const names: Record<string, string> = { a: 'example', b: 'inbox', c: 'read later' }
const said = (search: string, acts: Partial<RuleParts>) => ruleSentence(rule(search, acts), (id) => names[id])

describe('ruleSentence', () => {
  it.each([
    [
      'type:link, site:example.org',
      { addTagIds: ['a'] },
      'When a link of example.org is added, tag it “example”.',
    ],
    [
      'tag:tea, -tag:cup',
      { addTagIds: ['a', 'c'], removeTagIds: ['b'], color: 'red' as const },
      'When a card with the tag “tea” without the tag “cup” is added, tag it “example” and “read later”, take off “inbox” and colour it red.',
    ],
    [
      'site:a.example | site:b.example',
      { color: null, keepsCopy: true },
      'When a card of a.example or of b.example is added, take its colour off and keep a copy of its page.',
    ],
    [
      'type:note, "green tea"',
      { type: 'todo' as const },
      'When a note with the words “green tea” is added, make it a todo.',
    ],
    [
      'has:file, tags:>2',
      { addTagIds: ['gone'] },
      'When a card that matches “has:file, tags:>2” is added, tag it “a deleted tag”.',
    ],
  ])('[TG-1] %s is said in one sentence', (search, acts, sentence) => {
    expect(said(search, acts)).toBe(sentence)
  })
})
