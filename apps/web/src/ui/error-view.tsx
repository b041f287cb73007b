import { Component, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Button } from './button.tsx'
import styles from './error-view.module.css'

interface ErrorViewProps {
  error: unknown
  onRetry?: (() => void) | undefined
  /** Whether the whole screen failed. At a start, `start-watch.js` takes that for damaged files. */
  isScreen?: boolean | undefined
}

/** Shown in place of a part that failed. The rest of the page keeps working. */
export function ErrorView({ error, onRetry, isScreen = false }: ErrorViewProps) {
  const [isShown, setIsShown] = useState(false)
  const isCodeMissing = CODE_MISSING.test(describe(error))
  useEffect(() => {
    if (isScreen) dispatchEvent(new Event('screen-failed'))
  }, [isScreen])
  return (
    <div role="alert" className={styles.view}>
      <p className={styles.title}>Something went wrong!</p>
      {error instanceof CodeNotFetched && (
        <p>The code of this page could not be fetched. Try again when you are online.</p>
      )}
      {isCodeMissing && (
        <p>The code of this part could not be fetched. Reload the page when you are online again.</p>
      )}
      <div className={styles.actions}>
        {isCodeMissing && (
          <Button size="sm" onClick={() => location.reload()}>
            Reload the page
          </Button>
        )}
        {onRetry && !isCodeMissing && (
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        )}
        <Button size="sm" tone="quiet" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
          {isShown ? 'Hide Error' : 'Show Error'}
        </Button>
      </div>
      {isShown && <pre className={styles.detail}>{describe(error)}</pre>}
    </div>
  )
}

/** The code of a page could not be fetched, and can be fetched again without a reload. */
export class CodeNotFetched extends Error {
  constructor(cause: unknown) {
    super('The code of this page could not be fetched.', { cause })
  }
}

/**
 * Error texts of Chromium, Firefox, Safari and Vite when code or styles can't be fetched. React caches the
 * failure, so only a reload helps.
 */
const CODE_MISSING = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i

function describe(error: unknown): string {
  if (error instanceof Error) return error.message || error.name
  return typeof error === 'string' ? error : JSON.stringify(error)
}

interface BoundaryProps {
  children: ReactNode
  /** When this changes, the part is rendered again. */
  resetKey?: string | number | undefined
  isScreen?: boolean | undefined
}

/** An error boundary: a part that fails does not blank the page around it. */
export class ErrorBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state = { error: null as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('Unknown error') }
  }

  override componentDidUpdate(before: BoundaryProps) {
    if (before.resetKey !== this.props.resetKey && this.state.error !== null) this.reset()
  }

  reset = () => this.setState({ error: null })

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    return <ErrorView error={error} onRetry={this.reset} isScreen={this.props.isScreen} />
  }
}

/**
 * Shows a part whose code loads after the first screen. If it can't be fetched, a message replaces only this
 * part.
 */
export function Later({ children, fallback }: { children: ReactNode; fallback?: ReactNode }) {
  return (
    <ErrorBoundary>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  )
}
