import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Rounds } from './rounds.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a round follows the other after the usual time, or after the time that the round returned', async () => {
  const answers = [undefined, 10, undefined]
  const run = vi.fn(async () => answers.shift())
  const rounds = new Rounds({ run, every: 1_000, onError: vi.fn() })
  rounds.start(5)
  await vi.advanceTimersByTimeAsync(4)
  expect(run).toHaveBeenCalledTimes(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(run).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(run).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(10)
  expect(run).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(999)
  expect(run).toHaveBeenCalledTimes(3)
})

test('a failed round is reported, and the next one runs', async () => {
  const run = vi.fn(async () => {
    throw new Error('the database is away')
  })
  const onError = vi.fn()
  const rounds = new Rounds({ run, every: 1_000, onError })
  rounds.start(0)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(run).toHaveBeenCalledTimes(2)
  expect(onError).toHaveBeenCalledTimes(2)
})

test('a request for an earlier round brings it forward, and many requests do not put it off', async () => {
  const run = vi.fn(async () => undefined)
  const rounds = new Rounds({ run, every: 1_000, onError: vi.fn() })
  rounds.soon(0)
  await vi.advanceTimersByTimeAsync(10)
  expect(run, 'before the start').toHaveBeenCalledTimes(0)
  rounds.start(5_000)
  for (let ms = 0; ms < 200; ms += 50) {
    rounds.soon(200)
    await vi.advanceTimersByTimeAsync(50)
  }
  expect(run).toHaveBeenCalledTimes(1)
})

test('a request while a round is running is kept until its end, and rounds never overlap', async () => {
  let running = 0
  const run = vi.fn(async () => {
    running++
    expect(running).toBe(1)
    await new Promise((resume) => setTimeout(resume, 300))
    running--
  })
  const rounds = new Rounds({ run, every: 1_000, onError: vi.fn() })
  rounds.start(0)
  await vi.advanceTimersByTimeAsync(100)
  rounds.soon(50)
  await vi.advanceTimersByTimeAsync(249)
  expect(run).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(run).toHaveBeenCalledTimes(2)
})

test('a stop waits for the running round, and no other begins', async () => {
  const run = vi.fn(() => new Promise<void>((resume) => setTimeout(resume, 300)))
  const rounds = new Rounds({ run, every: 1_000, onError: vi.fn() })
  rounds.start(0)
  await vi.advanceTimersByTimeAsync(100)
  let isOver = false
  void rounds.stop().then(() => {
    isOver = true
  })
  expect(rounds.isStopped).toBe(true)
  await vi.advanceTimersByTimeAsync(199)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(isOver).toBe(true)
  rounds.soon(0)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(run).toHaveBeenCalledTimes(1)
})
