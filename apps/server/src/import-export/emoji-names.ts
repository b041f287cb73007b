import data from 'unicode-emoji-json/data-by-emoji.json' with { type: 'json' }

/** U+FE0F and skin tones, which do not change the emoji's name. */
const VARIATIONS = /[\ufe0e\ufe0f\u{1f3fb}-\u{1f3ff}]/gu
const NAMES = new Map(Object.entries(data).map(([emoji, { name }]) => [emoji.replace(VARIATIONS, ''), name]))
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' })
const MAY_BE = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u

/** Replaces each emoji by its English name in Unicode's CLDR. */
export function nameEmoji(text: string): string {
  if (!MAY_BE.test(text)) return text
  return [...SEGMENTER.segment(text)]
    .map(({ segment }) => {
      const name = NAMES.get(segment.replace(VARIATIONS, ''))
      return name === undefined ? segment : ` ${name} `
    })
    .join('')
}
