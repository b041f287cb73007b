import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FileReader, ImportRuns, runImport, undoImport } from '../../src/import-export/index.ts'
import type { Services } from '../../src/services.ts'
import type { Store } from '../../src/store/index.ts'
import { accepted, type Person, serverFor, startNode } from '../support/node.ts'
import { DATABASES } from '../support/stores.ts'

const HEAD = '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n'
/** ms; longer than a node holds an import. */
const AFTER_HOLD_MS = 60_000
const ROUNDS = 60
/** Transactions until an import is running: its row, its work in two batches, its changes to the account. */
const BEGUN = 4

/** Where a server is killed: before or right after the commit of this transaction. */
interface Cut {
  readonly at: number
  readonly isCommitted: boolean
}

/** A store of a killed server: after the cut, every call fails. */
function cut(store: Store, { at, isCommitted }: Cut): Store {
  let count = 0
  const transact: Store['transact'] = async (work) => {
    count++
    if (count > at || (count === at && !isCommitted)) throw new Error('killed')
    const done = await store.transact(work)
    if (count === at) throw new Error('killed')
    return done
  }
  return { ...store, transact }
}

/** Links in folders, with tags; some are duplicates, some invalid. */
function bookmarks(count: number): string {
  const link = (n: number, of: number) =>
    `<DT><A HREF="https://x.example/${n}" TAGS="tag ${n % 7},tag ${n % 11}" ADD_DATE="${1_400_000_000 + n}">Link ${of}</A>\n`
  const parts = Array.from({ length: count }, (_, n) => {
    const folder = n % 90 === 0 ? `</DL><p><DT><H3>folder ${(n / 90) % 4}</H3>\n<DL><p>\n` : ''
    const bad = n % 50 === 3 ? '<DT><A HREF="javascript:alert(1)">Bad</A>\n' : ''
    return folder + bad + link(n, n) + (n > 200 && n % 10 === 0 ? link(n - 150, n) : '')
  })
  return `${HEAD}${parts.join('')}</DL><p>`
}

