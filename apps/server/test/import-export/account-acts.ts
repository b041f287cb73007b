import { COPY_RULES, firstAddress, fold, ok } from '@cardinal/domain'
import { printCopy, readCopy, textOfCopy } from '@cardinal/domain/copies'
import * as fc from 'fast-check'
import type { Person, TestNode } from '../support/node.ts'

const NAMES = ['bread', 'slow food', '日本', 'a_b', 'oven', 'flour']

/** An act of a person. Small numbers choose among the existing rows. */
export const acts = fc.oneof(
  { weight: 1, arbitrary: fc.record({ act: fc.constant('workspace' as const), n: fc.nat(50) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('card' as const),
      n: fc.nat(1000),
      type: fc.constantFrom('note', 'todo', 'hyperlink'),
      text: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
      titles: fc.uniqueArray(fc.constantFrom('eggs', 'Milk', 'ß"\\', '日本'), { maxLength: 3 }),
      color: fc.constantFrom(null, 'red'),
      dueAt: fc.constantFrom(null, '2026-02-28', '2026-03-01T14:00'),
      startAt: fc.constantFrom(null, '2026-02-27'),
      doneAt: fc.constantFrom(null, '2025-02-01T10:00:00.000Z'),
      place: fc.constantFrom(null, 'V', 'F'),
      tags: fc.array(fc.nat(5), { maxLength: 3 }),
      createdAt: fc.date({ min: new Date('1990-01-01'), max: new Date('2025-01-01'), noInvalidDate: true }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ act: fc.constant('tag' as const), n: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('name' as const), n: fc.nat(5), m: fc.nat(5) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('display name' as const),
      n: fc.nat(5),
      name: fc.constantFrom('🌱', 'also 1', 'OVEN', 'c++', null),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('parent' as const), n: fc.nat(5), m: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('click' as const), n: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('color' as const), n: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('delete tag' as const), n: fc.nat(5) }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('group' as const), n: fc.nat(3), m: fc.nat(5) }) },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('child group' as const), n: fc.nat(5), m: fc.nat(3) }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('delete card' as const), n: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('edit card' as const), n: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('saved search' as const), n: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('helpers' as const), n: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('share' as const), n: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('copy rule' as const), n: fc.nat(5), m: fc.nat(2) }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('rule' as const), n: fc.nat(5), m: fc.nat(5) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('copy' as const),
      n: fc.nat(20),
      state: fc.constantFrom('kept', 'kept', 'removed', 'waiting', 'failed'),
      text: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
      isCut: fc.boolean(),
    }),
  },
)
type Act = typeof acts extends fc.Arbitrary<infer T> ? T : never

