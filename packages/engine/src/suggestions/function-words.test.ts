import { fold, wordsOf } from '@cardinal/domain'
import { expect, it } from 'vitest'
import { FUNCTION_WORDS } from './function-words.ts'

it('[SB-8] function words are written as the words of a folded text are', () => {
  for (const word of FUNCTION_WORDS) expect(wordsOf(fold(word))).toEqual([word])
})
