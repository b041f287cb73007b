import { ok } from '@cardinal/domain'
import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/stores.ts'
import { copying } from './copying.ts'

describe.each(DATABASES)('room for copies on $name', ({ start }) => {
  const { sites, startOne, run, add, ask, keep, soon } = copying(start)

  it('copies count into the quota of the account, and are refused when it is full', async () => {
    // The only node: another one would also make copies, with a limit of its own.
    const own = await start()
    const small = await startOne({ CARDINAL_QUOTA_MB: '1' }, own)
    try {
      const ada = await small.signUp()
      for (let n = 0; n < 6; n++)
        sites.pages.set(`big${n}.example/`, {
          body: `<article><p>${'word and word, '.repeat(12_000)}</p></article>`,
        })
      const ids: string[] = []
      for (let n = 0; n < 6; n++) ids.push(await add(ada, `https://big${n}.example/`))
      await keep(ada, ids)
      // On a busy machine a page may be postponed to a later round.
      const states = async () => {
        soon()
        await run(small)
        const copies = await ask(ada, '/entity/get-copies', { entity_ids: ids })
        return copies
          .map(({ state, problem }: { state: string; problem?: string }) => problem ?? state)
          .sort()
      }
      await expect.poll(states, { timeout: 20_000 }).toEqual(['full', 'full', 'full', 'full', 'kept', 'kept'])
    } finally {
      await small.stop()
      await own.stop()
    }
  }, 30_000)

  it('texts of pages count into the quota, and a full account stores links without them', async () => {
    const own = await start()
    const small = await startOne({ CARDINAL_QUOTA_MB: '1' }, own)
    try {
      const ada = await small.signUp()
      const stored = async () => (await small.node.store.users.byId(ada.userId))?.storedBytes ?? 0
      const counted = async () => {
        const done = await small.node.store.transact<number, never>(async (tx) =>
          ok(await tx.users.countStoredBytes(ada.userId)),
        )
        return done.ok ? done.value : 0
      }
      const description = 'long words '.repeat(80)
      const page = { body: `<title>Told</title><meta name="description" content="${description}">` }
      sites.pages.set('told.example/', page)
      sites.pages.set('told.example/?late', page)
      const told = await add(ada, 'https://told.example/')
      const [before, countedBefore] = [await stored(), await counted()]
      await run(small)
      const [shown] = await ask(ada, '/entity/get-specific', { entity_ids: [told] })
      expect(shown.page.title).toBe('Told')
      expect((await stored()) - before).toBeGreaterThan(shown.page.description.length)
      expect((await counted()) - countedBefore).toBe((await stored()) - before)
      for (let n = 0; n < 11; n++) {
        const newEntity = { type: 'note', content: `${n} ${'x'.repeat(n < 10 ? 100_000 - 10 : 40_000)}` }
        await ada.send('POST', '/entity/create-one', { newEntity })
      }
      while ((await stored()) < 1_048_576 - 1_200)
        await ada.send('POST', '/entity/create-one', {
          newEntity: { type: 'note', content: `${await stored()} ${'y'.repeat(300)}` },
        })
      const late = await add(ada, 'https://told.example/?late')
      soon()
      await run(small)
      const [link] = await ask(ada, '/entity/get-specific', { entity_ids: [late] })
      expect(link.page).toBeUndefined()
      expect(await stored()).toBeLessThanOrEqual(1_048_576)
    } finally {
      await small.stop()
      await own.stop()
    }
  }, 30_000)
})
