import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './loading.module.css'

interface SpinnerProps {
  /** What is loading, for screen readers. Visible with `isTextShown`. */
  text?: string | undefined
  isTextShown?: boolean | undefined
  size?: number | undefined
  /** `lime`: the yellow-green indicator of the landing page. */
  tone?: 'neutral' | 'lime' | undefined
  /** Shows at once. Otherwise after 300 ms, so that quick answers don't flicker. */
  isImmediate?: boolean | undefined
}

export function Spinner(props: SpinnerProps) {
  const { text = 'Loading', isTextShown = false, size = 18, tone = 'neutral', isImmediate = false } = props
  return (
    <span role="status" className={cx(styles.spinner, !isImmediate && styles.delayed)}>
      <svg
        width={size}
        height={size}
        viewBox="0 0 20 20"
        aria-hidden="true"
        className={cx(styles.wheel, styles[tone])}
      >
        <circle cx="10" cy="10" r="8" fill="none" stroke="currentColor" strokeWidth="2.5" opacity="0.2" />
        <path
          d="M10 2a8 8 0 0 1 8 8"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinecap="round"
        />
      </svg>
      <span className={isTextShown ? undefined : 'visually-hidden'}>{text}</span>
    </span>
  )
}

/** A placeholder for text or a picture that is loading: `lines` bars, the last one shorter. */
export function Skeleton({
  lines = 1,
  height,
  className,
}: {
  lines?: number
  height?: string | undefined
  className?: string | undefined
}) {
  return (
    <span aria-hidden="true" className={cx(styles.skeleton, className)}>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike
        <span key={index} className={styles.bar} style={height ? { height } : undefined} />
      ))}
    </span>
  )
}

/** A loading indicator in the middle of its place, while a route, a popup or a part loads. */
export function LoadingPlace({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className={styles.place} data-loading="">
      <Spinner text={text} isTextShown size={20} />
      {children}
    </div>
  )
}
