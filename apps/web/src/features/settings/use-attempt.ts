import { useState } from 'react'
import { confirm } from '../../overlays/index.ts'
import { CallFailed, confirmSignIn } from '../../session/index.ts'

/** The error code of calls that need a sign-in within the last ten minutes. */
const FRESH_SIGN_IN_NEEDED = 'fresh-sign-in-needed'

/**
 * Runs a call, and stores whether it is pending and the message of its failure. If the call needs a new sign-in,
 * the person signs in again and returns to this page.
 */
export function useAttempt() {
  const [isRunning, setIsRunning] = useState(false)
  const [error, setError] = useState<string | null>(null)
  /** Resolves with the answer of the call. Null: it failed, and `error` has the message. */
  const attempt = async <T>(call: () => Promise<T>): Promise<T | null> => {
    setIsRunning(true)
    setError(null)
    try {
      return await call()
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      if (failure.command === FRESH_SIGN_IN_NEEDED) await askToConfirm()
      else setError(failure.message)
      return null
    } finally {
      setIsRunning(false)
    }
  }
  return { attempt, isRunning, error }
}

async function askToConfirm(): Promise<void> {
  const isWilling = await confirm({
    title: 'Is it you?',
    text: 'This needs a sign-in within the last ten minutes. Sign in once more: you come back to this page, and can then do it.',
    confirmLabel: 'Sign in once more',
  })
  if (isWilling) confirmSignIn()
}
