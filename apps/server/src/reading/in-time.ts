/** Something did not answer in time. */
export class CutOff extends Error {}

/**
 * Resolves with what some work answers, or rejects when the time is over, whatever the work does. The libraries that speak to
 * other servers limit single steps: a server that sends one byte now and then holds them for ever.
 *
 * @param within ms
 * @param giveUp ends the work, whose answer nobody waits for any more
 * @throws CutOff, or the work's error
 */
export async function inTime<Answer>(
  work: Promise<Answer>,
  within: number,
  giveUp: () => void = () => undefined,
): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => {
      giveUp()
      fail(new CutOff(`There was no answer within ${within / 1_000} s.`))
    }, within)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
