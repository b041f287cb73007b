import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Places } from './waiting.ts'

/** A job that runs until the test ends it. */
function work() {
  let end: () => void = () => undefined
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
  return { run: () => over, end }
}

it('the number of running jobs is limited for each person and for all people together', () => {
  const places = new Places(3, 2)
  for (let n = 0; n < 2; n++) places.run('ada', work().run)
  expect(places.inTurn(['ada', 'bob'])).toEqual(['bob'])
  expect(places.busy).toEqual(['ada'])
  places.run('bob', work().run)
  expect([places.running, places.inTurn(['ada', 'bob', 'eve'])]).toEqual([3, []])
})

it('the next job is that of the person with the fewest running ones, and among equals of the one served longest ago', async () => {
  const places = new Places(10, 4)
  for (const person of ['ada', 'bob', 'ada']) places.run(person, async () => undefined)
  await places.settled()
  expect(places.inTurn(['ada', 'bob', 'eve'])).toEqual(['eve', 'bob', 'ada'])
  places.run('eve', work().run)
  expect(places.inTurn(['ada', 'bob', 'eve'])).toEqual(['bob', 'ada', 'eve'])
})

it('a place is free again when its job has ended', async () => {
  const places = new Places(1, 1)
  const { run, end } = work()
  places.run('ada', run)
  const over = places.oneOver()
  expect(places.inTurn(['ada', 'bob'])).toEqual([])
  end()
  await over
  await setImmediate()
  expect([places.running, places.inTurn(['ada', 'bob'])]).toEqual([0, ['bob', 'ada']])
})
