import { Component, type ReactNode, useEffect, useState } from 'react'
import { Button } from './button.tsx'
import styles from './error-view.module.css'

/** Renders the replacement of a part that failed. The rest of the page keeps working. */
export function ErrorView({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  const [isShown, setIsShown] = useState(false)
  const isCodeMissing = CODE_MISSING.test(describe(error))
  // `start-watch.js` treats an error of the first screen as damaged files.
  useEffect(() => {
    dispatchEvent(new Event('screen-failed'))
  }, [])
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
 * Error texts of Chromium, Firefox, Safari and Vite when code or styles can't be fetched. React caches the failure, so
 * retrying is of no use.
 */
const CODE_MISSING = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i

function describe(error: unknown): string {
  if (error instanceof Error) return error.message || error.name
  return typeof error === 'string' ? error : JSON.stringify(error)
}

interface BoundaryProps {
  children: ReactNode
  /** When it changes, the part is rendered again. */
  resetKey?: string | number | undefined
}

/** Error boundary: a failing part does not blank the page around it. */
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
    return error === null ? this.props.children : <ErrorView error={error} onRetry={this.reset} />
  }
}
