import data from 'unicode-emoji-json/data-by-emoji.json' with { type: 'json' }

/** U+FE0F and the colours of skin: with and without them it is the same picture. */
const VARIATIONS = /[\ufe0e\ufe0f\u{1f3fb}-\u{1f3ff}]/gu
const NAMES = new Map(Object.entries(data).map(([emoji, { name }]) => [emoji.replace(VARIATIONS, ''), name]))
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' })
const MAY_BE = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u

/** Puts the English name of Unicode's CLDR in the place of each emoji. */
export function nameEmoji(text: string): string {
  if (!MAY_BE.test(text)) return text
  return [...SEGMENTER.segment(text)]
    .map(({ segment }) => {
      const name = NAMES.get(segment.replace(VARIATIONS, ''))
      return name === undefined ? segment : ` ${name} `
    })
    .join('')
}
