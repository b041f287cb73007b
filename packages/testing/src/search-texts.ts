import fc, { type Arbitrary } from 'fast-check'
import { names, texts } from './arbitraries.ts'

/** Words that are likely to match: a name, its prefix, a fragment of a text. */
export const words: Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: names },
  {
    weight: 2,
    arbitrary: fc.tuple(names, fc.integer({ min: 1, max: 4 })).map(([name, n]) => name.slice(0, n)),
  },
  { weight: 1, arbitrary: fc.constantFrom('c++', 'C+', 'd3.js', '🌱') },
  { weight: 3, arbitrary: texts },
)

/**
 * Typed words with a letter swapped, dropped, doubled or replaced, or with another ending. Some texts have
 * several.
 */
export const looseTexts: Arbitrary<string> = fc
  .array(fc.tuple(words, fc.nat(9), fc.constantFrom('swap', 'drop', 'double', 'replace', 'end', 'none')), {
    minLength: 1,
    maxLength: 3,
  })
  .chain((typed) => fc.constantFrom(' ', ', ', '-').map((between) => typed.map(mistyped).join(between)))

function mistyped([word, at, how]: readonly [string, number, string]): string {
  const [before, one, two, after] = [
    word.slice(0, at),
    word.charAt(at),
    word.charAt(at + 1),
    word.slice(at + 2),
  ]
  if (how === 'end') return `${before}ed`
  const here = { swap: two + one, drop: two, double: one + one + two, replace: `e${two}`, none: one + two }[
    how
  ]
  return before + here + after
}

/** Words, commas and minus signs only. */
export const commaTexts: Arbitrary<string> = fc
  .array(fc.tuple(fc.constantFrom('', '', '', '-'), words), { maxLength: 3 })
  .map((parts) => parts.map(([minus, word]) => minus + word).join(', '))

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** Fields with values that are likely to match, and quotes. */
const fields: Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    'is:done',
    'is:open',
    'is:todo',
    'is:note',
    'is:link',
    'is:untagged',
    'is:duplicate',
    'is:dead',
  ),
  fc.constantFrom('has:subtasks', 'has:parent', 'has:children', 'has:description', 'has:copy'),
  fc.constantFrom('has:file', '-has:file'),
  fc.constantFrom('site:ex.com', 'site:a.b', 'workspace:all'),
  fc.constantFrom('color:red', 'color:none', 'type:link', 'tags:0', 'tags:>1', 'tags:<=2', 'tags:1..3'),
  fc.constantFrom('created:2023', 'updated:2023-11-14', 'created:>1970', 'updated:last 9 years'),
  fc.constantFrom('due:2026-02', 'due:>=2026-02-28', 'due:<today', 'due:next 2 days', 'is:overdue'),
  fc.constantFrom('done:today', 'done:1970', 'done:>=1970-01-01', 'done:<2020', 'done:2023-11'),
  fc.constantFrom('start:none', 'start:any', 'start:>2026-02-27', 'start:<today', 'start:2026-02-28'),
  fc.constantFrom('due:none', 'due:any', 'due:overdue', 'due:week', 'created:last week', 'colour:red'),
  names.map((name) => `tag:${name}`),
  names.map((name) => `tag:${name}!`),
  names.map((name) => `group:${name}`),
  fc.oneof(names, texts).map((text) => `text:${quoted(text)}`),
  fc.oneof(names, texts).map((text) => `copy:${quoted(text)}`),
  fc.oneof(names, texts, fc.constantFrom('.pdf', 'photo', 'FILE')).map((text) => `file:${quoted(text)}`),
  fc.oneof(names, texts).map(quoted),
)

/** A name with a star somewhere. */
const patterns: Arbitrary<string> = fc
  .tuple(names, fc.nat(6), fc.nat(3))
  .map(([name, at, gone]) => `${name.slice(0, at)}*${name.slice(at + gone)}`)

/**
 * Words, fields, alternatives and parentheses, some malformed.
 *
 * @param depth the greatest nesting
 */
function lists(depth: number): Arbitrary<string> {
  const plain = [
    { weight: 3, arbitrary: words },
    { weight: 3, arbitrary: fields },
    { weight: 1, arbitrary: patterns },
  ]
  const inner = depth === 0 ? null : lists(depth - 1)
  const nested =
    inner === null
      ? []
      : [
          { weight: 2, arbitrary: inner.map((list) => `(${list})`) },
          { weight: 1, arbitrary: inner.map((list) => `(${list}`) },
        ]
  const operand = fc
    .tuple(fc.constantFrom('', '', '', '-', '- '), fc.oneof(...plain, ...nested))
    .map((parts) => parts.join(''))
  const choice = fc
    .tuple(operand, fc.constantFrom(' | ', ' OR ', '|'), operand)
    .map((parts) => parts.join(''))
  const piece = fc.oneof({ weight: 3, arbitrary: operand }, { weight: 1, arbitrary: choice })
  return fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join(', '))
}

export const searchTexts: Arbitrary<string> = fc.oneof(
  { weight: 2, arbitrary: commaTexts },
  { weight: 3, arbitrary: lists(2) },
)
