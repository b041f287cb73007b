import { LIMITS } from '@cardinal/domain'
import { describe, expect, it } from 'vitest'
import { type Person, serverFor, startNode } from '../support/node.ts'
import { DATABASES } from '../support/stores.ts'

describe.each(DATABASES)(
  'what an account and a workspace may hold, on $name',
  { timeout: 120_000 },
  ({ start }) => {
    const server = serverFor(start)

    async function makeTags(person: Person, count: number): Promise<string[]> {
      const ids: string[] = []
      for (let n = 0; n < count; n += 1_000) {
        const frontendGeneratedTags = Array.from({ length: Math.min(1_000, count - n) }, (_, at) => ({
          tag_name: `tag ${n + at}`,
        }))
        const made = await person.send('POST', '/tag/create-many-from-keyword', { frontendGeneratedTags })
        ids.push(...made.body.data.map(({ _id }: { _id: string }) => _id))
      }
      return ids
    }
    /** Makes the first hundred tags parents of each further hundred, until this is refused. */
    async function relate(person: Person, ids: readonly string[]) {
      const parent_tag_ids = ids.slice(0, 100)
      for (let n = 100; n < ids.length; n += 100) {
        const body = { tag_ids: ids.slice(n, n + 100), parent_tag_ids }
        const answer = await person.send('POST', '/tag/add-parents', body)
        if (answer.status !== 200) return { answer, related: n - 100 }
      }
      return { answer: null, related: ids.length - 100 }
    }

    it('ids in lists count into the quota: parents of tags, tags of groups, links between cards', async () => {
      const small = await startNode(server.database, { env: { CARDINAL_QUOTA_MB: '1' } })
      const ada = await small.signUp()
      const ids = await makeTags(ada, 1_000)
      const { answer, related } = await relate(ada, ids)
      expect(answer).toMatchObject({ status: 403, body: { msg: expect.stringMatching(/account is full/) } })
      expect(related).toBeLessThan(300)
      const group = { searchwords: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'], tag_ids: ids }
      expect((await ada.send('POST', '/tag/create-many-groups-from-searchword', group)).status).toBe(403)
      const parents = ids.map((id) => id.replace(/^../, 'ff'))
      const statuses = new Set<number>()
      const bob = await small.signUp()
      for (let n = 0; n < 30; n++) {
        const newEntity = { type: 'note', content: 'a', parents, siblings: parents }
        statuses.add((await bob.send('POST', '/entity/create-one', { newEntity })).status)
      }
      expect([...statuses]).toEqual([200, 403])
      await small.stop()
    })

    it('the stored bytes computed from all rows equal those counted change by change', async () => {
      const ada = await server.signUp()
      const ids = await makeTags(ada, 300)
      expect((await relate(ada, ids)).answer).toBe(null)
      const group = { searchwords: ['a', 'b'], tag_ids: ids }
      expect((await ada.send('POST', '/tag/create-many-groups-from-searchword', group)).status).toBe(200)
      const newEntity = {
        type: 'note',
        content: 'é'.repeat(500),
        tags_assigned: ids.slice(0, 50),
        parents: ids,
      }
      for (let n = 0; n < 20; n++)
        expect((await ada.send('POST', '/entity/create-one', { newEntity })).status).toBe(200)
      const { users } = server.node.store
      const stored = async () => (await users.byId(ada.userId))?.storedBytes ?? 0
      const moments = Array.from({ length: LIMITS.completions }, (_, n) =>
        new Date(n * 86_400_000).toISOString(),
      )
      const withoutDaily = await stored()
      const daily = { type: 'todo', content: 'a', completions: moments }
      expect((await ada.send('POST', '/entity/create-one', { newEntity: daily })).status).toBe(200)
      const counted = await stored()
      expect(counted - withoutDaily).toBeGreaterThan(11 * LIMITS.completions)
      const anew = await users.countStoredBytes(ada.userId)
      expect(counted).toBeGreaterThan(1_000_000)
      expect(Math.abs(anew - counted) / counted).toBeLessThan(0.1)
    })

    it('[TG-1] a workspace has limits for bytes of relations and for tags in groups, and another workspace has its own', async () => {
      const ada = await server.signUp()
      const ids = await makeTags(ada, 2_000)
      const { answer, related } = await relate(ada, ids)
      const msg =
        'A workspace holds at most 4,000,000 bytes of other names, parents and child groups of tags.'
      expect(answer).toMatchObject({ status: 403, body: { msg } })
      expect(related * 100 * 27).toBeGreaterThan(LIMITS.inWorkspace.relations * 0.9)
      const group = (n: number) =>
        ada.send('POST', '/tag/create-many-groups-from-searchword', {
          searchwords: Array.from({ length: 10 }, (_, at) => `group ${n} ${at}`),
          tag_ids: ids.slice(0, 1_000),
        })
      const statuses = []
      for (let n = 0; n < 21; n++) statuses.push((await group(n)).status)
      expect(statuses).toEqual([...Array(20).fill(200), 403])
      // Removals are never refused.
      const removal = { tag_ids: ids.slice(100, 200), parent_tag_ids: ids.slice(0, 100) }
      expect((await ada.send('POST', '/tag/remove-parents', removal)).status).toBe(200)
      const other = await ada.send('POST', '/workspace/create-one', { workspace_name: 'Other' })
      const there = { frontendGeneratedTags: [{ tag_name: 'a' }], workspace_id: other.body.data._id }
      expect((await ada.send('POST', '/tag/create-many-from-keyword', there)).status).toBe(200)
    })
  },
)
