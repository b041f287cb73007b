import { type Card, isCalled, type Subnote, textsHash } from '@cardinal/domain'
import { historyRows, idOf, mutation, rowsAfter } from '@cardinal/testing/mutations'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffCard } from './diff-card.ts'
import { inverse } from './inverse.ts'
import { MemoryRows } from './memory-rows.ts'
import type { Mutation } from './mutation.ts'
import { runMutation } from './mutators.ts'

/**
 * The table of docs/concurrency.md, cell by cell: what one device did, what another did meanwhile, and what both
 * come to when the first one's act arrives last.
 */

const NOW = 1_900_000_000_000
const [CARD, OTHER] = [idOf('card', 0), idOf('card', 1)]
const [TAG, INTO, NEW] = [idOf('tag', 0), idOf('tag', 1), idOf('tag', 2)]
const [GROUP, SECOND, THIRD] = [idOf('group', 0), idOf('group', 1), idOf('group', 2)]
const LINE: Subnote = { id: idOf('subnote', 0), text: 'buy rye', isTicked: false }

/** A card with a line and a tag, a second card, two tags, two groups. */
function start(): MemoryRows {
  return rowsAfter([
    {
      name: 'createTags',
      args: {
        tags: [
          { id: TAG, name: 'garden' },
          { id: INTO, name: 'home' },
        ],
        attachToCardIds: [],
      },
    },
    {
      name: 'createCard',
      args: { card: { id: CARD, type: 'note', content: 'bread\nbutter', subnotes: [LINE], tagIds: [TAG] } },
    },
    { name: 'createCard', args: { card: { id: OTHER, type: 'note', content: 'soup' } } },
    {
      name: 'createGroups',
      args: {
        groups: [
          { id: GROUP, title: 'travel' },
          { id: SECOND, title: 'house' },
        ],
        tagIds: [TAG],
      },
    },
  ])
}

/** The rows when `meanwhile` came first and `act` waited in an outbox; `act` must not be refused. */
function both(meanwhile: readonly Mutation[], act: readonly Mutation[], rows = start()): MemoryRows {
  for (const step of [...meanwhile, ...act]) {
    const outcome = runMutation(step, rows, { now: NOW, onConflict: 'merge' })
    if (!outcome.ok) throw new Error(`${step.name}: ${JSON.stringify(outcome.error)}`)
    rows.apply(outcome.value.changes)
  }
  return rows
}

const card = (rows: MemoryRows, id = CARD) => rows.card(id) as Card
const edit = (wanted: Parameters<typeof diffCard>[1]): Mutation => {
  const args = diffCard(card(start()), wanted)
  if (args === null) throw new Error('nothing was changed')
  return { name: 'editCard', args }
}
const deleteTag: Mutation = { name: 'deleteTags', args: { tagIds: [TAG] } }
const mergeTag: Mutation = { name: 'mergeTags', args: { tagIds: [TAG], intoTagId: INTO } }
const deleteCard: Mutation = { name: 'deleteCards', args: { cardIds: [CARD] } }
const deleteGroup: Mutation = { name: 'deleteGroups', args: { groupIds: [GROUP] } }
const deleteLine: Mutation = { name: 'deleteSubnote', args: { cardId: CARD, subnoteId: LINE.id } }
const makeTag = (id: string, name: string): Mutation => ({
  name: 'createTags',
  args: { tags: [{ id, name }], attachToCardIds: [] },
})
const attach = (tagId: string): Mutation => ({
  name: 'attachTags',
  args: { cardIds: [OTHER], tagIds: [tagId] },
})
const newCard = (tagIds: readonly string[]): Mutation => ({
  name: 'createCard',
  args: { card: { id: idOf('card', 3), type: 'note', content: 'stew', tagIds } },
})

describe('what waits in an outbox', () => {
  it('is refused for a size, an address or a card that is gone for good, and for nothing else', () => {
    fc.assert(
      fc.property(historyRows(60), mutation(), (rows, given) => {
        const outcome = runMutation(given, rows, { now: NOW, onConflict: 'merge' })
        if (outcome.ok) return
        const { error } = outcome
        const isCardGone = error.kind === 'not-found' && error.what === 'card'
        const isCardThere = error.kind === 'id-taken' && given.name === 'createCard'
        const isSameIdTwice = error.kind === 'id-taken' && /create(Tags|Groups)/.test(given.name)
        expect([given, error, isCardGone || isCardThere || isSameIdTwice]).toEqual([given, error, true])
      }),
      { numRuns: 3000 },
    )
  })
})

