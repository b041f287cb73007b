import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { type Answerer, answerOf } from './threads.ts'
import { CutOff } from './waiting.ts'

/** Answers each message after so many ms; null: never. */
function thread(after: number | null): Answerer {
  const events = new EventEmitter()
  return Object.assign(events, {
    postMessage: () => void (after !== null && setTimeout(() => events.emit('message', 'answer'), after)),
    terminate: async () => 0,
    unref: () => undefined,
  })
}

describe('the answer of a thread', () => {
  it('a thread that gives no answer in time is cut off', async () => {
    await expect(answerOf(thread(null), '', 20)).rejects.toThrow(CutOff)
  })

  it('a thread that got no processor time is given longer to answer', async () => {
    expect(await answerOf(thread(60), '', 20, [], () => 0)).toBe('answer')
  })

  it('a thread that has used its processor time is cut off', async () => {
    let used = 0
    const usedTime = () => {
      used += 20
      return used
    }
    await expect(answerOf(thread(60), '', 20, [], usedTime)).rejects.toThrow(CutOff)
  })

  it('a thread is cut off after five times its limit, even if it got no processor time', async () => {
    await expect(answerOf(thread(null), '', 20, [], () => 0)).rejects.toThrow(CutOff)
  })
})
