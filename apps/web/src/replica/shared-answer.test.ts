import fc from 'fast-check'
import { expect, it } from 'vitest'
import { AnswerReader, AnswerWriter } from './shared-answer.ts'

/** Both sides of one shared memory. The worker's part runs inside of `send`, before the page reads. */
function bothSides(bytes = 1 << 16) {
  const memory = new SharedArrayBuffer(bytes)
  return { page: new AnswerReader<unknown>(memory), thread: new AnswerWriter<unknown>(memory) }
}

const LONG_AGO = -1

it('property: each answer written to shared memory is read back unchanged', () => {
  const { page, thread } = bothSides()
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (answer) => {
      const plain: unknown = JSON.parse(JSON.stringify(answer))
      const read = page.take((question) => {
        expect(thread.deliver(question, plain)).toBe(true)
        return Promise.resolve(null)
      })
      expect(read).toEqual(plain)
    }),
  )
})

it('property: each answer is either read from shared memory or sent as a message', async () => {
  const { page, thread } = bothSides(64)
  const act = fc.record({
    answer: fc.string({ maxLength: 100 }),
    does: fc.constantFrom('hands', 'declines', 'is late'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 10 }), async (acts) => {
      for (const { answer, does } of acts) {
        let isHanded = false
        const work = (question: number) => {
          isHanded = does === 'declines' ? thread.decline(question) : thread.deliver(question, answer)
          return isHanded ? null : answer
        }
        let late: (() => void) | null = null
        const send = (question: number) => {
          if (does !== 'is late') return Promise.resolve(work(question))
          return new Promise<unknown>((resolve) => {
            late = () => resolve(work(question))
          })
        }
        const read = page.take(send, does === 'is late' ? LONG_AGO : undefined)
        ;(late as (() => void) | null)?.()
        expect(await read).toBe(answer)
        expect(read instanceof Promise).toBe(!isHanded)
      }
    }),
  )
})

it('an answer that is too long for shared memory is sent as a message', async () => {
  const { page, thread } = bothSides(64)
  const long = 'ü'.repeat(100)
  const read = page.take((question) => Promise.resolve(thread.deliver(question, long) ? null : long))
  expect(await read).toBe(long)
})

it('an answer that comes too late is not read as that of the next question', async () => {
  const { page, thread } = bothSides()
  let lateOne = -1
  page.take((question) => {
    lateOne = question
    return Promise.resolve('the first')
  }, LONG_AGO)
  const read = page.take((question) => {
    expect(thread.deliver(lateOne, 'the first')).toBe(false)
    expect(thread.decline(lateOne)).toBe(false)
    return Promise.resolve(thread.deliver(question, 'the second') ? null : 'sent')
  })
  expect(read).toBe('the second')
})
