import type { Card, Subnote } from '@cardinal/domain'
import { Highlighter, X } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { newLineProblem, withSubnote } from '../../shared/cards/card-draft.ts'
import { newId } from '../../shared/changes/new-id.ts'
import { useAct } from '../../shared/changes/use-act.ts'
import { counted } from '../../shared/text/counted.ts'
import { cutText } from '../../shared/text/cut-text.ts'
import { Button, IconButton, Kbd, toast, UNDERSTOOD } from '../../ui/index.ts'
import styles from './page-copy.module.css'

/** The highlights of a copy. Each scrolls to its place and can be removed. */
export function Highlights({ card, highlights }: { card: Card; highlights: readonly Subnote[] }) {
  const act = useAct()
  if (highlights.length === 0) return null
  const remove = ({ id: subnoteId, text }: Subnote) =>
    void act(
      { name: 'deleteSubnote', args: { cardId: card.id, subnoteId, text } },
      { done: 'Removed the highlight' },
    )
  return (
    <details className={styles.highlights}>
      <summary>{counted(highlights.length, 'highlight')}</summary>
      <ul>
        {highlights.map((highlight) => (
          <li key={highlight.id}>
            <button
              type="button"
              className={styles.leads}
              dir="auto"
              onClick={() => showMark(card.subnotes.indexOf(highlight))}
            >
              {cutText(highlight.text).shown}
            </button>
            <IconButton label="Remove the highlight" icon={X} size="sm" onClick={() => remove(highlight)} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function showMark(mark: number): void {
  document.querySelector(`mark[data-mark="${mark}"]`)?.scrollIntoView({ block: 'center' })
}

/** The bar that highlights the selected passage, by a press or by H. */
export function HighlightBar({ card }: { card: Card }) {
  const bar = useRef<HTMLDivElement>(null)
  const selected = useSelectedText(bar)
  const act = useAct()
  const highlight = () => {
    if (selected === '') return
    const problem = newLineProblem(card.subnotes, selected)
    const subnote = withSubnote(card.subnotes, selected, newId())?.at(-1)
    if (subnote !== undefined)
      void act(
        { name: 'addSubnote', args: { cardId: card.id, subnote, index: null } },
        { done: 'Highlighted' },
      )
    else toast(problem ?? 'This passage is highlighted already.', UNDERSTOOD)
    getSelection()?.removeAllRanges()
  }
  useKey('h', highlight)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press on the bar must leave the selection alone
    <div ref={bar} className={styles.bar} onMouseDown={(event) => event.preventDefault()}>
      <Button size="sm" tone="primary" icon={Highlighter} disabled={selected === ''} onClick={highlight}>
        Highlight
      </Button>
      <span className={styles.hint}>
        {selected === '' ? 'Select a passage to keep it on the card' : 'Keeps it as a subtask of the card'}
        <Kbd keys="H" />
      </span>
    </div>
  )
}

/** The selected text in the article, with single spaces. Empty: nothing is selected. */
function useSelectedText(bar: RefObject<HTMLElement | null>): string {
  const [text, setText] = useState('')
  useEffect(() => {
    const look = () => {
      const selection = getSelection()
      const text = bar.current?.previousElementSibling?.querySelector('[data-copy]')
      const isInside =
        selection !== null &&
        !selection.isCollapsed &&
        text?.contains(selection.anchorNode) === true &&
        text.contains(selection.focusNode)
      setText(isInside ? selection.toString().trim().replace(/\s+/g, ' ') : '')
    }
    document.addEventListener('selectionchange', look)
    return () => document.removeEventListener('selectionchange', look)
  }, [bar])
  return text
}

function useKey(key: string, act: () => void): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented
      if (isPlain && event.key.toLowerCase() === key) latest.current()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [key])
}