describe('a tag that was deleted elsewhere', () => {
  it('comes back with its name where a card is made with it, gets it, or a group gets it', () => {
    const uses: Mutation[] = [
      newCard([TAG]),
      attach(TAG),
      { name: 'setCardTags', args: { cardId: OTHER, tagIds: [TAG] } },
      { name: 'editCard', args: { cardId: OTHER, tagIds: { added: [TAG], removed: [] } } },
      { name: 'createGroups', args: { groups: [{ id: THIRD, title: 'new' }], tagIds: [TAG] } },
      { name: 'attachGroups', args: { tagIds: [TAG], groupIds: [SECOND] } },
      { name: 'setTagColor', args: { tagIds: [TAG], color: 'red' } },
    ]
    for (const use of uses) {
      const rows = both([deleteTag], [use])
      expect([use.name, rows.tag(TAG)?.name]).toEqual([use.name, 'garden'])
    }
    expect(card(both([deleteTag], [attach(TAG)]), OTHER).tagIds).toEqual([TAG])
  })

  it('comes back under its new name where it was renamed', () => {
    const rows = both([deleteTag], [{ name: 'renameTag', args: { tagId: TAG, name: 'plot' } }])
    expect(rows.tag(TAG)?.name).toBe('plot')
  })

  it('stays away where it is clicked, taken off, merged or deleted again', () => {
    const acts: Mutation[] = [
      { name: 'addClicks', args: { tagIds: [TAG], clickedAt: 5 } },
      { name: 'detachTags', args: { cardIds: [CARD], tagIds: [TAG] } },
      { name: 'detachGroups', args: { tagIds: [TAG], groupIds: [GROUP] } },
      mergeTag,
      deleteTag,
    ]
    for (const act of acts) expect(both([deleteTag], [act]).tag(TAG)).toBeUndefined()
  })

  it('is left out where nobody knows its name any more', () => {
    const forgotten = new MemoryRows(
      start()
        .snapshot()
        .filter(({ id }) => id !== TAG && id !== CARD),
    )
    const rows = both([], [newCard([TAG, INTO])], forgotten)
    expect(card(rows, idOf('card', 3)).tagIds).toEqual([INTO])
  })

  it('is the tag of its name where that was made anew', () => {
    const rows = both([deleteTag, makeTag(NEW, 'garden')], [attach(TAG)])
    expect(card(rows, OTHER).tagIds).toEqual([NEW])
  })
})

describe('a tag that was merged elsewhere', () => {
  it('is the tag that it was merged into, on cards, in groups, for clicks and colours', () => {
    expect(card(both([mergeTag], [attach(TAG)]), OTHER).tagIds).toEqual([INTO])
    expect(card(both([mergeTag], [newCard([TAG, INTO])]), idOf('card', 3)).tagIds).toEqual([INTO])
    const clicked = both([mergeTag], [{ name: 'addClicks', args: { tagIds: [TAG], clickedAt: 5 } }])
    expect(clicked.tag(INTO)?.clickCount).toBe(1)
    const off = both([mergeTag], [{ name: 'detachTags', args: { cardIds: [CARD], tagIds: [TAG] } }])
    expect(card(off).tagIds).toEqual([])
    const renamed = both([mergeTag], [{ name: 'renameTag', args: { tagId: TAG, name: 'plot' } }])
    expect(renamed.tag(INTO)?.name).toBe('plot')
  })

  it('stays merged where it is deleted: the other tag is not touched', () => {
    expect(both([mergeTag], [deleteTag]).tag(INTO)?.name).toBe('home')
  })

  it('is not merged again: the tag that it became stays', () => {
    const elsewhere: Mutation = { name: 'mergeTags', args: { tagIds: [TAG], intoTagId: NEW } }
    const rows = both([makeTag(NEW, 'plot'), mergeTag], [elsewhere])
    expect(rows.tag(INTO)?.name).toBe('home')
    expect(card(rows).tagIds).toEqual([INTO])
  })

  it('keeps the name and colour that others gave it before the merge arrived, when the merge is undone', () => {
    const seen = start()
    const merged = runMutation(mergeTag, seen, { now: NOW })
    const undo = merged.ok ? inverse(mergeTag, seen, merged.value) : []
    const renamed: Mutation = { name: 'renameTag', args: { tagId: TAG, name: 'plot' } }
    const coloured: Mutation = { name: 'setTagColor', args: { tagIds: [TAG], color: 'red' } }
    const rows = both([renamed, coloured], [mergeTag, ...undo])
    expect(rows.tag(TAG)).toMatchObject({ name: 'plot', color: 'red' })
    expect(card(rows, CARD).tagIds).toEqual([TAG])
  })

  it('is found through several merges', () => {
    const further: Mutation = { name: 'mergeTags', args: { tagIds: [INTO], intoTagId: NEW } }
    const rows = both([makeTag(NEW, 'plot'), mergeTag, further], [attach(TAG)])
    expect(card(rows, OTHER).tagIds).toEqual([NEW])
  })
})

