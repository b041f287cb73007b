import { setImmediate } from 'node:timers/promises'
import { ok } from '@cardinal/domain'
import { expect, it } from 'vitest'
import { FAILURES } from './failures.ts'
import { inTurn } from './long-answers.ts'

it('other requests are served while a long shared list is written, however many readers wait', async () => {
  const order: string[] = []
  const texts = Array.from({ length: 4 }, (_, n) =>
    inTurn('secret', async () => {
      order.push(`text ${n}`)
      return ok(n)
    }),
  )
  let isOver = false
  const others = (async () => {
    while (!isOver) {
      order.push('other')
      await setImmediate()
    }
  })()
  expect(await Promise.all(texts)).toEqual([ok(0), ok(1), ok(2), ok(3)])
  isOver = true
  await others
  const places = [0, 1, 2, 3].map((n) => order.indexOf(`text ${n}`))
  for (const [n, place] of places.entries())
    if (n > 0) expect(order.slice(places[n - 1], place)).toContain('other')
})

it('a 61st reader of one address is refused, and a failing answer lets the waiting ones run', async () => {
  let start: () => void = () => {}
  const started = new Promise<void>((resolve) => {
    start = resolve
  })
  const failing = inTurn('busy', async () => {
    await started
    throw new Error('The database is away.')
  })
  const waiting = Array.from({ length: 60 }, () => inTurn('busy', async () => ok('text')))
  expect(await inTurn('busy', async () => ok('text'))).toEqual({ ok: false, error: FAILURES.overloaded })
  const other = inTurn('other', async () => ok('text'))
  start()
  await expect(failing).rejects.toThrow('The database is away.')
  expect((await Promise.all(waiting)).every((each) => each.ok)).toBe(true)
  expect(await other).toEqual(ok('text'))
})
