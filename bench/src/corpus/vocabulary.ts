import type { Random } from './random.ts'

const ONSETS = [
  'b',
  'br',
  'c',
  'ch',
  'd',
  'dr',
  'f',
  'fl',
  'g',
  'gr',
  'h',
  'j',
  'k',
  'l',
  'm',
  'n',
  'p',
  'pl',
  'r',
  's',
  'sh',
  'st',
  't',
  'tr',
  'v',
  'w',
  'z',
]
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'ou', 'é', 'ö']
const ENDS = ['', '', '', 'n', 'r', 's', 't', 'l', 'nd', 'ck', 'ng', 'm']
const COMMON = [
  'the',
  'of',
  'and',
  'to',
  'in',
  'a',
  'is',
  'for',
  'on',
  'with',
  'that',
  'by',
  'this',
  'from',
  'how',
  'not',
]

/** Most frequent first: short common words, then words of syllables, growing longer. */
export function makeVocabulary(size: number, random: Random): string[] {
  const words = new Set(COMMON)
  while (words.size < size) {
    const syllables = 1 + Math.floor(Math.log10(1 + words.size) / 1.6) + random.below(2)
    let word = ''
    for (let i = 0; i < syllables; i++) word += random.pick(ONSETS) + vowel(random) + random.pick(ENDS)
    words.add(word)
  }
  return [...words]
}

/** About one word in twelve has an accented vowel. */
function vowel(random: Random): string {
  return random.next() < 0.04 ? random.pick(VOWELS) : (VOWELS[random.below(8)] as string)
}
