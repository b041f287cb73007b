import type { CardType, Color } from '@cardinal/domain'
import { grouped } from '@cardinal/domain'
import { type KeyboardEvent, useRef, useState } from 'react'
import { SUBJECT_WORDS } from '../../shared/searchbar/mode-words.ts'
import { counted } from '../../shared/text/counted.ts'
import styles from './charts.module.css'
import { type MonthBin, niceScale } from './month-bins.ts'
import { type MonthMark, markAfterKey, monthMarks } from './month-marks.ts'

/** Colours of the types. The legend and the names of the bars say the type in words, too. */
export const TYPE_COLORS: Readonly<Record<CardType, Color>> = { todo: 'blue', note: 'amber', link: 'teal' }

const HEIGHT = 180
const LEFT = 34
const BOTTOM = 22
const TOP = 8

interface MonthBarsProps {
  readonly bins: readonly MonthBin[]
  /** Width of the drawing in pixels. */
  readonly width: number
  readonly onRun: (bin: MonthBin, type: CardType) => void
}

/** Cards added over time, as stacked bars. The chart is one Tab stop, and arrows move between the pieces. */
export function MonthBars({ bins, width, onRun }: MonthBarsProps) {
  const svg = useRef<SVGSVGElement>(null)
  const marks = monthMarks(bins)
  const [chosen, setChosen] = useState(marks.length - 1)
  const at = Math.min(chosen, marks.length - 1)
  const { top, ticks } = niceScale(Math.max(...bins.map((bin) => bin.total)))
  const step = (width - LEFT) / bins.length
  const barWidth = Math.max(2, Math.min(28, step * 0.72))
  const y = (count: number) => TOP + (1 - count / top) * (HEIGHT - TOP - BOTTOM)

  const run = (mark: MonthMark) => {
    const bin = bins[mark.bin]
    if (bin) onRun(bin, mark.type)
  }
  const onKeyDown = (event: KeyboardEvent, mark: MonthMark) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      return run(mark)
    }
    const next = markAfterKey(marks, at, event.key)
    if (next === null) return
    event.preventDefault()
    setChosen(next)
    svg.current?.querySelector<SVGElement>(`[data-mark="${next}"]`)?.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing can't be a fieldset; its pieces are buttons.
    <svg
      ref={svg}
      role="group"
      aria-label="Cards over time. Arrow keys move between the bars, Enter shows the cards."
      className={styles.months}
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
    >
      <Axes bins={bins} ticks={ticks} width={width} y={y} />
      {marks.map((mark, index) => (
        // biome-ignore lint/a11y/useSemanticElements: there are no buttons inside drawings.
        <g
          key={`${mark.bin}:${mark.type}`}
          role="button"
          tabIndex={index === at ? 0 : -1}
          data-mark={index}
          data-color={TYPE_COLORS[mark.type]}
          aria-label={nameOf(mark, bins)}
          className={styles.mark}
          onClick={() => run(mark)}
          onFocus={() => setChosen(index)}
          onKeyDown={(event) => onKeyDown(event, mark)}
        >
          <title>{nameOf(mark, bins)}</title>
          <rect
            x={LEFT + mark.bin * step + (step - barWidth) / 2}
            width={barWidth}
            y={y(mark.below + mark.count)}
            height={Math.max(1.5, y(mark.below) - y(mark.below + mark.count) - 1)}
            rx={Math.min(3, barWidth / 4)}
          />
        </g>
      ))}
    </svg>
  )
}

interface AxesProps {
  bins: readonly MonthBin[]
  ticks: readonly number[]
  width: number
  y: (count: number) => number
}

/** Lines and labels, hidden from screen readers, which read the names of the pieces. */
function Axes({ bins, ticks, width, y }: AxesProps) {
  const step = (width - LEFT) / bins.length
  return (
    <svg aria-hidden="true">
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={LEFT} x2={width} y1={y(tick)} y2={y(tick)} className={styles.gridLine} />
          <text x={LEFT - 6} y={y(tick) + 4} textAnchor="end" className={styles.tick}>
            {grouped(tick)}
          </text>
        </g>
      ))}
      {bins.map((bin, index) =>
        isLabelled(index, bins.length, step) ? (
          <text
            key={bin.month}
            {...labelPlace(index, bins.length, step)}
            y={HEIGHT - 5}
            className={styles.tick}
          >
            {shortLabel(bin.label)}
          </text>
        ) : null,
      )}
    </svg>
  )
}

function nameOf(mark: MonthMark, bins: readonly MonthBin[]): string {
  const { one, many } = SUBJECT_WORDS[mark.type]
  return `${bins[mark.bin]?.label}: ${counted(mark.count, one, many)}`
}

/** Width of a label with its margins, in px. */
const LABEL_WIDTH_PX = 56

/** Whether a bar has a label. Counted from the last bar, every nth has one, so that labels fit. */
function isLabelled(index: number, count: number, step: number): boolean {
  const every = Math.max(1, Math.ceil(LABEL_WIDTH_PX / step))
  return (count - 1 - index) % every === 0
}

/** The x position of a label, centred under its bar. A last label that doesn't fit ends at the chart's edge. */
export function labelPlace(
  index: number,
  count: number,
  step: number,
): { readonly x: number; readonly textAnchor: 'middle' | 'end' } {
  const isCut = index === count - 1 && step < LABEL_WIDTH_PX
  return isCut
    ? { x: LEFT + count * step, textAnchor: 'end' }
    : { x: LEFT + (index + 0.5) * step, textAnchor: 'middle' }
}

/** Shortens labels: "Mar 2026" → "Mar 26"; "Jan to Mar 2024" → "Jan 24". */
function shortLabel(label: string): string {
  const words = label.split(' ')
  return words.length === 1 ? label : `${words[0]} ${words.at(-1)?.slice(-2)}`
}
