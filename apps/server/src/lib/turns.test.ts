import { setImmediate } from 'node:timers'
import { describe, expect, it } from 'vitest'
import { isTurnLong, shortTurn, yieldToEventLoop } from './waiting.ts'

/** Numbers the turns of the event loop while `work` runs. */
async function numberingTurns(work: (turn: () => number) => Promise<unknown>): Promise<void> {
  let turn = 0
  let isOver = false
  const count = (): void => {
    turn++
    if (!isOver) setImmediate(count)
  }
  count()
  await work(() => turn)
  isOver = true
}

/** Holds the event loop for this many ms. */
function hold(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

describe('turns of the event loop', () => {
  it('jobs that yielded together and run long each get a turn of the event loop of their own', async () => {
    const turns: number[] = []
    await numberingTurns((turn) =>
      Promise.all(
        Array.from({ length: 6 }, async () => {
          await yieldToEventLoop()
          turns.push(turn())
          isTurnLong()
          hold(15)
        }),
      ),
    )
    expect(new Set(turns).size).toBe(6)
  })

  it('a database statement of a request continues before jobs that waited earlier, and no job waits forever', async () => {
    const order: string[] = []
    const job = async (name: string, wait: () => Promise<void>): Promise<void> => {
      await wait()
      order.push(name)
      hold(15)
    }
    const jobs = ['a', 'b', 'c'].map((name) => job(name, yieldToEventLoop))
    await Promise.all([...jobs, job('statement', shortTurn)])
    expect(order).toEqual(['statement', 'a', 'b', 'c'])
  })
})
