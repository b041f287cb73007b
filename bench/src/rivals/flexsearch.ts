import { fold, wordsOf } from '@cardinal/domain'
import { Index } from 'flexsearch'
import { wordIndexRival } from './word-index.ts'

/** FlexSearch finds the cards with all words of the phrase; the phrase itself is checked afterwards. */
export const flexSearch = wordIndexRival('FlexSearch', (texts) => {
  const index = new Index({ tokenize: 'forward', encode: (text: string) => wordsOf(fold(text)) })
  texts.forEach((text, id) => {
    index.add(id, text)
  })
  return (phrase) => index.search(phrase, { limit: texts.length }) as number[]
})
