import {
  CARD_SORT_CHOICES,
  type CardOrder,
  cardOrder,
  SORT_BY,
  type SortBy,
  type SortOf,
  TAG_SORT_CHOICES,
  type TagOrder,
  tagOrder,
} from '@cardinal/domain'
import { CalendarDays } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, HelpPopover, Segmented } from '../../ui/index.ts'
import styles from './filters.module.css'
import { type Choosing, type ChoosingCards, SORT_BY_WORDS, SORT_OF_WORDS } from './sort-words.ts'

export function CardSortChooser({ order, byDay, hasWords, onChange }: ChoosingCards) {
  return (
    <div>
      <SortHead />
      {byDay && (
        <Button
          size="sm"
          icon={CalendarDays}
          aria-pressed={byDay.isOn}
          className={styles.byDay}
          onClick={byDay.choose}
        >
          By day
        </Button>
      )}
      <Chooser
        order={order}
        isOff={byDay?.isOn === true}
        choices={hasWords ? CARD_SORT_CHOICES : { ...CARD_SORT_CHOICES, best: [] }}
        read={cardOrder}
        onChange={onChange}
      />
    </div>
  )
}

export function TagSortChooser({ order, onChange }: Choosing<TagOrder>) {
  return (
    <div>
      <SortHead />
      <Chooser order={order} choices={TAG_SORT_CHOICES} read={tagOrder} onChange={onChange} />
    </div>
  )
}

function SortHead() {
  return (
    <FilterHead title="Sort">
      Choose on the left what to sort by, and on the right which number or date counts. Choices that don’t fit
      together are switched off. While words are searched, “Best match” shows first what has them as a tag or
      in its title. Todos can stand by day instead, in sections.
    </FilterHead>
  )
}

/** Two rows of choices. The second depends on the first, so that every pair is valid. */
function Chooser<Order extends CardOrder | TagOrder>(props: {
  order: Order
  /** Whether no order is chosen. */
  isOff?: boolean
  choices: Readonly<Record<SortBy, readonly SortOf[]>>
  read: (by: string, of: string) => Order | null
  onChange: (order: Order) => void
}) {
  const { order, isOff = false, choices, read, onChange } = props
  const choose = (by: SortBy, of: SortOf) => {
    const chosen = read(by, choices[by].includes(of) ? of : (choices[by][0] ?? 'added'))
    if (chosen !== null) onChange(chosen)
  }
  return (
    <div className={styles.chooser}>
      <Segmented
        label="Sort by"
        segments={SORT_BY.filter((by) => choices[by].length > 0).map((value) => ({
          value,
          label: SORT_BY_WORDS[value],
        }))}
        value={isOff ? null : order.by}
        onChange={(by) => choose(by, order.of)}
        className={styles.column ?? ''}
      />
      <Segmented
        label="Of"
        segments={choices[order.by].map((value) => ({ value, label: SORT_OF_WORDS[value] }))}
        value={isOff ? null : order.of}
        onChange={(of) => choose(order.by, of)}
        className={styles.column ?? ''}
      />
    </div>
  )
}

/** The title of a filter's panel, with its help. */
export function FilterHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.head}>
      <p className={styles.title}>{title}</p>
      <HelpPopover about={title}>{children}</HelpPopover>
    </div>
  )
}
