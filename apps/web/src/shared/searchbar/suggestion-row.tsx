import type { Suggestion } from '@cardinal/engine'
import { memo, type ReactNode } from 'react'
import { countOf, reasonSentence, reasonText } from '../suggestions/reason-text.ts'
import { useTagNames } from '../tags/use-tag-names.ts'
import { grouped } from '../text/counted.ts'
import styles from './suggestion-row.module.css'

/** Suggestions in the page, under the bar: they push nothing over the results and never cover them. */
export const SuggestionRow = memo(function SuggestionRow(props: {
  listId: string
  suggestions: readonly Suggestion[]
  marked: number
  onPick: (index: number) => void
  /** Stands there where nothing is suggested. */
  nothing?: ReactNode
  after?: ReactNode
}) {
  const { listId, suggestions, marked, onPick } = props
  const nameOfTag = useTagNames(suggestions)
  return (
    <div className={styles.row}>
      {suggestions.length === 0 && <span className={styles.nothing}>{props.nothing}</span>}
      <div id={listId} role="listbox" aria-label="Suggested tags" className={styles.list}>
        {suggestions.map((suggestion, index) => {
          const { tag, reasons } = suggestion
          const [first] = reasons
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of a combobox are its field's.
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the marked option.
            <div
              key={tag.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === marked}
              title={reasonSentence(reasons, nameOfTag)}
              className={styles.option}
              {...(tag.color && { 'data-color': tag.color })}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onPick(index)}
            >
              <span className={styles.name}>
                {tag.color && <span className={styles.dot} />}
                {tag.name}
              </span>
              <span className={styles.about}>
                {first !== undefined && reasonText(first, nameOfTag)}
                {first?.kind !== 'on-matches' && first?.kind !== 'used' && (
                  <span className={styles.count}>{grouped(countOf(reasons, tag.cardCount))}</span>
                )}
              </span>
            </div>
          )
        })}
      </div>
      {props.after}
    </div>
  )
})
