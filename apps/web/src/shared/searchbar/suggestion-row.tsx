import type { Suggestion, SuggestionReason } from '@cardinal/engine'
import { memo, type ReactNode } from 'react'
import { countOf, reasonSentence, reasonText } from '../suggestions/reason-text.ts'
import { useTagNames } from '../tags/use-tag-names.ts'
import { grouped } from '../text/counted.ts'
import styles from './suggestion-row.module.css'
import { foundByOtherName } from './suggestions.ts'

/** Suggestions in the page, under the bar: they push nothing over the results and never cover them. */
export const SuggestionRow = memo(function SuggestionRow(props: {
  listId: string
  suggestions: readonly Suggestion[]
  marked: number
  onPick: (index: number) => void
  /** The word that is being typed: a tag that it finds by another name says so. */
  typed?: string
  /** Stands there where nothing is suggested. */
  nothing?: ReactNode
  after?: ReactNode
}) {
  const { listId, suggestions, marked, onPick, typed = '' } = props
  const otherNames = suggestions.map((suggestion) => foundByOtherName(typed, suggestion))
  const nameOfTag = useTagNames(suggestions)
  const why = (reason: SuggestionReason) =>
    reason.kind === 'name' && reason.match === 'prefix' && props.typed
      ? `starts with “${props.typed}”`
      : reasonText(reason, nameOfTag)
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
                {otherNames[index] && `${otherNames[index]} → `}
                {tag.name}
              </span>
              {first !== undefined && (
                <About first={first} why={why(first)} count={countOf(reasons, tag.cardCount)} />
              )}
            </div>
          )
        })}
      </div>
      {props.after}
    </div>
  )
})

/** Why a tag is suggested: a figure of the present matches as a bar, anything else in words with a figure. */
function About({ first, why, count }: { first: SuggestionReason; why: string; count: number }) {
  if (first.kind === 'on-matches')
    return (
      <span className={styles.about}>
        <span className={styles.bar} aria-hidden="true">
          <span style={{ width: `${Math.max(8, (100 * first.count) / Math.max(1, first.of))}%` }} />
        </span>
        <span aria-hidden="true">{grouped(first.count)}</span>
        <span className="visually-hidden">{why}</span>
      </span>
    )
  if (first.kind === 'used')
    return (
      <span className={styles.about}>
        <span aria-hidden="true">{grouped(count)}</span>
        <span className="visually-hidden">{why}</span>
      </span>
    )
  return (
    <span className={styles.about}>
      {why}
      <span className={styles.count}>{grouped(count)}</span>
    </span>
  )
}
