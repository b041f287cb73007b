import { expect, it } from 'vitest'
import { nextItem } from './list-item.ts'

/** The text after Enter, with the caret as `|`. Null: a plain line begins. */
function after(marked: string): string | null {
  const next = nextItem(marked.replace('|', ''), marked.indexOf('|'))
  return next && `${next.text.slice(0, next.at)}|${next.text.slice(next.at)}`
}

it.each([
  ['- milk|', '- milk\n- |'],
  ['- milk| and bread', '- milk\n- | and bread'],
  ['a\n  * milk|\nb', 'a\n  * milk\n  * |\nb'],
  ['9. milk|', '9. milk\n10. |'],
  ['1) milk|', '1) milk\n2) |'],
  ['- [x] milk|', '- [x] milk\n- [ ] |'],
  ['- milk\n- |', '- milk\n|'],
  ['- [ ] |', '|'],
  ['milk|', null],
  ['-milk|', null],
  ['|- milk', null],
])('Enter in %j makes %j', (before, text) => {
  expect(after(before)).toBe(text)
})
