import { LIMITS } from '@cardinal/domain'
import { Marked, type Token } from 'marked'

/** Characters of a tag in a text, including emoji. */
const SIGN = String.raw`[\p{L}\p{N}\p{M}_/\-\p{Extended_Pictographic}\u200d\ufe0f]`
/** `#[[two words]]` of Logseq, `#two words#` of Bear, and `#word`. */
const TAG = new RegExp(
  String.raw`(?<=^|[\s(*_~])#(?![\ufe0f\u20e3])(?:\[\[([^[\]\n]{1,100})\]\]|([\p{L}\p{N}]${SIGN}{0,60}(?: ${SIGN}{1,60}){0,4} ${SIGN}{2,60})#(?=$|[\s.,;:!?)])|(${SIGN}+))`,
  'gmu',
)
/** Emphasis is not parsed: finding its ends takes quadratic time, and tags don't depend on it. */
const MARKDOWN = new Marked({ tokenizer: { emStrong: () => undefined, del: () => undefined } })
/** Longer texts become no cards, so they are not read. */
const LONGEST_TEXT = LIMITS.contentLength * 2
/** A formula in `$$` or `$`, a link to a page in the same folder, and `[name]: address`. */
const NO_PROSE =
  /\$\$[\s\S]{0,5000}?\$\$|\$(?=\S)[^$\n]{0,500}?[^\s$]\$(?!\d)|(?<!#)\[\[[^\n]{0,300}?\]\]|\[[^^\]\n][^\]\n]{0,99}\]: +\S+/g

/** Tags in the text of a Markdown note. Ignores code, addresses, HTML, comments, formulas and CSS colours. */
export function tagsInProse(markdown: string): string[] {
  if (markdown.length > LONGEST_TEXT || !/#[^\s#]/.test(markdown)) return []
  const tokens = MARKDOWN.lexer(withoutComments(markdown.replace(/\0|\*(?=\S)/g, '')))
  const prose = withoutCode(proseOf(tokens)).replace(NO_PROSE, 'x')
  return [...prose.matchAll(TAG)].flatMap(({ 0: all, 1: page, 2: words, 3: word = '', index }) => {
    const name = page ?? words ?? withoutEnd(word)
    return /^[\d/_-]*$/.test(name) || isColor(name, prose, index, index + all.length) ? [] : [name]
  })
}

/** A slash or hyphen at the end belongs to the sentence, an underscore to emphasis around the tag. */
function withoutEnd(word: string): string {
  let end = word.length
  while (end > 0 && '/-_'.includes(word.charAt(end - 1))) end--
  return word.slice(0, end)
}

/** Whether a word after # is a CSS colour and not a tag: `add` and `facade` could be either. */
function isColor(word: string, prose: string, start: number, end: number): boolean {
  if (!/^(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(word)) return false
  return (
    /\d/.test(word) ||
    /^(.)\1+$/.test(word) ||
    /:\s*$/.test(prose.slice(Math.max(0, start - 5), start)) ||
    prose[end] === ';'
  )
}

/** Joins the texts of all blocks. A letter stands for skipped content, so that no tag begins right after it. */
function proseOf(tokens: readonly Token[]): string {
  let prose = ''
  for (const token of tokens) {
    // A footnote is text, although it looks like a link's address.
    if (token.type === 'def' && token.raw.startsWith('[^')) prose += `\n${token.raw.replace(/^[^:]*:/, '')}`
    else if (NO_TEXT.has(token.type)) prose += token.type === 'code' || token.type === 'def' ? '\nx' : 'x'
    else if (token.type === 'html')
      prose += ` ${[...token.raw.replace(COMMENT, '').matchAll(CODE)].map(([, slash = '', name = '']) => `\0${slash}${name.toLowerCase()}\0`).join('')}`
    else if (token.type === 'list') prose += `\n${proseOf(token.items as Token[])}`
    else if (token.type === 'table')
      for (const cell of [token.header, ...token.rows].flat()) prose += `\n${proseOf(cell.tokens as Token[])}`
    else if ('tokens' in token && token.tokens !== undefined)
      prose += (BLOCKS.has(token.type) ? '\n' : '') + proseOf(token.tokens)
    else prose += token.type === 'text' ? token.raw : '\n'
  }
  return prose
}

/** Drops what is between HTML tags of code, which `proseOf` marks by `\0`. An unclosed one is kept. */
function withoutCode(prose: string): string {
  const parts = prose.split('\0')
  const lastEnd = new Map(parts.map((part, at) => [at % 2 === 0 ? '' : part, at]))
  let text = ''
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] ?? ''
    if (at % 2 === 0) {
      text += part
      continue
    }
    if ((lastEnd.get(`/${part}`) ?? 0) < at) continue
    text += 'x'
    while (parts[at] !== `/${part}`) at += 2
  }
  return text
}

const COMMENT = /<!--[\s\S]*?(?:-->|$)/g
const CODE = /<(\/?)(code|kbd|pre|samp|script|style)(?![\w-])/gi
const NO_TEXT = new Set(['code', 'codespan', 'link', 'image', 'escape', 'def'])
const BLOCKS = new Set(['paragraph', 'heading', 'blockquote', 'list_item'])

/** Removes Obsidian's comments, between `%%` and `%%`. */
function withoutComments(markdown: string): string {
  return markdown
    .split('%%')
    .filter((_, part, all) => part % 2 === 0 || part === all.length - 1)
    .join(' ')
}
