import { ChartColumn, Layers, Link2, ListTodo, type LucideIcon, StickyNote, Tags } from 'lucide-react'
import { useStore } from 'zustand'
import { type HomeSubject, useHomeAddress } from '../../parts/address/use-home-address.ts'
import { homeSearch, homeSelection } from '../../parts/search/home-screen.ts'
import { useCardSearch, useCounts } from '../../parts/search/use-card-search.ts'
import { grouped } from '../../parts/text/counted.ts'
import { cx, Icon } from '../../ui/index.ts'
import styles from './type-selector.module.css'

const SUBJECTS: readonly { subject: HomeSubject; label: string; icon: LucideIcon; isMinor?: boolean }[] = [
  { subject: 'link', label: 'Link', icon: Link2 },
  { subject: 'note', label: 'Note', icon: StickyNote },
  { subject: 'todo', label: 'Todo', icon: ListTodo },
  { subject: 'tag', label: 'Tag', icon: Tags },
  { subject: 'workspace', label: 'Workspace', icon: Layers, isMinor: true },
  { subject: 'chart', label: 'Chart', icon: ChartColumn, isMinor: true },
]

/** What is searched for and added. Each type says how many cards of it the present search finds. */
export function TypeSelector() {
  const { subject, setSubject } = useHomeAddress()
  const counts = useCountsByType()
  return (
    <fieldset className={styles.selector}>
      <legend className="visually-hidden">What to search and add</legend>
      {SUBJECTS.map((choice) => {
        const count = counts?.[choice.subject]
        return (
          <label
            key={choice.subject}
            className={cx(styles.choice, choice.isMinor && styles.minor)}
            title={choice.label}
          >
            <input
              type="radio"
              name="home-subject"
              className={styles.radio}
              checked={choice.subject === subject}
              onChange={() => {
                homeSelection.getState().clear()
                setSubject(choice.subject)
              }}
            />
            <Icon of={choice.icon} size={15} />
            <span className={styles.label}>{choice.label}</span>
            {count !== undefined && (
              <span className={styles.count}>
                {grouped(count)}
                <span className="visually-hidden"> found</span>
              </span>
            )}
          </label>
        )
      })}
    </fieldset>
  )
}

/** Only while something is searched for: otherwise the numbers would say nothing new. */
function useCountsByType(): Partial<Record<HomeSubject, number>> | null {
  const isSearching = useStore(
    homeSearch,
    (state) => state.text.trim() !== '' || state.secondText.trim() !== '',
  )
  const [links, notes, todos] = [
    useCardSearch(homeSearch, 'link'),
    useCardSearch(homeSearch, 'note'),
    useCardSearch(homeSearch, 'todo'),
  ]
  const link = useCounts(isSearching ? links : null)?.total
  const note = useCounts(isSearching ? notes : null)?.total
  const todo = useCounts(isSearching ? todos : null)?.total
  if (!isSearching) return null
  return {
    ...(link !== undefined && { link }),
    ...(note !== undefined && { note }),
    ...(todo !== undefined && { todo }),
  }
}
