import type { CardCounts } from '@cardinal/domain'
import { ChartColumn, Layers, Link2, ListTodo, type LucideIcon, StickyNote, Tags } from 'lucide-react'
import { memo } from 'react'
import { useStore } from 'zustand'
import { useAnswer } from '../../replica/index.ts'
import { type HomeSubject, isCardType, useHomeAddress } from '../../shared/address/use-home-address.ts'
import { homeSelection } from '../../shared/search/home-screen.ts'
import { useCardSearch, useCounts } from '../../shared/search/use-card-search.ts'
import { grouped } from '../../shared/text/counted.ts'
import { cx, Icon } from '../../ui/index.ts'
import { deferredSearch } from './deferred-search.ts'
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
export const TypeSelector = memo(function TypeSelector() {
  const { subject, setSubject } = useHomeAddress()
  const counts = useCountsByType()
  return (
    <fieldset className={styles.selector}>
      <legend className="visually-hidden">What to search and add</legend>
      {SUBJECTS.map((choice) => {
        const count = isCardType(choice.subject) ? counts?.[choice.subject] : undefined
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
                <span className="visually-hidden"> cards</span>
              </span>
            )}
          </label>
        )
      })}
    </fieldset>
  )
})

/** What the present search finds of each type; all there is where nothing is asked; null in an empty workspace. */
function useCountsByType(): CardCounts | null {
  const isSearching = useStore(
    deferredSearch,
    (state) => state.text.trim() !== '' || state.secondText.trim() !== '',
  )
  const found = useFoundByType(isSearching)
  const all = useAnswer('countCards', isSearching ? null : {}, 'deferred').answer
  if (isSearching) return found
  return all !== undefined && all.link + all.note + all.todo > 0 ? all : null
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
