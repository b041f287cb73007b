import {
  CARD_SORT_CHOICES,
  type CardOrder,
  cardOrder,
  type LocalDay,
  SORT_BY,
  type SortBy,
  type SortOf,
  TAG_SORT_CHOICES,
  type TagOrder,
  tagOrder,
} from '@cardinal/domain'
import { ArrowDownUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, HelpPopover, Popover, Segmented } from '../../ui/index.ts'
import styles from './filters.module.css'
import type { DateChoice } from './filters.ts'

const SORT_BY_WORDS: Readonly<Record<SortBy, string>> = {
  recently: 'Recently',
  oldest: 'Oldest',
  most: 'Most',
  least: 'Least',
  alphabetically: 'Alphabetically',
  soonest: 'Soonest',
  'by-hand': 'By hand',
}
const SORT_OF_WORDS: Readonly<Record<SortOf, string>> = {
  added: 'Created',
  updated: 'Updated',
  tagged: 'Tagged',
  searched: 'Searched',
  asc: 'Ascending',
  desc: 'Descending',
  due: 'Due',
  placed: 'Placed',
}

/** Returns the name of an order for its button. */
function sortWords({ by, of }: CardOrder | TagOrder): string {
  return by === 'by-hand' ? SORT_BY_WORDS[by] : `${SORT_BY_WORDS[by]} ${SORT_OF_WORDS[of].toLowerCase()}`
}

interface Choosing<Order> {
  readonly order: Order
  readonly onChange: (order: Order) => void
}

/** Renders the order of cards behind a button that names it. */
export function SortControl(props: Choosing<CardOrder>) {
  return <SortButton order={props.order} chooser={<CardSortChooser {...props} />} />
}

export function TagSortControl(props: Choosing<TagOrder>) {
  return <SortButton order={props.order} chooser={<TagSortChooser {...props} />} />
}

function SortButton({ order, chooser }: { order: CardOrder | TagOrder; chooser: React.ReactNode }) {
  return (
    <Popover
      label="Sort"
      placement="bottom-end"
      trigger={(trigger) => (
        <Button size="sm" tone="quiet" icon={ArrowDownUp} {...trigger}>
          {sortWords(order)}
        </Button>
      )}
    >
      <FilterHead title="Sort">
        Choose on the left what to sort by, and on the right which number or date counts. Choices that don’t
        fit together are switched off.
      </FilterHead>
      {chooser}
    </Popover>
  )
}

export function CardSortChooser({ order, onChange }: Choosing<CardOrder>) {
  return <Chooser order={order} choices={CARD_SORT_CHOICES} read={cardOrder} onChange={onChange} />
}

export function TagSortChooser({ order, onChange }: Choosing<TagOrder>) {
  return <Chooser order={order} choices={TAG_SORT_CHOICES} read={tagOrder} onChange={onChange} />
}

/** Renders two rows of choices. The second depends on the first, so that every pair is valid. */
function Chooser<Order extends CardOrder | TagOrder>(props: {
  order: Order
  choices: Readonly<Record<SortBy, readonly SortOf[]>>
  read: (by: string, of: string) => Order | null
  onChange: (order: Order) => void
}) {
  const { order, choices, read, onChange } = props
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
        value={order.by}
        onChange={(by) => choose(by, order.of)}
        className={styles.column ?? ''}
      />
      <Segmented
        label="Of"
        segments={choices[order.by].map((value) => ({ value, label: SORT_OF_WORDS[value] }))}
        value={order.of}
        onChange={(of) => choose(order.by, of)}
        className={styles.column ?? ''}
      />
    </div>
  )
}

/** Such as "Created after 1 Mar", for the button of the control. */
export function dateWords({ field, relation, first, second }: DateChoice): string {
  const start = `${field === 'created' ? 'Created' : 'Updated'} ${relation} ${shortDay(first)}`
  return relation === 'between' ? `${start} and ${shortDay(second)}` : start
}

function shortDay(day: LocalDay): string {
  const isThisYear = day.year === new Date().getFullYear()
  return new Intl.DateTimeFormat(undefined, {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).format(new Date(day.year, day.month - 1, day.day))
}

/** Renders the title of a filter's panel, with its help. */
export function FilterHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.head}>
      <p className={styles.title}>{title}</p>
      <HelpPopover about={title}>{children}</HelpPopover>
    </div>
  )
}
