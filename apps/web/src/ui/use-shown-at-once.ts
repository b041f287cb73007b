import { useEffect, useState } from 'react'

/** ms after which the real value is shown again if it has not changed. */
const SHOWN_AGAIN_AFTER_MS = 1000

/**
 * Shows a choice in the same frame, before the real value has changed. The worker takes a frame or two, and a
 * checkbox that jumps back in between looks broken.
 *
 * @param value the real value
 * @returns the shown value, and the function to call with a choice
 */
export function useShownAtOnce<T>(value: T): [T, (chosen: T) => void] {
  const [choice, setChoice] = useState<{ chosen: T; before: T } | null>(null)
  // The real value has changed, so it is shown from now on.
  if (choice !== null && choice.before !== value) setChoice(null)
  useEffect(() => {
    if (choice === null) return
    const timer = setTimeout(() => setChoice(null), SHOWN_AGAIN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [choice])
  const shown = choice !== null && choice.before === value ? choice.chosen : value
  return [shown, (chosen) => setChoice({ chosen, before: value })]
}