describe('one name on two devices', () => {
  it('the tag made later is the one made first, also for cards that name it by its own id', () => {
    const rows = both([], [makeTag(NEW, 'Garden'), attach(NEW), newCard([NEW])])
    expect(rows.tag(NEW)).toBeUndefined()
    expect(card(rows, OTHER).tagIds).toEqual([TAG])
    expect(card(rows, idOf('card', 3)).tagIds).toEqual([TAG])
    expect(card(both([], [attach(NEW)], rows), OTHER).tagIds).toEqual([TAG])
  })

  it('a rename to a name that was taken meanwhile makes one tag of the two', () => {
    const rows = both([], [{ name: 'renameTag', args: { tagId: TAG, name: 'home' } }])
    expect(rows.tag(TAG)).toBeUndefined()
    expect(card(rows).tagIds).toEqual([INTO])
    expect(rows.group(GROUP)?.tagIds).toEqual([INTO])
  })

  it('a rename of a group to a title that was taken meanwhile makes one group of the two', () => {
    const rows = both(
      [{ name: 'attachGroups', args: { tagIds: [INTO], groupIds: [SECOND] } }],
      [
        { name: 'renameGroup', args: { groupId: GROUP, title: 'house' } },
        { name: 'setGroupColor', args: { groupIds: [GROUP], color: 'red' } },
      ],
    )
    expect(rows.group(GROUP)).toBeUndefined()
    expect(rows.group(SECOND)).toMatchObject({ tagIds: [TAG, INTO], color: 'red' })
  })

  it('two groups of one name are one, also for tags that are put into the one made later', () => {
    const made: Mutation = {
      name: 'createGroups',
      args: { groups: [{ id: THIRD, title: 'travel' }], tagIds: [] },
    }
    const put: Mutation = { name: 'attachGroups', args: { tagIds: [INTO], groupIds: [THIRD] } }
    const rows = both([], [made, put])
    expect(rows.group(THIRD)).toBeUndefined()
    expect(rows.group(GROUP)?.tagIds).toEqual([TAG, INTO])
  })

  it('the person is asked first where the name is taken before their own eyes', () => {
    const rename: Mutation = { name: 'renameTag', args: { tagId: TAG, name: 'home' } }
    expect(runMutation(rename, start(), { now: NOW })).toMatchObject({
      error: { kind: 'tag-name-taken', tagId: INTO },
    })
  })
})

describe('a group that was deleted elsewhere', () => {
  it('comes back with its title where it gets tags, a colour, a title, or is hidden', () => {
    const acts: [Mutation, object][] = [
      [
        { name: 'attachGroups', args: { tagIds: [INTO], groupIds: [GROUP] } },
        { title: 'travel', tagIds: [INTO] },
      ],
      [
        { name: 'setGroupColor', args: { groupIds: [GROUP], color: 'red' } },
        { title: 'travel', color: 'red' },
      ],
      [{ name: 'renameGroup', args: { groupId: GROUP, title: 'trips' } }, { title: 'trips' }],
      [{ name: 'setGroupsHidden', args: { groupIds: [GROUP], isHidden: true } }, { isHidden: true }],
    ]
    for (const [act, wanted] of acts) expect(both([deleteGroup], [act]).group(GROUP)).toMatchObject(wanted)
  })

  it('stays away where a tag is taken out of it, or it is deleted again', () => {
    for (const act of [
      { name: 'detachGroups', args: { tagIds: [TAG], groupIds: [GROUP] } } as const,
      deleteGroup,
    ])
      expect(both([deleteGroup], [act]).group(GROUP)).toBeUndefined()
  })
})

