import { checkName } from '@cardinal/domain'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { cleanTagName, splitTags } from './tag-names.ts'

it.each([
  ['recipes', 'recipes'],
  ['  Slow   Food ', 'slow food'],
  ['C++', 'cplusplus'],
  ['C#', 'csharp'],
  ['.NET', 'dotnet'],
  ['node.js', 'nodedotjs'],
  ['R&D', 'r and d'],
  ['to-read', 'to_read'],
  ["women's health", 'womens health'],
  ['#todo', 'todo'],
  ['a/b: c', 'a b c'],
  ['Größe', 'größe'],
  ['日本', '日本'],
  ['हिन्दी', 'हिन्दी'],
  ['_private', 'private'],
  ['!!!', null],
  ['', null],
  ['🎬', null],
  ['🎬 films', 'films'],
])('[TG-2] %s becomes %s', (from, to) => {
  expect(cleanTagName(from)).toBe(to)
})

it('[TG-2] property: a cleaned name is legal, and cleaning it again changes nothing', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.string({ maxLength: 200 }),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const name = cleanTagName(text)
      if (name === null) return
      expect(checkName(name)).toEqual({ ok: true, value: name })
      expect(cleanTagName(name)).toBe(name)
    }),
    { numRuns: 2000 },
  )
})

it('[TG-2] property: a name that is legal already stays as it is', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\p{L}\p{N}][\p{L}\p{N}_ ]{0,40}$/u), (text) => {
      const kept = checkName(text)
      if (kept.ok) expect(cleanTagName(text)).toBe(kept.value)
    }),
  )
})

it('[TG-2] names stand between commas, semicolons or bars', () => {
  expect(splitTags(' a, b c;d|e ,, ')).toEqual(['a', 'b c', 'd', 'e'])
})
