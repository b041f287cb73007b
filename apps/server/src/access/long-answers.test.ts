import { describe, expect, it } from 'vitest'
import { HttpFailure } from './failures.ts'
import { LongAnswers } from './long-answers.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('long answers', () => {
  it('wait for others of the same person, and for nobody else', async () => {
    const answers = new LongAnswers()
    const begun: string[] = []
    const enter = async (lane: string) => {
      const leave = await answers.enter(lane)
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

  it('have their turns between people where all places are taken', async () => {
    const answers = new LongAnswers()
    const leaves = await Promise.all(Array.from({ length: 16 }, (_, n) => answers.enter(`reader ${n}`)))
    const begun: string[] = []
    for (const lane of ['mallory', 'mallory', 'mallory', 'ada'])
      void answers.enter(lane).then(() => begun.push(lane))
    for (const leave of leaves.slice(0, 2)) leave()
    await settled()
    expect(begun).toEqual(['mallory', 'ada'])
  })

  it('are refused where too many of one person wait, with the time after which to ask again', async () => {
    const answers = new LongAnswers()
    for (let n = 0; n < 22; n++) void answers.enter('mallory')
    const refused = await answers.enter('mallory').catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(HttpFailure)
    expect(refused).toMatchObject({ failure: { status: 429 }, retryAfter: expect.any(Number) })
    expect(await answers.enter('ada')).toBeTypeOf('function')
  })
})