describe('a card that was deleted elsewhere', () => {
  it('comes back with every edit', () => {
    const acts: Mutation[] = [
      edit({ content: 'rye bread' }),
      { name: 'setCardContent', args: { cardId: CARD, content: 'rye bread', baseSeq: null } },
      { name: 'setCardColor', args: { cardIds: [CARD], color: 'red' } },
      { name: 'attachTags', args: { cardIds: [CARD], tagIds: [INTO] } },
      {
        name: 'addSubnote',
        args: { cardId: CARD, subnote: { ...LINE, id: idOf('subnote', 1) }, index: null },
      },
      { name: 'setSubnoteText', args: { cardId: CARD, subnoteId: LINE.id, text: 'buy spelt' } },
      { name: 'tickSubnote', args: { cardId: CARD, subnoteId: LINE.id, isTicked: true } },
      { name: 'restoreCards', args: { cardIds: [CARD] } },
    ]
    for (const act of acts)
      expect([act.name, both([deleteCard], [act]).card(CARD)?.id]).toEqual([act.name, CARD])
  })

  it('is deleted once where both delete it, and an edit that arrives after brings it back', () => {
    expect(both([deleteCard], [deleteCard]).card(CARD)).toBeUndefined()
    expect(card(both([deleteCard, deleteCard], [edit({ color: 'red' })])).color).toBe('red')
  })

  it('stays where it holds words by now that the person who deletes it did not see', () => {
    const seen = [{ id: CARD, texts: textsHash(card(start())) }]
    const remove: Mutation = { name: 'deleteCards', args: { cardIds: [CARD, OTHER], seen } }
    for (const unseen of [
      edit({ content: 'rye bread' }),
      edit({ subnotes: [{ ...LINE, text: 'buy spelt' }] }),
    ]) {
      const rows = both([unseen], [remove])
      expect(rows.card(CARD)).toBeDefined()
      expect(rows.card(OTHER), 'nothing is said of the texts of the other').toBeUndefined()
    }
    for (const other of [edit({ color: 'red' }), edit({ subnotes: [{ ...LINE, isTicked: true }] })])
      expect(both([other], [remove]).card(CARD)).toBeUndefined()
  })

  it('deleted for good it refuses an edit that holds words, so that they stay with their author', () => {
    const rows = new MemoryRows(
      start()
        .snapshot()
        .filter(({ id }) => id !== CARD),
    )
    const run = (given: Mutation) => runMutation(given, rows, { now: NOW, onConflict: 'merge' })
    expect(run(edit({ content: 'rye bread' }))).toMatchObject({ error: { kind: 'not-found', what: 'card' } })
    expect(run(edit({ color: 'red' }))).toEqual({ ok: true, value: { changes: [] } })
  })
})

describe('a card that both devices complete', () => {
  const complete = (today: string, dueAt?: string): Mutation => ({
    name: 'completeCards',
    args: { cards: [{ id: CARD, ...(dueAt !== undefined && { dueAt }) }], doneAt: NOW, today },
  })
  const weekly = edit({ dueAt: '2026-03-02', recurrence: 'FREQ=WEEKLY' })

  it('moves to its next time once, whichever arrives first', () => {
    const [one, other] = [complete('2026-03-02', '2026-03-02'), complete('2026-03-04', '2026-03-02')]
    expect(card(both([weekly, one], [other])).dueAt).toBe('2026-03-09')
    expect(card(both([weekly, other], [one])).dueAt).toBe('2026-03-09')
  })

  it('is not completed where it was put off meanwhile', () => {
    const rows = both([weekly, edit({ dueAt: '2026-03-05' })], [complete('2026-03-02', '2026-03-02')])
    expect(card(rows)).toMatchObject({ dueAt: '2026-03-05', doneAt: null })
  })

  it('is completed for good where its rule was taken away meanwhile', () => {
    const rows = both(
      [weekly, { name: 'editCard', args: { cardId: CARD, recurrence: null } }],
      [complete('2026-03-02', '2026-03-02')],
    )
    expect(card(rows)).toMatchObject({ dueAt: '2026-03-02', doneAt: NOW })
  })
})

