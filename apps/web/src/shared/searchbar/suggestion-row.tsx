import { displayNameOf, type FieldName, grouped } from '@cardinal/domain'
import type { Suggestion, SuggestionReason } from '@cardinal/engine'
import { memo, type ReactNode, useMemo } from 'react'
import { countOf, reasonSentence, reasonText } from '../tags/reason-text.ts'
import { useTagNames } from '../tags/tag-names.ts'
import { counted } from '../text/counted.ts'
import styles from './suggestion-row.module.css'
import { type Completion, foundByOtherName } from './suggestions.ts'

/** A tag that narrows the search, or a completion of the last part. */
export type BarOption = Suggestion | Completion

/** Suggestions below the bar, where they neither move nor cover the results. */
export const SuggestionRow = memo(function SuggestionRow(props: {
  listId: string
  options: readonly BarOption[]
  marked: number
  onPick: (index: number) => void
  /** The typed word, to show by which other name it found a tag. */
  typed?: string
  /** Shown without suggestions. */
  nothing?: ReactNode
  /** The accessible name of the list, if it offers other things than tags. */
  label?: string | undefined
  after?: ReactNode
}) {
  const { listId, options, marked, onPick, typed = '' } = props
  const nameOfTag = useTagNames(useMemo(() => options.filter((option) => 'tag' in option), [options]))
  const why = (reason: SuggestionReason) =>
    reason.kind === 'name' && reason.match === 'prefix' && props.typed
      ? `starts with “${props.typed}”`
      : reasonText(reason, nameOfTag)
  return (
    <div className={styles.row}>
      <div id={listId} role="listbox" aria-label={props.label ?? 'Suggested tags'} className={styles.list}>
        {options.map((option, index) => {
          const tag = 'tag' in option ? option.tag : null
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of a combobox are its field's.
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the marked option.
            <div
              key={'tag' in option ? option.tag.id : (option.insert ?? option.text)}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === marked}
              title={'tag' in option ? reasonSentence(option.reasons, nameOfTag) : undefined}
              className={styles.option}
              {...(tag?.color && { 'data-color': tag.color })}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onPick(index)}
            >
              {'tag' in option ? (
                <TagOption suggestion={option} typed={typed} why={why} />
              ) : (
                <CompletionOption completion={option} />
              )}
            </div>
          )
        })}
      </div>
      {options.length === 0 && <span className={styles.nothing}>{props.nothing}</span>}
      {props.after}
    </div>
  )
})

function TagOption(props: {
  suggestion: Suggestion
  typed: string
  why: (reason: SuggestionReason) => string
}) {
  const { tag, reasons } = props.suggestion
  const [first] = reasons
  const otherName = foundByOtherName(props.typed, props.suggestion)
  return (
    <>
      <span className={styles.name}>
        {tag.color && <span className={styles.dot} />}
        {otherName && `${otherName} → `}
        {displayNameOf(tag)}
      </span>
      {first !== undefined && (
        <About first={first} why={props.why(first)} count={countOf(reasons, tag.cardCount)} />
      )}
    </>
  )
}

function CompletionOption({ completion: { text, count, about } }: { completion: Completion }) {
  return (
    <>
      <span className={styles.name}>{text}</span>
      <span className={styles.about}>
        {count === null ? (about ?? FIELD_WORDS[text]) : <span aria-hidden="true">{grouped(count)}</span>}
        {count !== null && <span className="visually-hidden">{counted(count, 'card')}</span>}
      </span>
    </>
  )
}

/** Explanations of fields, shown beside their completions. */
const FIELD_WORDS: Readonly<Record<string, string> & Record<`${FieldName}:`, string>> = {
  'tag:': 'a tag',
  'text:': 'words in a text',
  'site:': 'a site of links',
  'copy:': 'words of a kept page',
  'file:': 'words of a PDF, or a file’s name',
  'group:': 'tags of a group',
  'color:': 'a colour',
  'type:': 'todo, note or link',
  'is:': 'open, done, untagged …',
  'has:': 'subtasks, a file …',
  'tags:': 'how many tags',
  'workspace:': 'all, to find in every workspace',
  'created:': 'days, such as 2024-05',
  'updated:': 'days, such as 2024-05',
  'done:': 'days, such as yesterday',
  'due:': 'days, such as today',
  'start:': 'days, such as tomorrow',
}

/** Why a tag is suggested: its share of the present results as a bar, other reasons in words with a number. */
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
