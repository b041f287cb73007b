import { Fragment } from 'react'

/** Matches code, keys and links of a text. */
const MARKED = /(`[^`]+`|\[\[[^[\]]+\]\]|\[[^[\]]+\]\([^()]+\))/

/** Draws a text of the manual: `code`, [[Ctrl+Enter]] and [words](/path). */
export function RichText({ text }: { text: string }) {
  return text.split(MARKED).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never move
    <Fragment key={index}>{drawn(piece)}</Fragment>
  ))
}

function drawn(piece: string) {
  if (piece.startsWith('`')) return <code>{piece.slice(1, -1)}</code>
  if (piece.startsWith('[[')) return <Keys keys={piece.slice(2, -2).split('+')} />
  const [, words, href] = /^\[([^[\]]+)\]\(([^()]+)\)$/.exec(piece) ?? []
  return href === undefined ? piece : <a href={href}>{words}</a>
}

function Keys({ keys }: { keys: readonly string[] }) {
  return keys.map((key, index) => (
    <Fragment key={key}>
      {index > 0 && ' '}
      <kbd>{key}</kbd>
    </Fragment>
  ))
}
