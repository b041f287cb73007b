import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { type Answerer, answerOf } from './threads.ts'
import { CutOff } from './waiting.ts'

/** A thread that answers after so many ms; null: never. */
function thread(after: number | null): Answerer {
  const events = new EventEmitter()
  return Object.assign(events, {
    postMessage: () => void (after !== null && setTimeout(() => events.emit('message', 'answer'), after)),
    terminate: async () => 0,
    unref: () => undefined,
  })
}

describe('the answer of a thread', () => {
  it('the answer of a thread is cut off by the clock', async () => {
    await expect(answerOf(thread(null), '', 20)).rejects.toThrow(CutOff)
  })

  it('the answer of a thread is waited for where the thread did not get the processor', async () => {
    expect(await answerOf(thread(60), '', 20, [], () => 0)).toBe('answer')
  })

  it('the answer of a thread is cut off when the processor time is used up', async () => {
    let used = 0
    const usedTime = () => {
      used += 20
      return used
    }
    await expect(answerOf(thread(60), '', 20, [], usedTime)).rejects.toThrow(CutOff)
  })

  it('the answer of a thread is cut off after five times as long, whatever the thread got', async () => {
    await expect(answerOf(thread(null), '', 20, [], () => 0)).rejects.toThrow(CutOff)
  })
})
