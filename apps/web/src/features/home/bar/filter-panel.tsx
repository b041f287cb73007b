import { type CardType, grouped, parseSearch, type SearchTree } from '@cardinal/domain'
import { EyeOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import DateControl from '../../../shared/search/date-control.tsx'
import { choicesIn, useColorCounts, useFilterChoices } from '../../../shared/search/filter-choices.ts'
import { dateWords } from '../../../shared/search/filter-controls.tsx'
import { isOfDue, localCalendar } from '../../../shared/search/filters.ts'
import { useHiddenFromAll, useListSearch } from '../../../shared/search/use-card-search.ts'
import { counted } from '../../../shared/text/counted.ts'
import { Disclosure } from '../../../ui/accordion.tsx'
import { ColorFilter } from '../../../ui/color-picker.tsx'
import { Button, Checkbox, Icon } from '../../../ui/index.ts'
import { deferredSearch } from '../deferred-search.ts'
import { homeSearch } from '../home-screen.ts'
import { homeList } from '../list/home-list.ts'
import styles from './filter-panel.module.css'

/** Conditions with the labels of their buttons. */
type Labelled = readonly (readonly [condition: string, label: string])[]

const DUE: Labelled = [
  ['is:overdue', 'Overdue'],
  ['due:today', 'Today'],
  ['due:week', 'This week'],
  ['due:any', 'Any day'],
]
const TODOS: Labelled = [
  ['is:open', 'Open'],
  ['is:done', 'Completed'],
]
const ONLY: Labelled = [
  ['is:untagged', 'Without tags'],
  ['has:subtasks', 'With subtasks'],
  ['has:description', 'With a description'],
  ['has:file', 'With files'],
  ['is:duplicate', 'Duplicates'],
]

/** The filters of the list. Each is written into the bar as a condition. */
export default function FilterPanel({ type }: { type: CardType | null }) {
  const filters = useStore(homeSearch, (state) => state.filters)
  const { filter } = homeSearch.getState()
  const choices = useFilterChoices(homeSearch)
  const hides = useHiddenFromAll().length > 0
  const colors = useColorCounts(useListSearch(deferredSearch, type), choices.colors)
  return (
    <div className={styles.parts}>
      <section>
        <h2 className={styles.title}>Dates</h2>
        <DateControl value={choices.dates} onChange={choices.chooseDates} />
      </section>
      {colors.length > 0 && (
        <section>
          <h2 className={styles.title}>Colours</h2>
          <ColorFilter
            label="Show only these colours"
            choices={colors}
            values={choices.colors}
            onChange={choices.chooseColors}
          />
        </section>
      )}
      {type !== 'note' && type !== 'link' && (
        <>
          <Conditions
            title="Due"
            of={[...DUE, [type === null ? 'is:todo, due:none' : 'due:none', 'No date']]}
            isOne={isOfDue}
          />
          <Conditions title="Todos" of={TODOS} isOne={isOfTodos}>
            <Checkbox isChecked={filters.showsDone} onChange={(showsDone) => filter({ showsDone })}>
              Show completed todos
            </Checkbox>
          </Conditions>
        </>
      )}
      <Conditions title="Only" of={ONLY}>
        {type === null && hides && (
          <Checkbox isChecked={filters.showsHidden} onChange={(showsHidden) => filter({ showsHidden })}>
            Show what rules hide
          </Checkbox>
        )}
      </Conditions>
      <section>
        <h2 className={styles.title}>Words</h2>
        <Checkbox isChecked={filters.onlyTags} onChange={(onlyTags) => filter({ onlyTags })}>
          Match tags only
        </Checkbox>
        <AlsoContains />
      </section>
    </div>
  )
}

function isOfTodos(part: SearchTree): boolean {
  return part.kind === 'is' && (part.state === 'open' || part.state === 'done')
}

interface ConditionsProps {
  readonly title: string
  readonly of: Labelled
  /** Whether a new condition replaces this part of the search. Absent: conditions are combined. */
  readonly isOne?: (part: SearchTree) => boolean
  readonly children?: ReactNode
}

/**
 * Whether no card can meet both the condition and the part of the search. An overdue todo is open, so it is not
 * done.
 */
function excludes(condition: string, part: SearchTree): boolean {
  if (condition === 'is:done') return part.kind === 'overdue'
  return condition === 'is:overdue' && part.kind === 'is' && part.state === 'done'
}

/** Buttons that add a condition to the bar or remove it. */
function Conditions({ title, of, isOne, children }: ConditionsProps) {
  const { isCard, isChosen, toggle } = useFilterChoices(homeSearch)
  return (
    <section>
      <h2 className={styles.title}>{title}</h2>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that repeats the heading. */}
      <div className={styles.row} role="group" aria-label={title}>
        {of.map(([condition, label]) => (
          <Button
            key={condition}
            size="sm"
            tone="quiet"
            className={styles.condition}
            title={condition}
            disabled={isCard}
            aria-pressed={isChosen(condition)}
            onClick={() => {
              const oneOf = isOne === undefined ? [] : of.map(([each]) => each)
              toggle(condition, oneOf, (part) => isOne?.(part) === true || excludes(condition, part))
            }}
          >
            {label}
          </Button>
        ))}
      </div>
      {children}
    </section>
  )
}

/** How many of the found cards rules hide from All. A press shows them. */
export function HiddenCount() {
  const count = useStore(homeList, (list) => list.hidden)
  return (
    <button
      type="button"
      className={styles.hidden}
      aria-label={`${grouped(count)} hidden: show them`}
      title={`Show ${counted(count, 'card')} that rules hide from All`}
      onClick={() => homeSearch.getState().filter({ showsHidden: true })}
    >
      <Icon of={EyeOff} size={13} />
      {grouped(count)}
      <span className={styles.word}>hidden</span>
    </button>
  )
}

/** The dates, colours and second search that are set, in the label of the filter button. */
export function FilterWords() {
  const { text, filters, secondText } = useStore(deferredSearch)
  const { dates, colors } = choicesIn(parseSearch(text, localCalendar()), filters)
  const set = [
    ...(dates === null ? [] : [dateWords(dates)]),
    ...(colors.length === 0 ? [] : [colors.map((color) => color ?? 'no colour').join(', ')]),
    ...(secondText.trim() === '' ? [] : [`contains ${secondText.trim()}`]),
  ]
  if (set.length === 0) return null
  return (
    <>
      {': '}
      <span className={styles.set}>{set.join('; ')}</span>
    </>
  )
}

/** The second search, in a section that folds. The bar shows it as a token `text:`. */
function AlsoContains() {
  const isOpen = useStore(homeSearch, (state) => state.isSecondOpen)
  const text = useStore(homeSearch, (state) => state.secondText)
  const { openSecond, typeSecond } = homeSearch.getState()
  return (
    <Disclosure title="Also contains" isOpen={isOpen} onChange={openSecond}>
      <input
        type="search"
        className={styles.field}
        aria-label="Also contains"
        value={text}
        placeholder="word, -word"
        onChange={(event) => typeSecond(event.target.value)}
      />
    </Disclosure>
  )
}
