import { expect, it, vi } from 'vitest'
import { Asking } from './asking.ts'
import type { Answered, Asked } from './worker/api.ts'

const answerAll = () =>
  vi.fn(async (asked: readonly Asked[]): Promise<readonly Answered[]> => {
    return asked.map(({ params }) =>
      'bad' in params
        ? { isOk: false, error: new Error('no') }
        : { isOk: true, answer: params as unknown as Extract<Answered, { isOk: true }>['answer'] },
    )
  })

it('sends the questions of one moment together, equal ones once', async () => {
  const askAll = answerAll()
  const asking = new Asking(askAll)
  const answers = [
    asking.ask('tagsBySearchword', { keywords: ['a'] }),
    asking.ask('tagsBySearchword', { keywords: ['b'] }),
    asking.ask('tagsBySearchword', { keywords: ['a'] }),
  ]
  expect(await Promise.all(answers)).toEqual([{ keywords: ['a'] }, { keywords: ['b'] }, { keywords: ['a'] }])
  expect(askAll).toHaveBeenCalledOnce()
  expect(askAll.mock.calls[0]?.[0]).toHaveLength(2)
  await asking.ask('tagsBySearchword', { keywords: ['a'] })
  expect(askAll).toHaveBeenCalledTimes(2)
})

it('a question that fails leaves the others their answers', async () => {
  const asking = new Asking(answerAll())
  const bad = asking.ask('tagsBySearchword', { bad: true } as never)
  const good = asking.ask('tagsBySearchword', { keywords: [] })
  await expect(bad).rejects.toThrow('no')
  expect(await good).toEqual({ keywords: [] })
})

it('a worker that does not answer fails all of them', async () => {
  const asking = new Asking(() => Promise.reject(new Error('gone')))
  await expect(asking.ask('ungroupedTags', {})).rejects.toThrow('gone')
})
