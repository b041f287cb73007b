import type { CardType } from '@cardinal/domain'
import type { Overview } from '@cardinal/engine'
import { ChartColumn } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useHomeAddress } from '../../../parts/address/use-home-address.ts'
import { homeSearch } from '../../../parts/search/home-screen.ts'
import { useAnswer } from '../../../replica/index.ts'
import { EmptyState, ErrorView, Segmented, Skeleton } from '../../../ui/index.ts'
import { type Bar, Bars } from './bars.tsx'
import styles from './chart-mode.module.css'

type Scope = CardType | 'all'

const SCOPES: readonly { value: Scope; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'link', label: 'Links' },
  { value: 'note', label: 'Notes' },
  { value: 'todo', label: 'Todos' },
]

/** Pictures of the workspace. Each mark is a button that runs the search which it stands for (HM-17). */
export default function ChartMode() {
  const [scope, setScope] = useState<Scope>('all')
  const { answer, error } = useAnswer('overview', { type: scope === 'all' ? null : scope })
  if (error !== null && answer === undefined) return <ErrorView error={error} />
  if (answer === undefined) return <Skeleton lines={6} />
  const isEmpty = answer.byMonth.length === 0
  return (
    <div className={styles.charts}>
      <Segmented label="Cards to count" segments={SCOPES} value={scope} onChange={setScope} size="sm" />
      {isEmpty ? (
        <EmptyState icon={ChartColumn} title="Nothing to draw yet">
          Add some cards and tag them; the pictures come by themselves.
        </EmptyState>
      ) : (
        <Charts overview={answer} type={scope === 'all' ? null : scope} />
      )}
    </div>
  )
}

function Charts({ overview, type }: { overview: Overview; type: CardType | null }) {
  const { setSubject } = useHomeAddress()
  const names = useNames(overview)
  const show = (text: string, subject: CardType = type ?? 'link') => {
    homeSearch.getState().put(text)
    setSubject(subject)
  }
  const months = overview.byMonth.slice(-24).map(
    ({ month, counts }): Bar => ({
      key: month,
      label: monthName(month),
      value: counts.todo + counts.note + counts.link,
      onSelect: () => {
        homeSearch.getState().filter({ dates: monthDates(month) })
        show('')
      },
    }),
  )
  const types = (['link', 'note', 'todo'] as const).map(
    (each): Bar => ({ key: each, label: `${each}s`, value: overview.byType[each], onSelect: () => show('', each) }),
  )
  const colors = overview.byColor.map(
    ({ color, count }): Bar => ({
      key: color ?? 'none',
      label: color ?? 'no colour',
      value: count,
      color,
      onSelect: () => {
        homeSearch.getState().filter({ colors: [color] })
        show('')
      },
    }),
  )
  const tags = overview.byTag.slice(0, 15).map(({ tagId, count }): Bar => {
    const name = names.get(tagId) ?? ''
    return { key: tagId, label: name, value: count, onSelect: () => show(name) }
  })
  const pairs = overview.pairs.slice(0, 15).map(({ tagIds: [a, b], count }): Bar => {
    const both = `${names.get(a) ?? ''}, ${names.get(b) ?? ''}`
    return { key: `${a}${b}`, label: both, value: count, onSelect: () => show(both) }
  })
  return (
    <div className={styles.grid}>
      <Bars title="Cards over time" bars={months} isUpright />
      <Bars title="By type" bars={types} />
      <Bars title="By tag" bars={tags} />
      <Bars title="Tags that go together" bars={pairs} />
      <Bars title="By colour" bars={colors} />
    </div>
  )
}

function useNames(overview: Overview): ReadonlyMap<string, string> {
  const ids = useMemo(
    () => [
      ...new Set([...overview.byTag.map(({ tagId }) => tagId), ...overview.pairs.flatMap(({ tagIds }) => tagIds)]),
    ],
    [overview],
  )
  const { answer } = useAnswer('tagsById', ids.length === 0 ? null : { ids })
  return useMemo(() => new Map((answer ?? []).flatMap((tag) => (tag ? [[tag.id, tag.name] as const] : []))), [answer])
}

/** "2026-03" as "Mar 2026". */
function monthName(month: string): string {
  return new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
}

function monthDates(month: string) {
  const [year = 1970, figure = 1] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, figure, 0)).getUTCDate()
  return {
    field: 'created' as const,
    relation: 'between' as const,
    first: { year, month: figure, day: 1 },
    second: { year, month: figure, day: last },
  }
}
