import { checkName, isCalled, withRelations } from '@cardinal/domain'
import { tags } from '@cardinal/testing'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { cleanTagName, knownTagName, nameInFile, splitTags } from './tag-names.ts'

it.each([
  ['recipes', 'recipes'],
  ['  Slow   Food ', 'slow food'],
  ['C++', 'cplusplus'],
  ['1️⃣', 'keycap 1'],
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
  ['🎬', 'clapper board'],
  ['❤️', 'red heart'],
  ['❤', 'red heart'],
  ['👩‍💻', 'woman technologist'],
  ['🇫🇷', 'flag france'],
  ['100%', '100 percent'],
  ['🎬 films', 'films'],
  ['a b c d e f g h i j k l m n', 'a b c d e f g h i j k l'],
  ['a_b_c_d_e_f_g_h_i_j_k_l_m', 'a_b_c_d_e_f_g_h_i_j_k_l_'],
])('[TG-2] the name %s is cleaned to %s', (from, to) => {
  expect(cleanTagName(from)).toBe(to)
})

it('[TG-2] a name with more words than allowed for new names is used if a tag already has it', () => {
  const name = 'a b c d e f g h i j k l m'
  expect(knownTagName('A b c d e f g h i j k l m', (known) => known === name)).toBe(name)
  expect(knownTagName(name, () => false)).toBe('a b c d e f g h i j k l')
})

it('[TG-2] property: a cleaned name is valid, and cleaning it again changes nothing', () => {
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

it('[TG-2] property: an import does not change a name of a tag that is already valid', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\p{L}\p{N}][\p{L}\p{N}_ ]{0,40}$/u), (text) => {
      const kept = checkName(text)
      if (kept.ok) expect(cleanTagName(text)).toBe(kept.value)
    }),
  )
})

it('[TG-2] names in a list may be separated by commas, semicolons or bars', () => {
  expect(splitTags(' a, b c;d|e ,, ')).toEqual(['a', 'b c', 'd', 'e'])
})

it.each([
  ['cplusplus', 'C++', 'C++'],
  ['javascript', 'JavaScript', 'JavaScript'],
  ['books', '📚', '📚'],
  ['reading', '📚', 'reading'],
  ['c plus', 'c;+', 'c plus'],
  ['js', 'JavaScript', 'js'],
])('[TG-7] a tag %s that is shown as %s is written to files as %s', (name, displayName, written) => {
  expect(nameInFile({ name, displayName })).toBe(written)
})

it('[TG-7] property: an export writes a tag by one of its names, and an import of that name finds the tag', () => {
  const shown = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.stringMatching(/^[ a-cA-C+#.;|,'-]{1,6}$/),
  )
  let spelled = 0
  fc.assert(
    fc.property(tags, shown, (row, displayName) => {
      const name = cleanTagName(displayName) ?? 'books'
      const tag = withRelations({ ...row, name }, { otherNames: [displayName], displayName })
      const written = nameInFile(tag)
      expect(isCalled(tag, written)).toBe(true)
      expect(splitTags(written)).toEqual([written])
      expect(cleanTagName(written)).toBe(name)
      if (written !== name) spelled++
    }),
    { numRuns: 1000 },
  )
  expect(spelled).toBeGreaterThan(100)
})

it.each([
  ['a, "b, c"; "d" | e', ['a', 'b, c', 'd', 'e']],
  ['"a, b', ['"a', 'b']],
  ['"a" b, 5" disk, ""', ['"a" b', '5" disk']],
  [' a ,, b,', ['a', 'b']],
])('[TG-7] the cell %j has the tags %j', (text, names) => {
  expect(splitTags(text)).toEqual(names)
})
