import { useState } from 'react'
import { CallFailed } from '../../session/index.ts'

/** Runs a call and keeps whether it is under way and the sentence of its failure. */
export function useAttempt() {
  const [isRunning, setIsRunning] = useState(false)
  const [error, setError] = useState<string | null>(null)
  /** Answers what the call answered, or null when it failed; then `error` says why. */
  const attempt = async <T>(call: () => Promise<T>): Promise<T | null> => {
    setIsRunning(true)
    setError(null)
    try {
      return await call()
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      setError(failure.message)
      return null
    } finally {
      setIsRunning(false)
    }
  }
  return { attempt, isRunning, error }
}
