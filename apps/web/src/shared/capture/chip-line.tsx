import type { CaptureChip } from '@cardinal/domain/capture'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { isComposing } from '../../ui/typed-keys.ts'
import styles from '../searchbar/search-tokens.module.css'
import { step } from '../searchbar/search-tokens.tsx'
import lineStyles from './chip-line.module.css'

/**
 * Recognised words, drawn over a field or text area, letter on letter. A press makes them plain text again. So do
 * Backspace after them, and Enter, Backspace and Delete on a focused chip.
 */
export function ChipLine(props: {
  text: string
  /** The text that was read, if it contains an address that the field doesn't show. */
  content?: string
  chips: readonly CaptureChip[]
  onRefuse: (words: string) => void
  ref?: RefObject<HTMLDivElement | null>
}) {
  const { text, content = text, onRefuse } = props
  const chips = useMemo(() => shownChips(props.chips, content, text), [props.chips, content, text])
  const own = useRef<HTMLDivElement>(null)
  const overlay = props.ref ?? own
  useBackspace(overlay, chips, onRefuse)
  useLettersOfArea(overlay)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, words: string) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (by !== undefined) step(event.currentTarget, by)
    else if (['Enter', ' ', 'Backspace', 'Delete'].includes(event.key)) {
      fieldOf(overlay.current)?.focus()
      onRefuse(words)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend for what the label says.
    <div ref={overlay} className={styles.tokens} role="group" aria-label="Understood words">
      {chips.map(({ kind, words, from, to }, index) => (
        <span key={`${from}:${words}`}>
          {text.slice(chips[index - 1]?.to ?? 0, from)}
          {/* biome-ignore lint/a11y/useSemanticElements: a button would be an inline block, and move the letters. */}
          <span
            role="button"
            tabIndex={-1}
            className={styles.chip}
            data-kind={kind}
            aria-label={`${words}, ${KINDS[kind]}. Make it plain text`}
            title="Press to make it plain text"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onRefuse(words)}
            onKeyDown={(event) => onKeyDown(event, words)}
          >
            {text.slice(from, to)}
          </span>
        </span>
      ))}
      {text.slice(chips.at(-1)?.to ?? 0)}
    </div>
  )
}

const KINDS = { tag: 'a tag', due: 'when it is due', start: 'when it starts' } as const

/** The chips of a text, at their positions in the field. */
function shownChips(chips: readonly CaptureChip[], content: string, text: string): readonly CaptureChip[] {
  if (content === text) return chips
  const cut = text.length - content.length
  return chips.flatMap((chip) => {
    const written = content.slice(chip.from, chip.to)
    const by = [0, cut].find((shift) => text.slice(chip.from + shift, chip.to + shift) === written)
    return by === undefined ? [] : [{ ...chip, from: chip.from + by, to: chip.to + by }]
  })
}

/**
 * What was recognised in a text, in words, below its field. Its height is constant, so that nothing moves during
 * typing.
 */
export function Understood({ said }: { said: string }) {
  return (
    <p className={lineStyles.said} role="status">
      {said === '' ? '' : `Understood: ${said}`}
    </p>
  )
}

/** Backspace after recognised words makes them plain text again. After their comma it deletes the comma. */
function useBackspace(
  overlay: RefObject<HTMLElement | null>,
  chips: readonly CaptureChip[],
  onRefuse: (words: string) => void,
): void {
  useEffect(() => {
    const field = fieldOf(overlay.current)
    const onKeyDown = (event: Event) => {
      const { key, ctrlKey, metaKey, altKey } = event as globalThis.KeyboardEvent
      const { selectionStart: at, selectionEnd: end, value } = event.target as HTMLTextAreaElement
      if (key !== 'Backspace' || ctrlKey || metaKey || altKey || at !== end) return
      if (isComposing(event as globalThis.KeyboardEvent)) return
      const chip = chips.find(({ to, words }) => to === at && value.slice(0, to).endsWith(words))
      if (chip === undefined) return
      event.preventDefault()
      event.stopPropagation()
      onRefuse(chip.words)
    }
    field?.addEventListener('keydown', onKeyDown)
    return () => field?.removeEventListener('keydown', onKeyDown)
  }, [overlay, chips, onRefuse])
}

/** Keeps the letters aligned with a text area's, whatever its size, position and scroll. */
function useLettersOfArea(overlay: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const [area, over] = [fieldOf(overlay.current), overlay.current]
    if (!(area instanceof HTMLTextAreaElement) || over === null) return
    const lay = () => {
      const { fontSize, lineHeight, padding } = getComputedStyle(area)
      Object.assign(over.style, {
        ...{ fontSize, lineHeight, padding, inset: 'auto' },
        insetBlockStart: `${area.offsetTop + area.clientTop}px`,
        left: `${area.offsetLeft + area.clientLeft}px`,
        width: `${area.clientWidth}px`,
        height: `${area.clientHeight}px`,
      })
      over.scrollTop = area.scrollTop
    }
    lay()
    const watching = new ResizeObserver(lay)
    watching.observe(area)
    area.addEventListener('scroll', lay)
    return () => {
      watching.disconnect()
      area.removeEventListener('scroll', lay)
    }
  }, [overlay])
}

function fieldOf(overlay: HTMLElement | null) {
  return overlay?.parentElement?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
}
