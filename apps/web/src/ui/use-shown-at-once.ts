import { useEffect, useState } from 'react'

/** After this long without the real value following, it is shown again: the choice was not taken. In ms. */
const WAIT = 1000

/**
 * A value that shows a choice in the same frame, while what it stands for is still on its way: through the
 * worker that takes a frame or two, and a box that jumps back in between looks broken.
 *
 * @param value the real value
 * @returns what to show, and what to call with a choice
 */
export function useShownAtOnce<T>(value: T): [T, (chosen: T) => void] {
  const [choice, setChoice] = useState<{ chosen: T; before: T } | null>(null)
  // The real value has moved, wherever to: from here on it speaks for itself.
  if (choice !== null && choice.before !== value) setChoice(null)
  useEffect(() => {
    if (choice === null) return
    const timer = setTimeout(() => setChoice(null), WAIT)
    return () => clearTimeout(timer)
  }, [choice])
  const shown = choice !== null && choice.before === value ? choice.chosen : value
  return [shown, (chosen) => setChoice({ chosen, before: value })]
}
