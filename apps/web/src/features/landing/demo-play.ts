import { type RefObject, useEffect, useState } from 'react'
import { showInSample } from '../../shared/sample/sample-request.ts'

/** The searches of the demonstration, step by step. */
export const STEPS = ['recipe', 'recipe, quick', 'recipe, quick, vegetarian'] as const

/** ms between two steps: time to see the count and the suggested tag. */
const STEP_MS = 1800
/** Events that stop the demonstration. */
const TAKING_OVER = ['pointerdown', 'keydown', 'focusin'] as const

/**
 * Plays the steps once, as soon as a third of the demonstration is visible. Ends when a visitor touches it, presses a key in
 * it or runs another search. Does not play with reduced motion.
 *
 * @param isReady whether the sample can be searched
 * @returns whether it is playing
 */
export function useDemoPlay(place: RefObject<HTMLElement | null>, isReady: boolean): boolean {
  const [isPlaying, setIsPlaying] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!isReady || element === null || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = () => {
      clearTimeout(timer)
      seen.disconnect()
      for (const name of TAKING_OVER) element.removeEventListener(name, end)
      setIsPlaying(false)
    }
    const play = (step: number) => {
      const search = STEPS[step]
      if (search === undefined) return end()
      showInSample(search)
      timer = setTimeout(() => play(step + 1), STEP_MS)
    }
    const seen = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        seen.disconnect()
        setIsPlaying(true)
        timer = setTimeout(() => play(1), STEP_MS)
      },
      { threshold: 1 / 3 },
    )
    for (const name of TAKING_OVER) element.addEventListener(name, end)
    seen.observe(element)
    return end
  }, [place, isReady])
  return isPlaying
}
