import { expect, it } from 'vitest'
import { withoutLastToken } from './search-tokens.tsx'

it('[SB-5] Backspace after a finished word deletes the whole word', () => {
  const at = (text: string, caret = text.length) => withoutLastToken(text, caret, caret)
  expect(at('maths, old, ')).toBe('maths, ')
  expect(at('maths, -old,')).toBe('maths, ')
  expect(at('maths,')).toBe('')
  expect(at('maths'), 'still being written').toBeNull()
  expect(at('maths, ', 3), 'the caret stands elsewhere').toBeNull()
  expect(withoutLastToken('maths, ', 0, 7), 'a part is marked').toBeNull()
  expect(at(' , ')).toBeNull()
})
