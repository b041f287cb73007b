import { changeFromFeedLine, DIGEST_HEADER, type FeedLine, feedLine } from '@cardinal/contract'
import { type DigestedRow, digestedFields, RowsDigest } from '@cardinal/domain'
import { describe, expect, it, vi } from 'vitest'
import { type Person, serverFor } from '../support/node.ts'
import { DATABASES } from '../support/stores.ts'

/** Covers mutations that the random stories of `differential.test.ts` lack. */
describe.each(DATABASES)('the digest of a pull on $name', ({ start }) => {
  const server = serverFor(start)

  /** The digest in the pull's header, the digest of the pulled rows, and the pull's last line. */
  async function digests(
    person: Person,
    query = '',
  ): Promise<[told: string | null, counted: string, last: Extract<FeedLine, { cursor: string }>]> {
    const { body, headers } = await person.send('GET', `/sync/pull${query}`)
    const digest = RowsDigest.ofNothing()
    const lines = String(body)
      .trimEnd()
      .split('\n')
      .map((text) => feedLine.parse(JSON.parse(text)))
    for (const line of lines) {
      const change = changeFromFeedLine(line)
      if (change !== null && change.kind !== 'workspace' && change.row !== null)
        digest.add(digestedFields(change as DigestedRow))
    }
    const last = lines.at(-1)
    if (last === undefined || !('cursor' in last)) throw new Error('A pull ends with its cursor.')
    return [headers.get(DIGEST_HEADER), digest.toString(), last]
  }

  it('[OF-2] the digest equals that of the sent rows after imports, bulk acts, merges, undo, restoring and renaming', async () => {
    const ada = await server.signUp()
    const seen: string[] = []
    const expectEqual = async (after: string) => {
      const [told, counted] = await digests(ada)
      expect([after, told]).toEqual([after, counted])
      seen.push(counted)
    }
    const act = async (method: string, path: string, body?: unknown) => {
      const answer = await ada.send(method, path, body)
      expect([path, answer.status, answer.status === 200 ? '' : answer.body]).toEqual([path, 200, ''])
      await expectEqual(path)
      return answer.body.data
    }
    await expectEqual('nothing')
    const rows = Array.from({ length: 30 }, (_, n) => `https://x.example/${n},link ${n},tag${n % 3};all`)
    const table = `url,title,tags\n${rows.join('\n')}\n`
    const csv = { 'content-type': 'application/octet-stream' }
    const receipt = await ada.send('POST', '/import', table, csv)
    expect(receipt.body.data.created).toBe(30)
    await expectEqual('import')
    const found = await ada.send('POST', '/entity/get-matching-entities', {
      userIsTyping_inSearchbar: '',
      params: { page: 0, limit: 25 },
    })
    const cardIds = found.body.data.map(({ _id }: { _id: string }) => _id)
    const tags = (await ada.send('POST', '/tag/get-all-tags', {})).body.data as Record<string, string>[]
    const [into, ...others] = tags.map(({ _id }) => _id)
    await act('POST', '/entity/delete-many', { entity_ids: cardIds.slice(0, 10) })
    await act('POST', '/entity/delete-many', { entity_ids: cardIds.slice(5, 15) })
    await act('POST', '/entity/restore-many', { entity_ids: cardIds.slice(0, 12) })
    await act('POST', '/tag/create-many-groups-from-searchword', {
      searchwords: ['kitchen'],
      tag_ids: others,
    })
    await act('POST', '/tag/merge-many', { tag_ids: others.slice(0, 2), into_tag_id: into })
    await act('POST', '/tag/delete-many', { tag_ids: others.slice(2, 3) })
    const [workspace] = (await ada.send('POST', '/workspace/get-workspaces', {})).body.data
    await act('POST', '/workspace/rename-one', { workspace_id: workspace._id, workspace_name: 'Other' })
    await act('POST', `/import/${receipt.body.data.import_id}/undo`)
    expect(new Set(seen).size, 'almost every act shows').toBeGreaterThan(seen.length - 3)
  })

  it('[OF-2] a refused change does not alter the digest, even among accepted ones of one push', async () => {
    const ada = await server.signUp()
    const create = (key: string, content: string) => ({
      key,
      method: 'POST',
      path: '/entity/create-one',
      body: { newEntity: { type: 'note', content } },
    })
    const calls = [create('a', 'kept'), create('b', ''), create('c', 'kept too'), create('a', 'kept')]
    const answer = await ada.send('POST', '/sync/push', calls)
    expect(answer.body.data.map(({ status }: { status: number }) => status)).toEqual([200, 400, 200, 200])
    const [told, counted] = await digests(ada)
    expect(told).toBe(counted)
    expect(counted).toMatch(/^2\./)
  })

  it('[OF-2] a pull reports that rows changed while they were sent, if the digest was computed before', async () => {
    const ada = await server.signUp()
    const create = (content: string) =>
      ada.send('POST', '/entity/create-one', { newEntity: { type: 'note', content } })
    await create('first')
    const [, , { cursor }] = await digests(ada)
    await create('second')
    const { cards } = server.node.store
    for (const [table, query] of [
      ['newest', ''],
      ['changedAfter', `?cursor=${cursor}`],
    ] as const) {
      const read = cards[table] as (...args: unknown[]) => never
      vi.spyOn(cards, table).mockImplementationOnce(async (...args: unknown[]) => {
        await create('while others are read')
        return read(...args)
      })
      const [told, counted, last] = await digests(ada, query)
      expect([told?.split('.')[0], counted.split('.')[0]]).toEqual(query === '' ? ['2', '3'] : ['3', '3'])
      expect(last).toMatchObject({ has_newer_rows: true })
    }
    const [told, counted, last] = await digests(ada)
    expect([told, last.has_newer_rows]).toEqual([counted, undefined])
    expect(await digests(ada, `?cursor=${last.cursor}`)).toEqual([counted, '0.0000000000000000', last])
  })
})