describe.each(DATABASES)('an import that is cut goes on on $name', { timeout: 120_000 }, ({ start }) => {
  const reader = new FileReader()
  const server = serverFor(start, { env: { CARDINAL_FREE_CARD_LIMIT: '0' } })

  const importing = async (person: Person, importId: string, text: string, services: Services) => {
    const file = accepted(await reader.read(new TextEncoder().encode(text), {}))
    const [workspace] = await services.store.workspaces.ofUser(person.userId)
    if (workspace === undefined) throw new Error('no workspace')
    const request = {
      userId: person.userId,
      workspace,
      importId,
      fileName: null,
      file,
      isDryRun: false,
      signal: new AbortController().signal,
      showsSpellings: true,
      sharing: null,
    }
    return runImport(services, request).finally(() => file.close())
  }
  /** Kills one server after the other. Returns how the import ended. */
  const importingWithCuts = async (person: Person, importId: string, text: string, cuts: readonly Cut[]) => {
    const { services } = server.node
    const [first = { at: 1, isCommitted: true }, ...others] = cuts
    await importing(person, importId, text, { ...services, store: cut(services.store, first) }).catch(
      () => undefined,
    )
    const progress = async () => (await person.send('GET', `/import/${importId}`)).body.data
    for (let round = 0; (await progress()).state === 'running'; round++) {
      if (round > ROUNDS) throw new Error('The import does not end.')
      const next = others[round % (others.length + 1)] ?? { at: Number.POSITIVE_INFINITY, isCommitted: true }
      const now = () => Date.now() + (round + 1) * AFTER_HOLD_MS
      await new ImportRuns({ ...services, store: cut(services.store, next), now }, () => {}).runDue()
    }
    return progress()
  }
  const csvOf = async (person: Person): Promise<string[]> =>
    (await person.send('GET', '/export?format=csv')).body
      .split('\n')
      // An existing card's time of update differs between runs.
      .map((line: string) => line.replace(/,20(?!14)[\d-]+T[^,]*Z/, ',now'))
      .sort()
  /** All fields of each card except the time of its last update. */
  const cardsOf = async (person: Person): Promise<string[]> =>
    (await csvOf(person)).map((line) => line.replace(/,20[\d-]+T[^,]*Z/, ',edited'))
  const groupsOf = async (person: Person) => {
    const [tags, groups] = [
      await person.send('POST', '/tag/get-all-tags', {}),
      await person.send('POST', '/tag/get-all-groups', {}),
    ].map(({ body }) => body.data)
    const names = new Map(tags.map((tag: { _id: string; tag_name: string }) => [tag._id, tag.tag_name]))
    return groups
      .map((group: { title: string; tags: string[] }) => [
        group.title,
        group.tags.map((id) => names.get(id)).sort(),
      ])
      .sort()
  }
  const storedBytes = async ({ userId }: Person) => (await server.node.store.users.byId(userId))?.storedBytes
  /** Signs up a person who already has some of the links, with other tags and dates. */
  const someone = async () => {
    const person = await server.signUp()
    for (const n of [5, 120, 260]) {
      const newEntity = { type: 'hyperlink', content: `https://x.example/${n}` }
      expect((await person.send('POST', '/entity/create-one', { newEntity })).status).toBe(200)
    }
    return person
  }

  it('[HM-19] [TG-7] property: wherever servers are killed, no row is lost or doubled, and the receipt is the same', async () => {
    const text = bookmarks(430)
    const whole = await someone()
    const { receipt } = await importing(whole, 'a'.repeat(24), text, server.node.services)
    expect(receipt.created + receipt.duplicates + receipt.failed.length).toBe(receipt.rows)
    expect(receipt).toMatchObject({ updated: 3, tags: 15 })
    const [csv, groups, bytes] = [await csvOf(whole), await groupsOf(whole), await storedBytes(whole)]
    // A later server takes over the import and does one piece in its first transactions.
    const cutAt = (min: number) =>
      fc.record({ at: fc.integer({ min, max: min + 9 }), isCommitted: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(cutAt(BEGUN + 1), fc.array(cutAt(3), { maxLength: 3 }), async (first, others) => {
        const ada = await someone()
        const importId = ada.userId
        const {
          state,
          processed,
          import_id: _id,
          ...rest
        } = await importingWithCuts(ada, importId, text, [first, ...others])
        expect({ state, processed, ...rest, import_id: receipt.import_id }).toEqual({
          ...receipt,
          state: 'done',
          processed: receipt.rows,
        })
        expect(await csvOf(ada)).toEqual(csv)
        expect(await groupsOf(ada)).toEqual(groups)
        for (
          let round = 1;
          (await server.node.store.importRuns.unheld(Number.MAX_SAFE_INTEGER, 100)).length > 0;
          round++
        ) {
          const now = () => Date.now() + (ROUNDS + round) * AFTER_HOLD_MS
          await new ImportRuns({ ...server.node.services, now }, () => {}).runDue()
          expect(round).toBe(1)
        }
        expect(await storedBytes(ada)).toBe(bytes)
        const undone = await ada.send('POST', `/import/${importId}/undo`)
        expect(undone.body.data.removed).toBe(receipt.created)
      }),
      { numRuns: 12 },
    )
  })

  it('[ID-12] property: an account is restored unchanged, wherever servers are killed', async () => {
    const ada = await server.signUp()
    const spelled = bookmarks(30).replaceAll('tag 1,', 'C++,')
    await importing(ada, 'b'.repeat(24), spelled, server.node.services)
    const exported = async (person: Person) => {
      const { body } = await person.send('GET', '/export?scope=account')
      return typeof body === 'string' ? body : JSON.stringify(body)
    }
    const file = await exported(ada)
    const cuts = fc.record({ at: fc.integer({ min: BEGUN + 1, max: BEGUN + 6 }), isCommitted: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(cuts, cuts, async (first, second) => {
        const bob = await server.signUp()
        const progress = await importingWithCuts(bob, bob.userId, file, [
          first,
          { ...second, at: second.at - 2 },
        ])
        expect(progress).toMatchObject({ state: 'done', created: 30, failed: [] })
        expect(await exported(bob)).toBe(file)
      }),
      { numRuns: 6 },
    )
  })

  it('[HM-19] an import that a stopping server interrupted continues when the server starts again', async () => {
    const importId = 'd'.repeat(24)
    const env = { CARDINAL_FREE_CARD_LIMIT: '0' }
    const own = await start()
    const [first, reading] = [await startNode(own, { env }), await own.open()]
    const ada = await first.signUp()
    const rows = 3_000
    const file =
      HEAD +
      Array.from({ length: rows }, (_, n) => `<DT><A HREF="https://x.example/${n}">${n}</A>\n`).join('')
    const answered = ada.send('POST', `/import?import_id=${importId}`, file, { 'content-type': 'text/html' })
    const job = () => reading.imports.byId(ada.userId, importId)
    await expect
      .poll(async () => (await job())?.created ?? 0, { interval: 2, timeout: 20_000 })
      .toBeGreaterThan(0)
    await first.stop()
    expect(await answered).toMatchObject({ status: 503, body: { msg: expect.stringContaining('goes on') } })
    const stopped = await job()
    expect(stopped?.created).toBeLessThan(rows)
    expect(stopped).toMatchObject({ state: 'running' })
    const second = await startNode(own, { env })
    await expect.poll(async () => (await job())?.state, { timeout: 30_000 }).toBe('done')
    expect(await job()).toMatchObject({ created: rows, handled: rows })
    await second.stop()
    await reading.close()
    await own.stop()
  })

  it('[HM-19] an import that ends each server that continues it is stopped, and can be undone', async () => {
    const { services } = server.node
    const ada = await server.signUp()
    const importId = 'e'.repeat(24)
    const store = cut(services.store, { at: BEGUN + 1, isCommitted: true })
    await expect(importing(ada, importId, bookmarks(300), { ...services, store })).rejects.toThrow('killed')
    for (let round = 1; round <= 4; round++) {
      const now = () => Date.now() + round * AFTER_HOLD_MS
      const ended = { ...services, store: cut(services.store, { at: 1, isCommitted: true }), now }
      await new ImportRuns(round === 4 ? { ...services, now } : ended, () => {}).runDue()
    }
    expect((await ada.send('GET', `/import/${importId}`)).body.data.state).toBe('failed')
    expect((await ada.send('POST', `/import/${importId}/undo`)).body.data.removed).toBe(100)
  })

  it('[CD-7] property: an undo of an import that was cut off anywhere is finished by the server or by one more request', async () => {
    const { services } = server.node
    const text = bookmarks(430)
    const anywhere = fc.record({ at: fc.integer({ min: 1, max: 8 }), isCommitted: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(anywhere, fc.boolean(), async (place, isByItself) => {
        const ada = await someone()
        const importId = ada.userId
        const before = await cardsOf(ada)
        const { receipt } = await importing(ada, importId, text, services)
        const store = cut(services.store, place)
        await expect(undoImport({ ...services, store }, ada.userId, importId)).rejects.toThrow('killed')
        if (isByItself) {
          const now = () => Date.now() + AFTER_HOLD_MS
          await new ImportRuns({ ...services, now }, () => {}).runDue()
          // An undo that is interrupted in its first step has changed nothing.
          const hasBegun = place.at > 1 || place.isCommitted
          const { state } = (await ada.send('GET', `/import/${importId}`)).body.data
          expect(state).toBe(hasBegun ? 'undone' : 'done')
        }
        const wasUndone = (await ada.send('GET', `/import/${importId}`)).body.data.state === 'undone'
        const once = { 'idempotency-key': 'undo' }
        const undone = await ada.send('POST', `/import/${importId}/undo`, {}, once)
        expect(undone.body.data.removed).toBe(wasUndone ? 0 : receipt.created)
        const repeated = await ada.send('POST', `/import/${importId}/undo`, {}, once)
        expect(repeated.body).toEqual(undone.body)
        expect(repeated.headers.get('idempotent-replayed')).toBe('true')
        expect(await cardsOf(ada)).toEqual(before)
        expect((await ada.send('POST', '/tag/get-all-tags', {})).body.data).toEqual([])
        expect(await groupsOf(ada)).toEqual([])
        expect((await ada.send('GET', `/import/${importId}`)).body.data.state).toBe('undone')
        expect((await ada.send('POST', `/import/${importId}/undo`)).body.data.removed).toBe(0)
        expect(await services.store.importRuns.unheld(Number.MAX_SAFE_INTEGER, 100)).toEqual([])
      }),
      { numRuns: 16 },
    )
  })

  /** Undoes an import on a server that is killed after its first step. */
  const undoingCut = async ({ userId }: Person, importId: string) => {
    const { services } = server.node
    const store = cut(services.store, { at: 1, isCommitted: true })
    await expect(undoImport({ ...services, store }, userId, importId)).rejects.toThrow('killed')
  }

  it('[CD-7] a card that was restored while an undo was cut off stays with its tags', async () => {
    const { services } = server.node
    const ada = await server.signUp()
    const importId = 'f'.repeat(24)
    const { receipt } = await importing(ada, importId, bookmarks(430), services)
    await undoingCut(ada, importId)
    const [card] = (await ada.send('POST', '/entity/get-deleted', { params: {} })).body.data
    expect((await ada.send('POST', '/entity/restore-many', { entity_ids: [card._id] })).status).toBe(200)
    const undone = await ada.send('POST', `/import/${importId}/undo`)
    expect(undone.body.data.removed).toBe(receipt.created)
    expect((await csvOf(ada)).filter((line) => line.startsWith('link,'))).toHaveLength(1)
    const [address] = (await csvOf(ada)).filter((line) => line.includes('https://x.example/'))
    expect(address).toContain(card.content.split('\n')[1])
    expect(address).toMatch(/"tag \d+, /)
  })

  it('[CD-7] an undo that ends each server that continues it is stopped, and can be requested again', async () => {
    const { services } = server.node
    const ada = await server.signUp()
    const importId = 'f'.repeat(24)
    await importing(ada, importId, bookmarks(430), services)
    await undoingCut(ada, importId)
    for (let round = 1; round <= 4; round++) {
      const now = () => Date.now() + round * AFTER_HOLD_MS
      const ended = { ...services, store: cut(services.store, { at: 1, isCommitted: true }), now }
      await new ImportRuns(round === 4 ? { ...services, now } : ended, () => {}).runDue()
    }
    expect(await services.store.importRuns.unheld(Number.MAX_SAFE_INTEGER, 100)).toEqual([])
    expect((await ada.send('GET', `/import/${importId}`)).body.data.state).toBe('done')
    expect((await ada.send('POST', `/import/${importId}/undo`)).status).toBe(200)
    expect((await csvOf(ada)).filter((line) => line.startsWith('link,'))).toEqual([])
  })

  it('[CD-7] the undo of an import says that its workspace was deleted', async () => {
    const ada = await server.signUp()
    const created = await ada.send('POST', '/workspace/create-one', { workspace_name: 'Another' })
    const workspace_id = created.body.data._id
    const sent = await ada.send('POST', `/import?workspace_id=${workspace_id}`, bookmarks(3), {
      'content-type': 'text/html',
    })
    expect(sent.body.data.created).toBe(3)
    const deletion = { workspace_id, confirm: 'Another' }
    expect((await ada.send('POST', '/workspace/delete-one', deletion)).status).toBe(200)
    expect((await ada.send('POST', `/import/${sent.body.data.import_id}/undo`)).status).toBe(404)
  })

  it('[HM-19] an import whose server is killed before it began leaves nothing', async () => {
    for (let at = 1; at <= BEGUN; at++) {
      const ada = await server.signUp()
      const before = await storedBytes(ada)
      const first = { at, isCommitted: at < BEGUN }
      const progress = await importingWithCuts(ada, ada.userId, bookmarks(300), [first])
      expect(progress).toMatchObject({ state: 'failed', created: 0, processed: expect.any(Number) })
      expect(await storedBytes(ada)).toBe(before)
      expect(
        (await ada.send('POST', '/entity/get-count', {})).body.data.every(
          ({ count }: { count: number }) => count === 0,
        ),
      ).toBe(true)
      expect((await ada.send('POST', `/import/${ada.userId}/undo`)).body.data.removed).toBe(0)
    }
  })

  it('[CD-9] stored work of an import counts into the quota, and is deleted when the import is cancelled', async () => {
    const { services } = server.node
    const ada = await server.signUp()
    const before = await storedBytes(ada)
    const importId = 'f'.repeat(24)
    const store = cut(services.store, { at: BEGUN, isCommitted: true })
    await expect(importing(ada, importId, bookmarks(430), { ...services, store })).rejects.toThrow('killed')
    expect(await storedBytes(ada)).toBeGreaterThan((before ?? 0) + 3_000)
    expect((await ada.send('POST', `/import/${importId}/cancel`)).status).toBe(200)
    await new ImportRuns({ ...services, now: () => Date.now() + AFTER_HOLD_MS }, () => {}).runDue()
    expect(await storedBytes(ada)).toBe(before)
    expect((await ada.send('GET', `/import/${importId}`)).body.data).toMatchObject({
      state: 'stopped',
      created: 0,
    })
  })
})
