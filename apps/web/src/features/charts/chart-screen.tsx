import { CARD_TYPES, type CardType, displayNameOf, grouped } from '@cardinal/domain'
import type { Overview, TagInUse } from '@cardinal/engine'
import { ChartColumn } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useAnswer } from '../../replica/index.ts'
import { TYPE_ICONS } from '../../shared/cards/card-types.ts'
import { OnceHere } from '../../shared/changes/once-here.tsx'
import { capital, SUBJECT_WORDS } from '../../shared/searchbar/mode-words.ts'
import { useHiddenTags } from '../../shared/tags/hidden-tags.ts'
import { EmptyState, HelpPopover, Segmented, Skeleton } from '../../ui/index.ts'
import { type Bar, BarList } from './bar-list.tsx'
import { ChartFigure } from './chart-figure.tsx'
import styles from './charts.module.css'
import { TYPE_COLORS } from './month-bars.tsx'
import { OverTime } from './over-time.tsx'
import { type ChartSearch, useRunSearch } from './use-run-search.ts'

type Shown = CardType | 'all'

/** Charts of the workspace. A press on a bar searches for its cards on the home page. */
export function ChartScreen() {
  const [shown, setShown] = useState<Shown>('all')
  const type = shown === 'all' ? null : shown
  const { answer: overview } = useAnswer('overview', { type })
  const tags = useTagsOf(overview)
  const run = useRunSearch()
  return (
    <section aria-label="Charts" className={styles.screen}>
      <header className={styles.top}>
        <Segmented<Shown>
          label="Cards to draw"
          size="sm"
          value={shown}
          onChange={setShown}
          segments={[
            { value: 'all', label: 'All' },
            ...CARD_TYPES.map((each) => ({
              value: each,
              label: capital(SUBJECT_WORDS[each].many),
              icon: TYPE_ICONS[each],
            })),
          ]}
        />
        <HelpPopover about="Charts">
          Pictures of what you keep. Click a bar to see its cards; Back brings you here again. Each picture
          can be read as a table.
        </HelpPopover>
      </header>
      {overview === undefined ? (
        <Skeleton lines={8} height="1.25rem" />
      ) : totalOf(overview) === 0 ? (
        <OnceHere>
          <EmptyState icon={ChartColumn} title="No cards to draw yet">
            Add some, and their pictures appear here.
          </EmptyState>
        </OnceHere>
      ) : (
        <Figures overview={overview} type={type} tags={tags} run={(search) => void run(search)} />
      )}
    </section>
  )
}

interface FiguresProps {
  overview: Overview
  type: CardType | null
  tags: ReadonlyMap<string, TagInUse>
  run: (search: ChartSearch) => void
}

function Figures({ overview, type, tags, run }: FiguresProps) {
  const nameOf = (id: string) => {
    const tag = tags.get(id)
    return tag && displayNameOf(tag)
  }
  const byType = CARD_TYPES.map(
    (each): Bar => ({
      key: each,
      label: capital(SUBJECT_WORDS[each].many),
      count: overview.byType[each],
      color: TYPE_COLORS[each],
      onRun: () => run({ type: each }),
    }),
  ).filter((bar) => bar.count > 0)
  const byColor = overview.byColor.map(
    ({ color, count }): Bar => ({
      key: color ?? 'none',
      label: color ?? 'no colour',
      count,
      color,
      onRun: () => run({ type, filters: { colors: [color] } }),
    }),
  )
  const byTag = overview.byTag.flatMap(({ tagId, count }): Bar[] => {
    const name = nameOf(tagId)
    if (name === undefined) return []
    const color = tags.get(tagId)?.color ?? null
    return [{ key: tagId, label: name, count, color, onRun: () => run({ type, text: name }) }]
  })
  const pairs = overview.pairs.flatMap(({ tagIds: [a, b], count }): Bar[] => {
    const [one, other] = [nameOf(a), nameOf(b)]
    if (one === undefined || other === undefined) return []
    return [
      { key: a + b, label: `${one} + ${other}`, count, onRun: () => run({ type, text: `${one}, ${other}` }) },
    ]
  })
  return (
    <div className={styles.figures}>
      <OverTime overview={overview} run={run} />
      {type === null && (
        <Bars title="By kind" head="Kind" bars={byType} hint="Click a bar to see its cards." />
      )}
      <Bars title="By colour" head="Colour" bars={byColor} hint="Click a bar to see cards of that colour." />
      <Bars title="By tag" head="Tag" bars={byTag} hint="The most used tags. Click one to search for it." />
      <Bars
        title="Tags that go together"
        head="Tags"
        bars={pairs}
        hint="Pairs on the same cards. Click one to search for both."
      />
    </div>
  )
}

function Bars({
  title,
  head,
  bars,
  hint,
}: {
  title: string
  head: string
  bars: readonly Bar[]
  hint: string
}) {
  const table = { heads: [head, 'Cards'], rows: bars.map((bar) => [bar.label, grouped(bar.count)]) }
  return (
    <ChartFigure title={title} hint={hint} table={table}>
      <BarList label={title} bars={bars} />
    </ChartFigure>
  )
}

/** Tags in the charts by id, without those of hidden groups. */
function useTagsOf(overview: Overview | undefined): ReadonlyMap<string, TagInUse> {
  const ids = useMemo(
    () => [
      ...new Set([
        ...(overview?.byTag ?? []).map(({ tagId }) => tagId),
        ...(overview?.pairs ?? []).flatMap(({ tagIds }) => tagIds),
      ]),
    ],
    [overview],
  )
  const { answer } = useAnswer('tagsById', ids.length === 0 ? null : { ids })
  const hidden = useHiddenTags()
  return useMemo(
    () =>
      new Map(
        (answer ?? []).flatMap((tag) => (tag && !hidden.ids.has(tag.id) ? [[tag.id, tag] as const] : [])),
      ),
    [answer, hidden],
  )
}

function totalOf({ byType }: Overview): number {
  return CARD_TYPES.reduce((sum, type) => sum + byType[type], 0)
}
