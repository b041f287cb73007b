import { fold, wordsOf } from '@cardinal/domain'
import MiniSearch from 'minisearch'
import { wordIndexRival } from './word-index.ts'

/** MiniSearch finds the cards with all words of the phrase; the phrase itself is checked afterwards. */
export const miniSearch = wordIndexRival('MiniSearch', (texts) => {
  const index = new MiniSearch<{ id: number; text: string }>({
    fields: ['text'],
    tokenize: (text) => wordsOf(fold(text)),
    processTerm: (term) => term,
  })
  index.addAll(texts.map((text, id) => ({ id, text })))
  return (phrase) => index.search(phrase, { combineWith: 'AND', prefix: true }).map(({ id }) => id as number)
})