describe('the order by hand', () => {
  it('is the same whichever of two moves arrives first, and moves of two cards do not meet', () => {
    const places = fc.stringMatching(/^[0-9A-Za-z]{0,5}[1-9A-Za-z]$/)
    const move = (cardId: string, place: string): Mutation => ({ name: 'editCard', args: { cardId, place } })
    fc.assert(
      fc.property(places, places, (a, b) => {
        const [one, other] = [
          both([move(CARD, a)], [move(OTHER, b)]),
          both([move(OTHER, b)], [move(CARD, a)]),
        ]
        for (const id of [CARD, OTHER]) expect(one.card(id)).toEqual(other.card(id))
        // Of two moves of one card the one that arrives last counts.
        expect(card(both([move(CARD, a)], [move(CARD, b)])).place).toBe(b)
      }),
    )
  })
})

describe('a line that was removed elsewhere', () => {
  it('comes back with its new text', () => {
    const acts: Mutation[] = [
      edit({ subnotes: [{ ...LINE, text: 'buy spelt' }] }),
      {
        name: 'setSubnoteText',
        args: { cardId: CARD, subnoteId: LINE.id, text: 'buy spelt', before: 'buy rye' },
      },
    ]
    for (const act of acts)
      expect(card(both([deleteLine], [act])).subnotes.map(({ text }) => text)).toEqual(['buy spelt'])
  })

  it('stays away where it is ticked, moved or removed again', () => {
    const acts: Mutation[] = [
      { name: 'tickSubnote', args: { cardId: CARD, subnoteId: LINE.id, isTicked: true } },
      { name: 'moveSubnote', args: { cardId: CARD, subnoteId: LINE.id, index: 0 } },
      deleteLine,
      edit({ subnotes: [] }),
    ]
    for (const act of acts) expect(card(both([deleteLine], [act])).subnotes).toEqual([])
  })
})

describe('two edits of one text', () => {
  it('at different words are both there; at the same words the later shows and the earlier is kept', () => {
    const rows = both([edit({ content: 'rye bread\nbutter' })], [edit({ content: 'bread\nbutter, salted' })])
    expect(card(rows).content).toBe('rye bread\nbutter, salted')
    const outcome = runMutation(edit({ content: 'loaf' }), both([edit({ content: 'roll' })], []), {
      now: NOW,
    })
    expect(outcome).toMatchObject({ value: { keptRevisions: [{ subnoteId: null, text: 'roll' }] } })
  })
})

describe('what was made here and changed elsewhere since', () => {
  it('a tag that is made once more under its id is the one that was renamed', () => {
    const rows = both([{ name: 'renameTag', args: { tagId: TAG, name: 'plot' } }], [makeTag(TAG, 'garden')])
    expect(rows.tag(TAG)?.name).toBe('plot')
  })

  it('[OF-5] a deletion that is taken back brings back the name that the tag or group was deleted with', () => {
    const makeGroup: Mutation = {
      name: 'createGroups',
      args: { groups: [{ id: GROUP, title: 'travel' }], tagIds: [TAG] },
    }
    const groups = both(
      [{ name: 'renameGroup', args: { groupId: GROUP, title: 'trips' } }],
      [deleteGroup, makeGroup],
    )
    expect(groups.group(GROUP)).toMatchObject({ title: 'trips', tagIds: [TAG] })
    const rename: Mutation = { name: 'renameTag', args: { tagId: TAG, name: 'plot' } }
    expect(both([rename], [deleteTag, makeTag(TAG, 'garden')]).tag(TAG)?.name).toBe('plot')
  })

  it('[OF-5] a deletion that is taken back keeps what another device coloured or hid before it', () => {
    const makeGroup: Mutation = {
      name: 'createGroups',
      args: { groups: [{ id: GROUP, title: 'travel' }], tagIds: [TAG] },
    }
    const hide: Mutation = { name: 'setGroupsHidden', args: { groupIds: [GROUP], isHidden: true } }
    const colourGroup: Mutation = { name: 'setGroupColor', args: { groupIds: [GROUP], color: 'teal' } }
    const group = both([hide, colourGroup], [deleteGroup, makeGroup]).group(GROUP)
    expect(group).toMatchObject({ isHidden: true, color: 'teal' })
    const colourTag: Mutation = { name: 'setTagColor', args: { tagIds: [TAG], color: 'red' } }
    expect(both([colourTag], [deleteTag, makeTag(TAG, 'garden')]).tag(TAG)?.color).toBe('red')
  })

  it('a line that is added once more is there once', () => {
    const again: Mutation = { name: 'addSubnote', args: { cardId: CARD, subnote: LINE, index: null } }
    expect(card(both([], [again])).subnotes).toHaveLength(1)
  })

  it('tags for a card that has become of another type reach it all the same', () => {
    const rows = both(
      [edit({ type: 'todo' })],
      [
        {
          name: 'createTags',
          args: { tags: [{ id: NEW, name: 'new' }], attachToCardIds: [CARD], cardType: 'note' },
        },
      ],
    )
    expect(card(rows).tagIds).toEqual([TAG, NEW])
  })
})

