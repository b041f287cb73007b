import { afterEach, describe, expect, it, vi } from 'vitest'
import { HttpFailure } from './failures.ts'
import { LongAnswers, MOST_SLOW, SLOW_AFTER_MS } from './long-answers.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

const nothing = () => undefined

afterEach(() => {
  vi.useRealTimers()
})

describe('long answers', () => {
  it("long answers for one person wait for that person's earlier ones, and not for those of others", async () => {
    const answers = new LongAnswers()
    const begun: string[] = []
    const enter = async (lane: string) => {
      const { leave } = await answers.enter(lane, nothing)
      begun.push(lane)
      return leave
    }
    const hers = [enter('mallory'), enter('mallory'), enter('mallory'), enter('mallory')]
    await settled()
    expect(begun).toEqual(['mallory', 'mallory'])
    await enter('ada')
    expect(begun).toEqual(['mallory', 'mallory', 'ada'])
    const [first, second] = await Promise.all(hers.slice(0, 2))
    first?.()
    first?.()
    await settled()
    expect(begun, 'a place is freed once').toHaveLength(4)
    second?.()
    await settled()
    expect(begun).toHaveLength(5)
  })

  it('long answers alternate between people when all places are taken', async () => {
    const answers = new LongAnswers()
    const readers = await Promise.all(
      Array.from({ length: 16 }, (_, n) => answers.enter(`reader ${n}`, nothing)),
    )
    const begun: string[] = []
    for (const lane of ['mallory', 'mallory', 'mallory', 'ada'])
      void answers.enter(lane, nothing).then(() => begun.push(lane))
    for (const { leave } of readers.slice(0, 2)) leave()
    await settled()
    expect(begun).toEqual(['mallory', 'ada'])
  })

  it('a long answer is refused with a time to retry when too many of one person wait', async () => {
    const answers = new LongAnswers()
    for (let n = 0; n < 22; n++) void answers.enter('mallory', nothing)
    const refused = await answers.enter('mallory', nothing).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(HttpFailure)
    expect(refused).toMatchObject({ failure: { status: 429 }, retryAfter: expect.any(Number) })
    expect((await answers.enter('ada', nothing)).leave).toBeTypeOf('function')
  })

  it('long answers to slow readers give up their places and continue', async () => {
    vi.useFakeTimers()
    const answers = new LongAnswers()
    const cutOff = vi.fn()
    const slow = await Promise.all(
      Array.from({ length: 16 }, (_, n) => answers.enter(`slow ${n % 8}`, cutOff)),
    )
    const begun: string[] = []
    void answers.enter('ada', nothing).then(() => begun.push('ada'))
    void answers.enter('slow 0', nothing).then(() => begun.push('slow 0'))
    await vi.advanceTimersByTimeAsync(SLOW_AFTER_MS - 1)
    expect(begun).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(begun, 'one person has no more for being slow').toEqual(['ada'])
    expect(cutOff).not.toHaveBeenCalled()
    slow[0]?.leave()
    await vi.advanceTimersByTimeAsync(0)
    expect(begun).toEqual(['ada', 'slow 0'])
  })

  it('the slowest reader is cut off when too many are slow', async () => {
    vi.useFakeTimers()
    const answers = new LongAnswers()
    const cutOff: number[] = []
    for (let n = 0; n <= MOST_SLOW; n++) {
      const { took } = await answers.enter(`slow ${n}`, () => cutOff.push(n))
      took(n === 20 ? 1 : 1_000_000)
      if (n % 16 === 15) await vi.advanceTimersByTimeAsync(SLOW_AFTER_MS)
    }
    expect(cutOff).toEqual([])
    await vi.advanceTimersByTimeAsync(SLOW_AFTER_MS)
    expect(cutOff).toEqual([20])
  })
})
