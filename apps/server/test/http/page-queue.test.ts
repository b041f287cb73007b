import { ok } from '@cardinal/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { PRIORITY } from '../../src/pages/jobs.ts'
import { PageCopies } from '../../src/pages/page-copies.ts'
import { PagePictures } from '../../src/pages/page-pictures.ts'
import { PageQueue } from '../../src/pages/page-queue.ts'
import type { SafeFetch } from '../../src/pages/safe-fetch.ts'
import { CopyThread, PageThread, PictureProcess } from '../../src/pages/threads.ts'
import { type Person, startNode, type TestNode } from '../support/node.ts'
import { startSites } from '../support/sites.ts'
import { DATABASES, type TestDatabase } from '../support/stores.ts'

const MINUTE = 60_000

describe.each(DATABASES)('the queue of pages on $name', ({ start }) => {
  let database: TestDatabase
  let sites: Awaited<ReturnType<typeof startSites>>
  let server: TestNode
  let now = Date.UTC(2026, 0, 12)

  const startOne = (on = 'on') =>
    startNode(database, {
      env: { CARDINAL_FETCH_PAGES: on, CARDINAL_FETCH_TEST_ADDRESS: sites.address },
      now: () => now,
    })
  beforeAll(async () => {
    database = await start()
    sites = await startSites()
  }, 60_000)
  afterAll(async () => {
    sites.stop()
    await database.stop()
  })
  beforeEach(() => {
    now += MINUTE
    sites.pages.clear()
    sites.asked.length = 0
  })

  const add = async (person: Person, content: string) => {
    const newEntity = { type: 'hyperlink', content }
    const { status, body } = await person.send('POST', '/entity/create-one', { newEntity })
    expect(status).toBe(200)
    return body.data._id as string
  }
  const run = () => server.node.services.pages?.runDue()
  const jobOf = ({ userId }: Person, id: string) => server.node.store.pages.jobOf(userId, id)

  it('the queue of pages serves people in turn, even if 40 sites of one of them never answer', async () => {
    server = await startOne()
    const [mallory, ada] = [await server.signUp(), await server.signUp()]
    const silent = (n: number) => `silent${n}.example/`
    for (let n = 0; n < 40; n++) {
      sites.pages.set(silent(n), n % 2 === 0 ? { body: '', isSilent: true } : { body: '', status: 101 })
      await add(mallory, `https://${silent(n)}`)
    }
    await vi.waitFor(() => expect(sites.asked.length).toBeGreaterThan(4), 5_000)
    await add(ada, 'https://quick.example/')
    await vi.waitFor(() => expect(sites.asked).toContain('GET quick.example/'), 3_000)
    // A stopping server does not wait for fetches.
    const begun = performance.now()
    await server.stop()
    expect(performance.now() - begun).toBeLessThan(5_000)
  }, 30_000)

  it('the queue of pages serves people in turn for pages of one host, too', async () => {
    const without = await startOne('off')
    const [mallory, ada] = [await without.signUp(), await without.signUp()]
    for (let n = 0; n < 20; n++) await add(mallory, `https://shared.example/${n}`)
    await add(ada, 'https://shared.example/ada')
    await without.stop()
    server = await startOne()
    await server.node.services.pages?.addMissing()
    for (let n = 0; n < 2; n++) {
      await run()
      now += 2_001
    }
    const asked = sites.asked.filter(
      (each) => each.startsWith('GET shared.example/') && !each.endsWith('.ico'),
    )
    expect(asked).toContain('GET shared.example/ada')
    await server.stop()
  })

  it('the queue of pages fetches a temporarily missing picture again, and keeps the old one until then', async () => {
    server = await startOne()
    const ada = await server.signUp()
    const red = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
      'base64',
    )
    sites.pages.set('icon.example/', { body: '<title>A</title>' })
    sites.pages.set('icon.example/favicon.ico', { body: '', status: 503 })
    const id = await add(ada, 'https://icon.example/')
    const iconOf = async () => {
      const [card] = await server.node.store.cards.byIds(ada.userId, [id])
      return card?.row.page?.icon
    }
    await run()
    expect(await iconOf()).toBe('')
    sites.pages.set('icon.example/favicon.ico', { body: red, type: 'image/png' })
    now += 11 * MINUTE
    await run()
    const icon = await iconOf()
    expect(icon).toMatch(/^[0-9a-f]{40}$/)
    // Long after the picture's cache has expired.
    now += 8 * 24 * 60 * MINUTE
    sites.pages.set('icon.example/favicon.ico', { body: '', status: 503 })
    await server.node.services.pages?.fetchAgain(
      ada.userId,
      await server.node.store.cards.byIds(ada.userId, [id]),
    )
    await run()
    expect(sites.asked.filter((each) => each.endsWith('favicon.ico'))).toHaveLength(3)
    expect(await iconOf()).toBe(icon)
    await server.stop()
  })

  it('the queue of pages postpones a job that fails because of the server itself', async () => {
    server = await startOne('off')
    const ada = await server.signUp()
    const id = await add(ada, 'https://broken.example/')
    const errors: string[] = []
    let fetches = 0
    const { store, bus, limits } = server.node.services
    const fetch: SafeFetch = (address) => {
      if (address === 'https://broken.example/') fetches++
      return Promise.reject(new Error('broken'))
    }
    const ending = new AbortController()
    const thread = new PageThread()
    const queue = new PageQueue({
      store,
      bus,
      limits,
      now: () => now,
      fetch,
      onError: ({ message }) => errors.push(message),
      ending,
      thread,
      pictures: new PagePictures({
        store,
        fetch,
        process: new PictureProcess(),
        key: '',
        now: () => now,
        stopped: ending.signal,
      }),
      copies: new PageCopies({ store, thread: new CopyThread(), quotas: limits.quotas, now: () => now }),
    })
    await queue.addMissing()
    for (let n = 0; n < 5; n++) {
      await queue.runDue()
      now += 10_000
    }
    expect([fetches, new Set(errors)]).toEqual([1, new Set(['broken'])])
    expect(await jobOf(ada, id)).toMatchObject({ state: 'failing', attempts: 1 })
    now += 10 * MINUTE
    await queue.runDue()
    expect(fetches).toBe(2)
    await server.stop()
  })

  it('the queue of pages records no failure for a picture that was interrupted by the stop of the server', async () => {
    server = await startOne('off')
    const { store } = server.node
    const process = new PictureProcess()
    const ending = new AbortController()
    const address = 'https://stopped.example/a.png'
    const fetch: SafeFetch = async () => {
      ending.abort()
      await process.stop()
      const bytes = Buffer.from('a picture')
      return ok({ status: 200, address, mediaType: '', contentType: '', retryAfter: null, bytes })
    }
    const pictures = new PagePictures({
      store,
      fetch,
      process,
      key: '',
      now: () => now,
      stopped: ending.signal,
    })
    const found = await pictures.firstOf([address], 'icon', 'stopped.example', performance.now() + MINUTE)
    expect(found).toEqual({ name: '', isMissed: true })
    expect(await store.pages.pictureFrom(`icon ${address}`, 0)).toBeUndefined()
    await server.stop()
  })

  it('the queue of pages does not remove a job that was replaced by one for another address', async () => {
    server = await startOne('off')
    const ada = await server.signUp()
    const { store } = server.node
    const job = {
      userId: ada.userId,
      cardId: 'a'.repeat(24),
      workspaceId: 'b'.repeat(24),
      priority: PRIORITY.person,
    }
    const put = (host: string) =>
      store.transact(async (tx) =>
        ok(await tx.pages.add([{ ...job, host, address: `https://${host}/` }], now)),
      )
    await put('old.example')
    const old = await store.pages.jobOf(job.userId, job.cardId)
    if (old === undefined) throw new Error('There is no job.')
    await put('new.example')
    await store.transact(async (tx) => ok(await tx.pages.remove(old)))
    expect(await store.pages.jobOf(job.userId, job.cardId)).toMatchObject({ address: 'https://new.example/' })
    await server.stop()
  })
})