describe('display names of tags', () => {
  const shown = (displayName: string | null, tagId = TAG): Mutation => ({
    name: 'setTagDisplayName',
    args: { tagId, displayName },
  })
  const named: Mutation = { name: 'addTagNames', args: { tagId: TAG, names: ['c++'] } }
  const unnamed: Mutation = { name: 'removeTagNames', args: { tagId: TAG, names: ['C++'] } }
  const renamed: Mutation = { name: 'renameTag', args: { tagId: TAG, name: 'plot', keepsName: true } }
  const look = (rows: MemoryRows, id = TAG) => [rows.tag(id)?.displayName, rows.tag(id)?.otherNames]

  it('of two, the one that arrives last is shown, and both go on meaning the tag', () => {
    expect(look(both([shown('C++')], [shown('cpp')]))).toEqual(['cpp', ['C++', 'cpp']])
    expect(look(both([shown('cpp')], [shown('C++')]))).toEqual(['C++', ['C++', 'cpp']])
    expect(look(both([shown('cpp')], [shown(null)]))).toEqual([undefined, ['cpp']])
  })

  it('is a name again that was removed elsewhere, and goes with a name that is removed after it', () => {
    expect(look(both([named, unnamed], [shown('c++')]))).toEqual(['c++', ['c++']])
    expect(look(both([shown('c++')], [unnamed]))).toEqual([undefined, undefined])
  })

  it('goes with a rename that arrives after it, and stays where the rename came before', () => {
    expect(look(both([shown('Garden')], [renamed]))).toEqual([undefined, ['garden']])
    expect(look(both([shown('c++')], [renamed]))).toEqual([undefined, ['c++', 'garden']])
    expect(look(both([renamed], [shown('c++')]))).toEqual(['c++', ['c++', 'garden']])
  })

  it('brings a deleted tag back where one is chosen, and not where it is taken away', () => {
    expect(look(both([deleteTag], [shown('Garden')]))).toEqual(['Garden', undefined])
    expect(both([deleteTag], [shown(null)]).tag(TAG)).toBeUndefined()
  })

  it('after a merge it is that of the tag that stays, until one is chosen anew', () => {
    expect(look(both([shown('c++'), shown('Home', INTO)], [mergeTag]), INTO)).toEqual(['Home', ['c++']])
    expect(look(both([shown('c++')], [mergeTag]), INTO)).toEqual([undefined, ['c++']])
    expect(look(both([mergeTag], [shown('c++')]), INTO)).toEqual(['c++', ['c++']])
  })

  it('is always one of the names of its tag, whatever happened', () => {
    fc.assert(
      fc.property(historyRows(60), (rows) => {
        for (const { kind, row } of rows.snapshot())
          if (kind === 'tag' && row?.displayName !== undefined) {
            expect(isCalled(row, row.displayName)).toBe(true)
            expect(row.displayName).not.toBe(row.name)
          }
      }),
      { numRuns: 500 },
    )
  })
})

