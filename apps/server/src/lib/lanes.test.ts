import { expect, it } from 'vitest'
import { LaneFull, Lanes } from './waiting.ts'

/** Jobs that run until the test ends them. */
function pieces(lanes: Lanes) {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const add = (lane: string, name: string) =>
    lanes.run(lane, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const endOne = async () => {
    const count = begun.length
    ends.shift()?.()
    await expect.poll(() => begun.length).toBe(count + 1)
  }
  return { begun, add, endOne }
}

it('[ID-1] a first request waits for one job of each other lane, however many jobs they have', async () => {
  const { begun, add, endOne } = pieces(new Lanes(50, 100))
  for (let n = 0; n < 50; n++) void add('guesser', `guess ${n}`)
  void add('another guesser', 'other 0')
  void add('honest', 'honest')
  await endOne()
  await endOne()
  await endOne()
  expect(begun).toEqual(['guess 0', 'guess 1', 'other 0', 'honest'])
})

it('[ID-1] jobs above the limit of a lane are refused at once, and leave places for other lanes', async () => {
  const { begun, add, endOne } = pieces(new Lanes(2, 3))
  for (let n = 0; n < 3; n++) void add('a', `a${n}`)
  await expect(add('a', 'a3')).rejects.toThrow(LaneFull)
  void add('b', 'b0')
  await expect(add('c', 'c0')).rejects.toThrow(LaneFull)
  await endOne()
  void add('c', 'c1')
  await endOne()
  await endOne()
  await endOne()
  expect(begun).toEqual(['a0', 'a1', 'b0', 'a2', 'c1'])
})

it('[ID-1] the next job begins after one that fails', async () => {
  const lanes = new Lanes(5, 5)
  const failing = lanes.run('a', () => Promise.reject(new Error('broken')))
  const next = lanes.run('a', async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
})
