import { Parser } from 'htmlparser2'
import { FILE_LIMITS, FileTooLarge } from './file-limits.ts'

/** The text of a note that was written in HTML, and its lines that can be ticked. */
export interface MarkupText {
  readonly text: string
  readonly todos: readonly { readonly text: string; readonly isTicked: boolean }[]
}

const BLOCKS = new Set(
  'address,blockquote,br,div,dl,dt,dd,h1,h2,h3,h4,h5,h6,hr,li,ol,p,pre,section,table,tr,ul'.split(','),
)
const UNSEEN = new Set(['head', 'script', 'style', 'title'])

/** Reads the text of HTML: a line for each block, addresses behind the words that lead to them. */
export function textOfMarkup(markup: string): MarkupText {
  const lines: string[] = ['']
  const todos: { text: string; isTicked: boolean; line: number }[] = []
  const anchors: { readonly address: string; text: string }[] = []
  let [depth, unseen] = [0, 0]
  const add = (text: string) => {
    lines[lines.length - 1] += text
    const anchor = anchors.at(-1)
    if (anchor !== undefined) anchor.text += text
  }
  const line = () => lines.at(-1) ?? ''
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (++depth > FILE_LIMITS.openElements)
          throw new FileTooLarge('The elements of this file are nested too deeply.')
        if (UNSEEN.has(name)) unseen++
        if (BLOCKS.has(name) && line().trim() !== '') lines.push('')
        if (name === 'li') add('- ')
        if (name === 'a') anchors.push({ address: attributes.href ?? '', text: '' })
        if (name === 'en-todo' || (name === 'input' && attributes.type === 'checkbox')) {
          const isTicked = attributes.checked !== undefined && attributes.checked !== 'false'
          todos.push({ text: '', isTicked, line: lines.length - 1 })
        }
      },
      ontext: (text) => {
        if (unseen > 0) return
        add(text.replace(/\s+/g, ' '))
      },
      onclosetag: (name) => {
        depth--
        if (UNSEEN.has(name)) unseen--
        if (name === 'a') {
          const { address, text } = anchors.pop() ?? { address: '', text: '' }
          if (/^https?:/i.test(address) && !text.includes(address)) add(` ${address}`)
        }
        if (BLOCKS.has(name) && line().trim() !== '') lines.push('')
      },
    },
    { decodeEntities: true, lowerCaseTags: true, recognizeSelfClosing: true },
  )
  parser.end(markup)
  const ofTodos = new Set(todos.map((todo) => todo.line))
  return {
    text: lines
      .filter((_, index) => !ofTodos.has(index))
      .map((words) => words.trim())
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    todos: todos.flatMap(({ isTicked, line: at }) => {
      const text = (lines[at] ?? '').replace(/^- /, '').trim()
      return text === '' ? [] : [{ text, isTicked }]
    }),
  }
}
