import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { foldNodeProp } from '@codemirror/language'
import { CODE_LANGUAGES } from './code-languages.ts'

type Extensions = NonNullable<NonNullable<Parameters<typeof markdown>[0]>['extensions']>
type InlineParser = NonNullable<Exclude<Extensions, readonly unknown[]>['parseInline']>[number]
type Inline = Parameters<InlineParser['parse']>[0]

/** Headings, lists, quotes and code fold. Paragraphs and tables don't. */
const ONLY_SECTIONS_FOLD = {
  props: [foldNodeProp.add({ 'Paragraph Table': () => null })],
}

/** The most Markdown characters of a paragraph. A paragraph with more is drawn as plain text. */
const MOST_SIGNS = 4_000
const SIGNS = /[[\]*_~!<`]/g
/** Characters within which an address in brackets, or a tag, must end. */
const LONGEST_END = 2_048
const [OPEN, CLOSE, BACKSLASH, LESS, CLOSE_BRACKET] = [40, 41, 92, 60, 93]

/**
 * Lezer parses a paragraph in one piece. At each sign it looks up to the paragraph's end for the end of an
 * address, a tag or an emphasis. 92 kB of `[a](` took 14 s. Beyond the limits, text is not parsed.
 */
const LIMITS: { readonly parseInline: InlineParser[] } = {
  parseInline: [
    {
      name: 'Limits',
      before: 'Escape',
      parse: (text, sign, at) => {
        if (at === text.offset && text.end - at > MOST_SIGNS) {
          const signs = text.slice(at, text.end).match(SIGNS) ?? []
          if (signs.length > MOST_SIGNS) return text.end
        }
        const isEndless =
          (sign === CLOSE_BRACKET && text.char(at + 1) === OPEN && !isAddressClosed(text, at + 2)) ||
          (sign === LESS && !isTagClosed(text.slice(at, at + LONGEST_END)))
        return isEndless ? at + 1 : -1
      },
    },
  ],
}

/** Whether an address with an optional title ends within the limit. Counts brackets as Lezer does. */
function isAddressClosed(text: Inline, from: number): boolean {
  let depth = 0
  for (let at = from; at < Math.min(text.end, from + LONGEST_END); at++) {
    const sign = text.char(at)
    if (sign === BACKSLASH) at++
    else if (sign === OPEN) depth++
    else if (sign === CLOSE && depth-- === 0) return true
    else if (/\s/.test(String.fromCharCode(sign))) return text.slice(at, at + LONGEST_END).includes(')')
  }
  return false
}

/** @param near begins with `<` */
function isTagClosed(near: string): boolean {
  if (near.startsWith('<!--')) return near.includes('-->')
  if (near.startsWith('<?')) return near.includes('?>')
  if (near.startsWith('<![CDATA[')) return near.includes(']]>')
  return near.includes('>')
}

export const noteSyntax = () =>
  markdown({
    base: markdownLanguage,
    addKeymap: false,
    completeHTMLTags: false,
    pasteURLAsLink: false,
    codeLanguages: CODE_LANGUAGES,
    extensions: [ONLY_SECTIONS_FOLD, LIMITS],
  })
