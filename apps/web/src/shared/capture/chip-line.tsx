import type { CaptureChip } from '@cardinal/domain/capture'
import type { KeyboardEvent, RefObject } from 'react'
import { Chip } from '../../ui/index.ts'
import styles from '../searchbar/search-tokens.module.css'
import { step } from '../searchbar/search-tokens.tsx'
import rowStyles from './chip-row.module.css'

/**
 * Understood words of a text that would be added, drawn over its field, letter on letter. A press makes the words plain text
 * again; so do Enter, Backspace and Delete where a chip has the focus.
 */
export function ChipLine(props: {
  text: string
  chips: readonly CaptureChip[]
  onRefuse: (words: string) => void
  ref: RefObject<HTMLDivElement | null>
}) {
  const { text, chips, onRefuse } = props
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, words: string) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (by !== undefined) step(event.currentTarget, by)
    else if (['Enter', ' ', 'Backspace', 'Delete'].includes(event.key)) {
      event.currentTarget.closest('[data-tokens]')?.querySelector('input')?.focus()
      onRefuse(words)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend for what the label says.
    <div ref={props.ref} className={styles.tokens} role="group" aria-label="Understood words">
      {chips.map(({ kind, words, from, to }, index) => (
        <span key={`${from}:${words}`}>
          {text.slice(chips[index - 1]?.to ?? 0, from)}
          {/* biome-ignore lint/a11y/useSemanticElements: a button is a box of its own, and would move the letters. */}
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

/** What was understood in a text of several lines, below its field: a press makes the words plain text again. */
export function ChipRow(props: {
  captured: { readonly chips: readonly CaptureChip[]; readonly said: string }
  onRefuse: (words: string) => void
}) {
  const { chips, said } = props.captured
  return (
    <div className={rowStyles.row}>
      <span role="status" className={said === '' ? 'visually-hidden' : rowStyles.said}>
        {said === '' ? '' : `Understood: ${said}`}
      </span>
      {chips.map(({ words, from }) => (
        <Chip key={`${from}:${words}`} size="sm" label={words} onRemove={() => props.onRefuse(words)} />
      ))}
    </div>
  )
}
