import type { CopyElement, CopyNode } from '@cardinal/domain/copies'
import { createElement, type ReactNode, useMemo } from 'react'
import type { MarkedPart } from './marked-places.ts'
import styles from './page-copy.module.css'

interface CopyArticleProps {
  readonly nodes: readonly CopyNode[]
  readonly places: ReadonlyMap<number, readonly MarkedPart[]>
  /** The language of the page, for hyphenation and screen readers. */
  readonly language: string | undefined
}

/**
 * The text of a copy with its highlights. Only elements of a fixed list are created, and no text of a page is
 * parsed as HTML.
 */
export function CopyArticle({ nodes, places, language }: CopyArticleProps) {
  const drawn = useMemo(() => {
    let count = 0
    const draw = (node: CopyNode, key: number): ReactNode => {
      if (typeof node !== 'string') return drawElement(node, key, draw)
      const parts = places.get(count++)
      return parts === undefined ? node : <Marks key={key} text={node} parts={parts} />
    }
    return nodes.map(draw)
  }, [nodes, places])
  return (
    <div className={styles.text} lang={language} dir="auto" data-copy="">
      {drawn}
    </div>
  )
}

function drawElement(
  { name, href, children }: CopyElement,
  key: number,
  draw: (node: CopyNode, key: number) => ReactNode,
): ReactNode {
  if (name === 'br' || name === 'hr') return createElement(name, { key })
  const drawn = children.map(draw)
  if (name === 'table')
    return (
      <div key={key} className={styles.wide}>
        <table>
          <tbody>{drawn}</tbody>
        </table>
      </div>
    )
  if (name === 'a')
    return (
      <a key={key} href={href} target="_blank" rel="noopener noreferrer">
        {drawn}
      </a>
    )
  return createElement(name, { key, dir: 'auto' }, drawn)
}

function Marks({ text, parts }: { text: string; parts: readonly MarkedPart[] }) {
  const pieces: ReactNode[] = []
  let read = 0
  for (const { start, end, mark } of parts) {
    pieces.push(text.slice(read, start))
    pieces.push(
      <mark key={start} data-mark={mark}>
        {text.slice(start, end)}
      </mark>,
    )
    read = end
  }
  return (
    <>
      {pieces}
      {text.slice(read)}
    </>
  )
}
