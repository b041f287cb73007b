import type { Color } from '@cardinal/domain'
import { grouped } from '@cardinal/domain'
import { useState } from 'react'
import { counted } from '../../shared/text/counted.ts'
import { Button } from '../../ui/index.ts'
import styles from './charts.module.css'

export interface Bar {
  readonly key: string
  readonly label: string
  readonly count: number
  readonly color?: Color | null
  readonly onRun: () => void
}

const FIRST_SHOWN = 10

/** Horizontal bars. Each is a button that runs its search. The longest bar has the full width. */
export function BarList({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const [isExpanded, setIsExpanded] = useState(false)
  const longest = Math.max(1, ...bars.map((bar) => bar.count))
  const shown = isExpanded ? bars : bars.slice(0, FIRST_SHOWN)
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without bullets */}
      <ul role="list" aria-label={label} className={styles.bars}>
        {shown.map((bar) => (
          <li key={bar.key}>
            <button
              type="button"
              className={styles.bar}
              aria-label={`${bar.label}, ${counted(bar.count, 'card')}`}
              onClick={bar.onRun}
            >
              <span className={styles.barLabel}>{bar.label}</span>
              <span className={styles.track}>
                <svg className={styles.fill} data-color={bar.color ?? undefined} aria-hidden="true">
                  <rect width={`${(bar.count / longest) * 100}%`} height="100%" rx="3" />
                </svg>
              </span>
              <span className={styles.barCount}>{grouped(bar.count)}</span>
            </button>
          </li>
        ))}
      </ul>
      {bars.length > FIRST_SHOWN && (
        <Button size="sm" tone="quiet" aria-expanded={isExpanded} onClick={() => setIsExpanded(!isExpanded)}>
          {isExpanded ? 'Show fewer' : `Show all ${bars.length}`}
        </Button>
      )}
    </>
  )
}
