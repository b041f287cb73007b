import type { Color } from '@cardinal/domain'
import { counted, grouped } from '../../../parts/text/counted.ts'
import styles from './chart-mode.module.css'

export interface Bar {
  readonly key: string
  readonly label: string
  readonly value: number
  readonly color?: Color | null
  readonly onSelect: () => void
}

/**
 * Bars that are buttons, with their figures in words: readable by eye, ear and keyboard alike. `isUpright`
 * stands them beside each other, for a course of time.
 */
export function Bars({ title, bars, isUpright = false }: { title: string; bars: readonly Bar[]; isUpright?: boolean }) {
  const most = Math.max(1, ...bars.map((bar) => bar.value))
  if (bars.length === 0) return null
  return (
    <section className={isUpright ? styles.wide : styles.chart}>
      <h2 className={styles.title}>{title}</h2>
      <ul className={isUpright ? styles.columns : styles.rows}>
        {bars.map((bar) => (
          <li key={bar.key}>
            <button
              type="button"
              className={styles.bar}
              data-color={bar.color ?? undefined}
              title={`${bar.label}: ${counted(bar.value, 'card')}`}
              aria-label={`${bar.label}, ${counted(bar.value, 'card')}`}
              onClick={bar.onSelect}
            >
              <span className={styles.label}>{bar.label}</span>
              <span className={styles.track}>
                <span
                  className={styles.fill}
                  style={{ [isUpright ? 'blockSize' : 'inlineSize']: `${(100 * bar.value) / most}%` }}
                />
              </span>
              <span className={styles.value}>{grouped(bar.value)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
