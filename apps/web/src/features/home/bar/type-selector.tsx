import type { CardCounts, CardType } from '@cardinal/domain'
import { grouped } from '@cardinal/domain'
import {
  CalendarCheck,
  ChartColumn,
  Inbox,
  Layers,
  Link2,
  ListTodo,
  type LucideIcon,
  StickyNote,
  Tags,
} from 'lucide-react'
import { memo, useMemo } from 'react'
import { useStore } from 'zustand'
import { useAnswer } from '../../../replica/index.ts'
import { cardSearch, countsOf, DEFAULT_FILTERS } from '../../../shared/search/filters.ts'
import { useCardSearch, useCounts, useListSearch } from '../../../shared/search/use-card-search.ts'
import { type HomeSubject, useHomeAddress } from '../../../shared/search/use-home-address.ts'
import { useToday } from '../../../shared/search/use-now.ts'
import { cx, Icon } from '../../../ui/index.ts'
import { deferredSearch } from '../deferred-search.ts'
import { homeSearch } from '../home-screen.ts'
import { dueBy } from '../list/todo-sections.ts'
import { resetHome } from '../list/use-todo-sections.ts'
import styles from './type-selector.module.css'

const KINDS: readonly Choice[] = [
  { subject: 'all', label: 'All', icon: Inbox },
  { subject: 'link', label: 'Link', icon: Link2 },
  { subject: 'note', label: 'Note', icon: StickyNote },
  { subject: 'todo', label: 'Todo', icon: ListTodo },
]

/** Screens of home without cards. The rail has buttons for these. */
const PLACES: readonly Choice[] = [
  { subject: 'tag', label: 'Tags', icon: Tags },
  { subject: 'workspace', label: 'Workspaces', icon: Layers },
  { subject: 'chart', label: 'Charts', icon: ChartColumn },
]

interface Choice {
  readonly subject: HomeSubject
  readonly label: string
  readonly icon: LucideIcon
}

/** The kinds of cards, each with the number of its results. */
export const TypeSelector = memo(function TypeSelector() {
  const counts = useCountsByType()
  const listed = useListSearch(deferredSearch, null)
  // Cards that rules hide from All are counted in their kind only.
  const hides = listed.hidden !== undefined
  const shown = useCounts(hides ? listed : null)?.total
  const all = counts === null || hides ? shown : counts.link + counts.note + counts.todo
  return (
    <fieldset className={styles.selector}>
      <legend className="visually-hidden">What to search and add</legend>
      {KINDS.map((choice) => (
        <Radio
          key={choice.subject}
          choice={choice}
          count={choice.subject === 'all' ? all : counts?.[choice.subject as CardType]}
          hasCount
        />
      ))}
    </fieldset>
  )
})

/** Tags, workspaces and charts, in one radio group with the kinds of cards. */
export function PlaceSelector({ isFolded = false }: { isFolded?: boolean }) {
  return (
    <fieldset className={cx(styles.places, isFolded && styles.folded)}>
      <legend className="visually-hidden">Other things to look at</legend>
      <TodayButton />
      {PLACES.map((choice) => (
        <Radio key={choice.subject} choice={choice} />
      ))}
    </fieldset>
  )
}

/** A button that shows todos by day, without the present search. */
function TodayButton() {
  const { setSubject } = useHomeAddress()
  const show = () => {
    homeSearch.getState().put('')
    resetHome('todo')
    setSubject('todo')
  }
  return (
    <button type="button" className={styles.choice} title="Today" onClick={show}>
      <Icon of={CalendarCheck} size={15} />
      <span className={styles.label}>Today</span>
      <DueBadge />
    </button>
  )
}

/** The number of todos that are overdue or due today, whatever the search. */
function DueBadge() {
  const today = useToday()
  const query = useMemo(() => {
    const query = countsOf(cardSearch('todo', '', '', DEFAULT_FILTERS))
    return { query, searches: [dueBy(today)] }
  }, [today])
  const [count = 0] = useAnswer('countSearches', query, 'deferred').answer ?? []
  if (count === 0) return null
  return (
    <span className={styles.badge} data-badge="">
      {grouped(count)}
      <span className="visually-hidden"> overdue or due today</span>
    </span>
  )
}

/** @param hasCount reserves the room of the count before it is known */
function Radio(props: { choice: Choice; count?: number | undefined; hasCount?: boolean }) {
  const { choice, count, hasCount = false } = props
  const { subject, setSubject } = useHomeAddress()
  return (
    <label className={styles.choice} title={choice.label}>
      <input
        type="radio"
        name="home-subject"
        className={styles.radio}
        checked={choice.subject === subject}
        onChange={() => setSubject(choice.subject)}
      />
      <Icon of={choice.icon} size={15} />
      <span className={styles.label}>{choice.label}</span>
      {hasCount && (
        <span className={styles.count}>
          {count !== undefined && (
            <>
              {grouped(count)}
              <span className="visually-hidden"> cards</span>
            </>
          )}
        </span>
      )}
      {choice.subject === 'todo' && <DueBadge />}
    </label>
  )
}

/** Counts results by type, or all cards without a search. Null: the workspace is empty. */
function useCountsByType(): CardCounts | null {
  const isSearching = useStore(
    deferredSearch,
    ({ text, secondText, filters }) =>
      text.trim() !== '' || secondText.trim() !== '' || filters.dates !== null || filters.colors.length > 0,
  )
  const found = useFoundByType(isSearching)
  const all = useAnswer('countCards', isSearching ? null : {}, 'deferred').answer
  // The list leaves out completed todos, unless the search asks for them.
  const todos = useCardSearch(deferredSearch, 'todo')
  const open = useCounts(isSearching ? null : todos)?.total
  if (isSearching) return found
  if (all === undefined || open === undefined || all.link + all.note + all.todo === 0) return null
  return { ...all, todo: open }
}

function useFoundByType(isSearching: boolean): CardCounts | null {
  const searches = {
    link: useCardSearch(deferredSearch, 'link'),
    note: useCardSearch(deferredSearch, 'note'),
    todo: useCardSearch(deferredSearch, 'todo'),
  }
  const link = useCounts(isSearching ? searches.link : null)?.total
  const note = useCounts(isSearching ? searches.note : null)?.total
  const todo = useCounts(isSearching ? searches.todo : null)?.total
  return link === undefined || note === undefined || todo === undefined ? null : { link, note, todo }
}
