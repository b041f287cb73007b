import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { showInSample } from '../../shared/sample/sample-request.ts'
import { ErrorBoundary } from '../../ui/error-view.tsx'
import styles from './demo.module.css'
import { STEPS, useDemoPlay } from './demo-play.ts'
import { DemoSkeleton } from './demo-skeleton.tsx'

/** The engine and the sample load after the page is readable. */
const SampleSearch = lazy(() => import('../../shared/sample/sample-search.tsx'))

/** The product's searchbar over a sample. It plays a demonstration first. */
export function Demo() {
  const place = useRef<HTMLElement>(null)
  const [totals, setTotals] = useState<Readonly<Record<string, number>>>({})
  const [current, setCurrent] = useState<string>(STEPS[0])
  const isReady = totals[STEPS[0]] !== undefined
  const isPlaying = useDemoPlay(place, isReady)
  const noteFound = useCallback((text: string, total: number) => {
    setCurrent(text)
    setTotals((known) => ({ ...known, [text]: total }))
  }, [])
  return (
    <section ref={place} className={styles.demo} aria-label="Try it: a sample workspace" id="try">
      <div className={styles.head}>
        <h2 className={styles.title}>{isPlaying ? 'This is how it works' : 'Try it here'}</h2>
        <p className={styles.text}>140 sample cards. Nothing is stored or sent.</p>
      </div>
      <ol
        className={styles.steps}
        aria-label="One tag leads to the next"
        data-left={STEPS.some((search) => search === current) ? undefined : ''}
      >
        {STEPS.map((search) => (
          <li key={search}>
            <button
              type="button"
              className={styles.step}
              aria-pressed={current === search}
              onClick={() => showInSample(search)}
            >
              {search.split(', ').at(-1)}
              <span className={styles.total}>{totals[search] ?? ''}</span>
              {totals[search] !== undefined && <span className="visually-hidden"> cards</span>}
            </button>
          </li>
        ))}
      </ol>
      <ErrorBoundary>
        <WhenIdle fallback={<DemoSkeleton text={STEPS[0]} />}>
          <SampleSearch initialText={STEPS[0]} isRequestable canAdd onFound={noteFound} />
        </WhenIdle>
      </ErrorBoundary>
    </section>
  )
}

/**
 * Renders its children once the browser is idle, so that the page can be read and used first. HTML written at
 * build contains the fallback.
 */
function WhenIdle({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const [isTime, setIsTime] = useState(false)
  useEffect(() => {
    // Safari has no `requestIdleCallback` yet.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(() => setIsTime(true), 200)
      return () => clearTimeout(timer)
    }
    const request = requestIdleCallback(() => setIsTime(true), { timeout: 1500 })
    return () => cancelIdleCallback(request)
  }, [])
  return isTime ? <Suspense fallback={fallback}>{children}</Suspense> : fallback
}
