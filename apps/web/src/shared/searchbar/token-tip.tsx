import { grouped } from '@cardinal/domain'
import type { WithoutWord } from '@cardinal/engine'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { place } from '../../ui/place.ts'
import { counted } from '../text/counted.ts'
import styles from './search-tokens.module.css'

/** ms of resting on a token before it says what it finds. */
const DELAY = 300

/**
 * Returns the index of the token under the pointer or with the focus; null: none. Tokens let a pointer through to the
 * field below, so that their places are compared with the pointer's.
 */
export function useActiveToken(tokens: RefObject<HTMLDivElement | null>, text: string): number | null {
  const [index, setIndex] = useState<number | null>(null)
  const [textThen, setTextThen] = useState(text)
  if (textThen !== text) {
    setTextThen(text)
    setIndex(null)
  }
  useEffect(() => {
    const host = tokens.current?.parentElement
    if (!host) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const all = () => [...host.querySelectorAll<HTMLElement>('[data-token]')]
    const show = (isIt: (token: HTMLElement) => boolean) => {
      const at = all().findIndex(isIt)
      setIndex(at < 0 ? null : at)
    }
    const isFocused = (token: HTMLElement) => token.contains(document.activeElement)
    // The focus goes before the pointer, which may rest anywhere.
    const follow = (event: PointerEvent) => {
      clearTimeout(timer)
      if (all().some(isFocused)) return
      timer = setTimeout(() => show((token) => isInside(token.getBoundingClientRect(), event)), DELAY)
    }
    const leave = () => {
      clearTimeout(timer)
      show(isFocused)
    }
    const leaving = new AbortController()
    const { signal } = leaving
    host.addEventListener('pointermove', follow, { signal })
    for (const event of ['pointerleave', 'pointerdown', 'focusin'])
      host.addEventListener(event, leave, { signal })
    host.addEventListener('focusout', () => setIndex(null), { signal })
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [tokens])
  return index
}

/** Renders what a token finds, and the search without it, below the token. */
export function TokenTip(props: {
  id: string
  tokens: RefObject<HTMLDivElement | null>
  index: number
  fact: WithoutWord
}) {
  const { id, tokens, index, fact } = props
  const ref = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const token = tokens.current?.querySelectorAll('[data-token]')[index]
    if (ref.current === null || token === undefined) return
    ref.current.showPopover()
    place(ref.current, token.getBoundingClientRect(), 'bottom-start')
  }, [tokens, index])
  return (
    <span ref={ref} id={id} role="tooltip" popover="manual" className={styles.tip}>
      {`Alone: ${counted(fact.alone, 'card')} · without it: ${grouped(fact.total)}`}
    </span>
  )
}

function isInside({ left, right, top, bottom }: DOMRect, { clientX, clientY }: PointerEvent): boolean {
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
}