/** Carries out the acts in the workspace that was created last. */
export async function live(server: TestNode, person: Person, all: readonly Act[]): Promise<void> {
  let workspace_id: string | null = null
  const tags: string[] = []
  const cards: string[] = []
  const groups: string[] = []
  const at = (list: readonly string[], n: number) => list[n % Math.max(1, list.length)]
  for (const act of all) {
    if (act.act === 'workspace') {
      const made: Awaited<ReturnType<typeof person.send>> = await person.send(
        'POST',
        '/workspace/create-one',
        {
          workspace_name: `place ${act.n}`,
        },
      )
      workspace_id = made.body.data._id
      if (act.n % 2 === 0)
        await person.send('POST', '/user/update-global-settings', { currentWorkspace: workspace_id })
      tags.length = 0
      cards.length = 0
      groups.length = 0
    } else if (act.act === 'card') {
      const { act: _act, n, text, titles, tags: wanted, createdAt, type, ...values } = act
      const { body } = await person.send('POST', '/entity/create-one', {
        newEntity: {
          ...values,
          type,
          content: type === 'hyperlink' ? `https://x.example/${n} ${text}` : `${text}.${n}`,
          titles: titles.map((words, index) => ({ text: words, isTicked: index === 1 })),
          tags_assigned: [...new Set(wanted.flatMap((one) => tags[one] ?? []))],
          siblings: cards.slice(0, 1),
          createdAt: createdAt.toISOString(),
        },
        ...(workspace_id !== null && { workspace_id }),
      })
      if (body.data) cards.push(body.data._id)
    } else if (act.act === 'tag') {
      const { body } = await person.send('POST', '/tag/create-many-from-keyword', {
        frontendGeneratedTags: [{ tag_name: NAMES[act.n] }],
        attachToTheseEntities: [],
        ...(workspace_id !== null && { workspace_id }),
      })
      if (!tags.includes(body.data[0]._id)) tags.push(body.data[0]._id)
    } else if (act.act === 'name')
      await person.send('POST', '/tag/add-names', { tag_id: at(tags, act.n), names: [`also ${act.m}`] })
    else if (act.act === 'display name')
      await person.send('POST', '/tag/set-display-name', {
        tag_id: at(tags, act.n),
        display_name: act.name,
      })
    else if (act.act === 'parent')
      await person.send('POST', '/tag/add-parents', {
        tag_ids: [at(tags, act.n)],
        parent_tag_ids: [at(tags, act.n + 1 + act.m)],
      })
    else if (act.act === 'click')
      await person.send('POST', '/tag/add-click-count', {
        tag_ids: [at(tags, act.n)],
        lastClickedAt: '2024-05-01T10:00:00.000Z',
      })
    else if (act.act === 'color')
      await person.send('POST', '/tag/edit-color', { tag_ids: [at(tags, act.n)], color_name: 'red' })
    else if (act.act === 'delete tag') {
      const id = at(tags, act.n)
      await person.send('POST', '/tag/delete-many', { tag_ids: [id] })
      if (id !== undefined) tags.splice(tags.indexOf(id), 1)
    } else if (act.act === 'group') {
      const { body } = await person.send('POST', '/tag/create-many-groups-from-searchword', {
        searchwords: [`group ${act.n}`],
        tag_ids: tags.slice(0, act.m),
        ...(workspace_id !== null && { workspace_id }),
      })
      if (body.data) groups.push(body.data[0]._id)
    } else if (act.act === 'child group')
      await person.send('POST', '/tag/add-child-groups', {
        tag_ids: [at(tags, act.n)],
        group_ids: [at(groups, act.m)],
      })
    else if (act.act === 'delete card')
      await person.send('POST', '/entity/delete-many', { entity_ids: [at(cards, act.n)] })
    else if (act.act === 'edit card')
      await person.send('PATCH', '/entity/update-color', { entity_ids: [at(cards, act.n)], color: 'blue' })
    else if (act.act === 'share')
      await person.send('POST', '/user/create-shared-search', {
        title: `shared ${act.n}`,
        shows: act.n % 2 === 0 ? ['tags', 'texts'] : [],
        query: { search: `word ${act.n}`, type: act.n % 2 === 0 ? 'note' : null },
        ...(workspace_id !== null && { workspace_id }),
      })
    else if (act.act === 'rule') {
      const { body } = await person.send('POST', '/workspace/get-workspaces', {})
      const [first] = body.data
      await person.send('POST', '/workspace/create-rule', {
        workspace_id: workspace_id ?? first._id,
        search: `tag:"${NAMES[act.n]}" | type:link`,
        add_tags: [at(tags, act.m)].filter((id) => id !== undefined),
        remove_tags: [at(tags, act.n)].filter((id) => id !== undefined),
        ...(act.m % 2 === 0 && { color: 'blue' }),
        ...(act.n === 3 && { type: 'note' }),
      })
    } else if (act.act === 'copy rule')
      await person.send('POST', '/user/update-copy-rule', {
        keeps: COPY_RULES[act.m],
        tag_ids: tags.slice(0, act.n),
      })
    else if (act.act === 'copy') {
      const id = at(cards, act.n)
      if (id !== undefined) await putCopy(server, person, id, act)
    } else if (act.act === 'saved search') {
      const { body } = await person.send('GET', '/user/get-global-settings')
      await person.send('POST', '/user/update-global-settings', {
        saved_searches: [...body.data.saved_searches, `search ${act.n}`],
      })
    } else await person.send('POST', '/user/update-global-settings', { showHelpers: act.n === 0 })
  }
}

/** Stores a copy of a page as the server does after a fetch. */
export async function putCopy(
  server: TestNode,
  { userId }: Person,
  card_id: string,
  { state, text, isCut }: { state: 'kept' | 'removed' | 'waiting' | 'failed'; text: string; isCut: boolean },
): Promise<void> {
  const { store, now } = server.node.services
  const [card] = await store.cards.byIds(userId, [card_id])
  if (card?.row.type !== 'link' || card.deletedAt !== null) return
  const nodes = readCopy(`<p>It says ${text} &amp; <strong>more</strong></p><p>below</p>`)
  const hasText = state === 'kept' || state === 'removed'
  await store.transact(async (tx) =>
    ok(
      await tx.pageCopies.put({
        user_id: userId,
        card_id,
        state,
        problem: state === 'failed' ? 'no-text' : '',
        address: firstAddress(card.row.content) ?? '',
        fetched_at: hasText ? now() - 1000 : null,
        removed_at: state === 'removed' ? now() - 500 : null,
        title: hasText ? 'A "title"' : '',
        language: hasText ? 'pt-BR' : '',
        content: hasText ? printCopy(nodes) : '',
        words: hasText ? fold(textOfCopy(nodes)) : '',
        is_cut: hasText && isCut ? 1 : 0,
        file_hash: hasText && isCut ? 'a'.repeat(64) : null,
      }),
    ),
  )
}
