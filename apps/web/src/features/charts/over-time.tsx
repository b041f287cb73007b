import { CARD_TYPES, grouped } from '@cardinal/domain'
import type { Overview } from '@cardinal/engine'
import { useLayoutEffect, useRef, useState } from 'react'
import { SUBJECT_WORDS } from '../../shared/searchbar/mode-words.ts'
import { ChartFigure } from './chart-figure.tsx'
import styles from './charts.module.css'
import { MonthBars, TYPE_COLORS } from './month-bars.tsx'
import { type MonthBin, monthBins } from './month-bins.ts'
import type { ChartSearch } from './use-run-search.ts'

/** The smallest width of a bar, in px, that can be seen and pressed. */
const NARROWEST_BAR_PX = 14

/** Cards added over time, with a legend. */
export function OverTime({ overview, run }: { overview: Overview; run: (search: ChartSearch) => void }) {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(640)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const observer = new ResizeObserver(() => setWidth(Math.max(240, element.clientWidth)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const bins = monthBins(overview.byMonth, Math.floor(width / NARROWEST_BAR_PX))
  const types = CARD_TYPES.filter((type) => overview.byType[type] > 0)
  const table = {
    heads: ['When', ...types.map((type) => SUBJECT_WORDS[type].many)],
    rows: bins.map((bin) => [bin.label, ...types.map((type) => grouped(bin.counts[type]))]),
  }
  return (
    <ChartFigure
      title="Cards over time"
      hint={`Cards added per ${periodOf(bins)}. Click a bar to see them.`}
      table={table}
      isWide
    >
      <ul className={styles.legend} aria-label="Colours of the types">
        {types.map((type) => (
          <li key={type} data-color={TYPE_COLORS[type]}>
            <span className={styles.legendDot} />
            {SUBJECT_WORDS[type].many} <b>{grouped(overview.byType[type])}</b>
          </li>
        ))}
      </ul>
      <div ref={box} className={styles.drawing}>
        <MonthBars
          bins={bins}
          width={width}
          onRun={({ first, last }, type) =>
            run({ type, filters: { dates: { field: 'created', relation: 'between', first, second: last } } })
          }
        />
      </div>
    </ChartFigure>
  )
}

function periodOf([bin]: readonly MonthBin[]): 'month' | 'quarter' | 'year' {
  const months = bin === undefined ? 1 : bin.last.month - bin.first.month + 1
  return months === 1 ? 'month' : months === 3 ? 'quarter' : 'year'
}
