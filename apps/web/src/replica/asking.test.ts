import { expect, it, vi } from 'vitest'
import { Asking } from './asking.ts'
import type { AllAnswered, Answered, Asked } from './worker/api.ts'

const answerAll = () =>
  vi.fn(async (asked: readonly Asked[]): Promise<AllAnswered> => {
    const answers = asked.map(
      ({ params }): Answered =>
        'bad' in params
          ? { isOk: false, error: new Error('no') }
          : { isOk: true, answer: params as unknown as Extract<Answered, { isOk: true }>['answer'] },
    )
    return { answers, version: 7 }
  })
const atOnce = async () => {}

it('questions of one task are sent together, and equal ones once', async () => {
  const askAll = answerAll()
  const asking = new Asking(askAll, atOnce)
  const answers = [
    asking.askWithVersion('tagsBySearchword', { keywords: ['a'] }),
    asking.askWithVersion('tagsBySearchword', { keywords: ['b'] }),
    asking.askWithVersion('tagsBySearchword', { keywords: ['a'] }),
  ]
  const seen = (...keywords: string[]) => ({ answer: { keywords }, version: 7 })
  expect(await Promise.all(answers)).toEqual([seen('a'), seen('b'), seen('a')])
  expect(askAll).toHaveBeenCalledOnce()
  expect(askAll.mock.calls[0]?.[0]).toHaveLength(2)
  await asking.askWithVersion('tagsBySearchword', { keywords: ['a'] })
  expect(askAll).toHaveBeenCalledTimes(2)
})

it('a failing question does not affect the answers to others', async () => {
  const asking = new Asking(answerAll(), atOnce)
  const bad = asking.askWithVersion('tagsBySearchword', { bad: true } as never)
  const good = asking.askWithVersion('tagsBySearchword', { keywords: [] })
  await expect(bad).rejects.toThrow('no')
  expect((await good).answer).toEqual({ keywords: [] })
})

it('a worker that does not answer fails all its questions', async () => {
  const asking = new Asking(() => Promise.reject(new Error('gone')), atOnce)
  await expect(asking.askWithVersion('ungroupedTags', {})).rejects.toThrow('gone')
})

it('asking is idle once the last answer is painted, even if another question was asked meanwhile', async () => {
  const said: string[] = []
  const paint: (() => void)[] = []
  const asking = new Asking(answerAll(), () => new Promise((resolve) => paint.push(resolve)))
  asking.askWithVersion('tagsBySearchword', { keywords: ['a'] }).then(() => said.push('a'))
  const idle = asking.idle().then(() => said.push('idle'))
  await vi.waitFor(() => expect(paint).toHaveLength(1))
  asking.askWithVersion('tagsBySearchword', { keywords: ['b'] }).then(() => said.push('b'))
  paint[0]?.()
  await vi.waitFor(() => expect(paint).toHaveLength(2))
  expect(said).toEqual(['a', 'b'])
  paint[1]?.()
  await idle
  expect(said).toEqual(['a', 'b', 'idle'])
})