describe('other names and parents', () => {
  const named = (tagId: string, ...names: string[]): Mutation => ({
    name: 'addTagNames',
    args: { tagId, names },
  })
  const part = (tagId: string, parentId: string): Mutation => ({
    name: 'addTagParents',
    args: { tagIds: [tagId], parentIds: [parentId] },
  })
  const unnamed = (tagId: string, ...names: string[]): Mutation => ({
    name: 'removeTagNames',
    args: { tagId, names },
  })
  const apart = (tagId: string, parentId: string): Mutation => ({
    name: 'removeTagParents',
    args: { tagIds: [tagId], parentIds: [parentId] },
  })
  const relationsOf = (rows: MemoryRows) =>
    [TAG, INTO].map((id) => [rows.tag(id)?.otherNames, rows.tag(id)?.parentIds])

  it('one name for two tags, and a circle, both hold in whatever order they arrive', () => {
    for (const acts of [
      [named(TAG, 'C++'), named(INTO, 'c++')],
      [part(TAG, INTO), part(INTO, TAG)],
    ] as const) {
      const [first, second] = acts
      expect(relationsOf(both([first], [second]))).toEqual(relationsOf(both([second], [first])))
    }
    expect(relationsOf(both([part(TAG, INTO)], [part(INTO, TAG)]))).toEqual([
      [undefined, [INTO]],
      [undefined, [TAG]],
    ])
  })

  it('names and parents that several devices add and remove come to the same in whatever order they arrive', () => {
    const adding = fc
      .array(
        fc.constantFrom(
          named(TAG, 'a'),
          named(INTO, 'a'),
          named(TAG, 'B', 'c++'),
          part(TAG, INTO),
          part(INTO, TAG),
        ),
      )
      .chain((acts) => fc.tuple(fc.constant(acts), fc.shuffledSubarray(acts, { minLength: acts.length })))
    fc.assert(
      fc.property(adding, ([acts, shuffled]) => {
        expect(relationsOf(both(acts, []))).toEqual(relationsOf(both(shuffled, [])))
      }),
    )
    const others = [unnamed(TAG, 'B'), apart(TAG, INTO)]
    expect(relationsOf(both([named(TAG, 'a'), part(INTO, TAG)], others))).toEqual(
      relationsOf(both(others, [named(TAG, 'a'), part(INTO, TAG)])),
    )
  })

  it('a tag that was deleted comes back where it gets a name, a parent or a child', () => {
    for (const act of [named(TAG, 'plot'), part(TAG, INTO), part(INTO, TAG)])
      expect(both([deleteTag], [act]).tag(TAG)?.name).toBe('garden')
    for (const act of [unnamed(TAG, 'plot'), apart(TAG, INTO)])
      expect(both([deleteTag], [act]).tag(TAG)).toBeUndefined()
  })

  it('a parent that was deleted means nothing, and means it again when it is back', () => {
    const rows = both([part(TAG, INTO)], [{ name: 'deleteTags', args: { tagIds: [INTO] } }])
    expect(rows.tag(TAG)?.parentIds).toEqual([INTO])
    expect(rows.tag(INTO)).toBeUndefined()
    expect(both([], [makeTag(INTO, 'home')], rows).tag(TAG)?.parentIds).toEqual([INTO])
  })

  it('follow a merge: names and parents go to the other tag, and tags that implied the merged one imply it', () => {
    expect(both([mergeTag], [named(TAG, 'plot')]).tag(INTO)?.otherNames).toEqual(['plot'])
    const rows = both([makeTag(NEW, 'rose'), part(NEW, TAG), named(TAG, 'plot')], [mergeTag])
    expect(rows.tag(NEW)?.parentIds).toEqual([INTO])
    expect(rows.tag(INTO)?.otherNames).toEqual(['plot'])
    expect(both([part(INTO, TAG)], [mergeTag]).tag(INTO)?.parentIds).toBeUndefined()
    expect(
      both([makeTag(NEW, 'rose'), part(NEW, TAG), mergeTag], [apart(NEW, TAG)]).tag(NEW)?.parentIds,
    ).toBeUndefined()
  })

  it('a tag made under a name that is another name of a tag stands for that tag', () => {
    const rows = both([named(TAG, 'Plot')], [makeTag(NEW, 'plot'), attach(NEW)])
    expect(rows.tagAlias(NEW)).toBe(TAG)
    expect(card(rows, OTHER).tagIds).toEqual([TAG])
  })
})
