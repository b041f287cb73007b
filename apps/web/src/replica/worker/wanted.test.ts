import { readFileSync } from 'node:fs'
import { type Card, makeId, type Tag, type TagGroup } from '@cardinal/domain'
import { changedSearches, type Mutation, type MutationName, mutators, runMutation } from '@cardinal/sync'
import {
  CARD,
  card,
  edit,
  GROUP,
  INTO,
  LINE,
  NEW,
  NOW,
  OTHER,
  start,
  TAG,
} from '@cardinal/testing/concurrent-acts'
import { describe, expect, it } from 'vitest'
import { wanted } from './wanted.ts'

type Args<Name extends MutationName> = Extract<Mutation, { name: Name }>['args']
type Rows = ReturnType<typeof start>

/**
 * How a mutation treats concurrent changes of another device. A mutation without a line does not compile.
 *
 * - `adds`: it removes and overwrites nothing.
 * - `names`: it removes only what its arguments name.
 * - `value`: it writes one value that is no text, or whose former text is kept. The last one to arrive wins, see
 *   docs/concurrency.md. Nothing else of the row changes.
 * - `saw`: it carries what the person saw. What they did not see stays.
 */
interface Line<Name extends MutationName> {
  readonly does: 'adds' | 'names' | 'value' | 'saw'
  readonly args: Args<Name>
  /** Makes the rows before both acts, in addition to those of `start`. */
  readonly before?: readonly Mutation[]
  readonly meanwhile: Mutation
  /** Fails unless the other device's change is in the rows or among the kept revisions. */
  readonly stays: (rows: Rows, kept: readonly string[]) => unknown
}

const text = (rows: Rows) => card(rows).content
const lineOf = (rows: Rows) => card(rows).subnotes.find(({ id }) => id === LINE.id)?.text
const tag = (rows: Rows, id = TAG) => rows.tag(id) as Tag
const group = (rows: Rows, id = GROUP) => rows.group(id) as TagGroup
const make = (id: string, name: string): Mutation => ({
  name: 'createTags',
  args: { tags: [{ id, name }], attachToCardIds: [] },
})
const on = (tagId: string, cardId = CARD): Mutation => ({
  name: 'attachTags',
  args: { cardIds: [cardId], tagIds: [tagId] },
})
const words = edit({ content: 'bread\nbutter\nmarmalade' })
const lineEdit = edit({ subnotes: [{ ...LINE, text: 'buy rye and a thought' }] })
const coloured: Mutation = { name: 'setCardColor', args: { cardIds: [CARD], color: 'teal' } }
const tagged = on(INTO)
const teal = (rows: Rows) => card(rows).color === 'teal'
const carries = (id: string) => (rows: Rows) => card(rows).tagIds.includes(id)
const tealTag: Mutation = { name: 'setTagColor', args: { tagIds: [TAG], color: 'teal' } }
const isTealTag = (rows: Rows) => tag(rows).color === 'teal'
const tealGroup: Mutation = { name: 'setGroupColor', args: { groupIds: [GROUP], color: 'teal' } }
const isTealGroup = (rows: Rows) => group(rows).color === 'teal'
const parents: Mutation = { name: 'addTagParents', args: { tagIds: [TAG], parentIds: [INTO] } }
const hasParent = (rows: Rows) => tag(rows).parentIds?.includes(INTO)
const names: Mutation = { name: 'addTagNames', args: { tagId: TAG, names: ['yard'] } }
const isYard = (rows: Rows) => tag(rows).otherNames?.includes('yard')
const children: Mutation = { name: 'addChildGroups', args: { tagIds: [TAG], groupIds: [GROUP] } }
const hasChildren = (rows: Rows) => tag(rows).childGroupIds?.includes(GROUP)
const grouped: Mutation = { name: 'attachGroups', args: { tagIds: [INTO], groupIds: [GROUP] } }
const holds = (rows: Rows) => group(rows).tagIds.includes(INTO)
const two = { id: makeId(NOW, new Uint8Array(8)), text: 'second', isTicked: false }

const LINES: { readonly [Name in MutationName]: Line<Name> } = {
  createCard: {
    does: 'adds',
    args: { card: { id: two.id, type: 'note', content: 'new' } },
    meanwhile: words,
    stays: (rows) => text(rows).includes('marmalade'),
  },
  editCard: {
    does: 'saw',
    args: { cardId: CARD, content: { before: 'bread\nbutter', after: 'rolls\nbutter' } },
    meanwhile: words,
    stays: (rows, kept) => `${text(rows)} ${kept.join()}`.includes('marmalade'),
  },
  replaceCard: {
    does: 'saw',
    args: { card: { id: CARD, content: 'rolls\nbutter', subnotes: [], tagIds: [] } },
    meanwhile: lineEdit,
    stays: (rows) => lineOf(rows)?.includes('a thought') && text(rows) === 'rolls\nbutter',
  },
  attachTags: { does: 'adds', args: { cardIds: [CARD], tagIds: [INTO] }, meanwhile: coloured, stays: teal },
  detachTags: {
    does: 'names',
    args: { cardIds: [CARD], tagIds: [TAG] },
    meanwhile: tagged,
    stays: carries(INTO),
  },
  setCardTags: {
    does: 'saw',
    args: { cardId: CARD, tagIds: [] },
    meanwhile: tagged,
    stays: (rows) => card(rows).tagIds.join() === INTO,
  },
  deleteCards: {
    does: 'saw',
    args: { cardIds: [CARD] },
    meanwhile: lineEdit,
    stays: (rows) => lineOf(rows)?.includes('a thought'),
  },
  restoreCards: {
    does: 'adds',
    args: { cardIds: [CARD] },
    meanwhile: words,
    stays: (rows) => text(rows).includes('marmalade'),
  },
  completeCards: {
    does: 'saw',
    args: { cards: [{ id: CARD, dueAt: '2026-03-02' }], doneAt: NOW, today: '2026-03-02' },
    before: [edit({ dueAt: '2026-03-02', recurrence: 'FREQ=DAILY' })],
    meanwhile: { name: 'editCard', args: { cardId: CARD, dueAt: '2026-05-01' } },
    stays: (rows) => card(rows).dueAt === '2026-05-01' && card(rows).doneAt === null,
  },
  setCardColor: {
    does: 'value',
    args: { cardIds: [CARD], color: 'red' },
    meanwhile: words,
    stays: (rows) => text(rows).includes('marmalade') && card(rows).color === 'red',
  },
  setCardContent: {
    does: 'saw',
    args: { cardId: CARD, content: 'rolls', baseSeq: null },
    meanwhile: words,
    // A line added below the changed one does not overlap it.
    stays: (rows) => text(rows) === 'rolls\nmarmalade',
  },
  addSubnote: {
    does: 'adds',
    args: { cardId: CARD, subnote: two, index: null },
    meanwhile: lineEdit,
    stays: (rows) => lineOf(rows)?.includes('a thought'),
  },
  setSubnoteText: {
    does: 'saw',
    args: { cardId: CARD, subnoteId: LINE.id, text: 'sell wheat' },
    meanwhile: lineEdit,
    stays: (rows, kept) => `${lineOf(rows)} ${kept.join()}`.includes('a thought'),
  },
  deleteSubnote: {
    does: 'saw',
    args: { cardId: CARD, subnoteId: LINE.id },
    meanwhile: lineEdit,
    stays: (rows) => lineOf(rows)?.includes('a thought'),
  },
  tickSubnote: {
    does: 'value',
    args: { cardId: CARD, subnoteId: LINE.id, isTicked: null },
    meanwhile: lineEdit,
    stays: (rows) => lineOf(rows)?.includes('a thought') && card(rows).subnotes[0]?.isTicked,
  },
  moveSubnote: {
    does: 'value',
    args: { cardId: CARD, subnoteId: LINE.id, index: 3 },
    meanwhile: lineEdit,
    stays: (rows) => lineOf(rows)?.includes('a thought'),
  },
  createTags: {
    does: 'adds',
    args: { tags: [{ id: NEW, name: 'garden' }], attachToCardIds: [] },
    meanwhile: tealTag,
    stays: isTealTag,
  },
  deleteTags: {
    does: 'saw',
    args: { tagIds: [NEW] },
    before: [make(NEW, 'idle')],
    meanwhile: on(NEW),
    stays: (rows) => tag(rows, NEW) && carries(NEW)(rows),
  },
  renameTag: {
    does: 'value',
    args: { tagId: TAG, name: 'orchard', keepsName: true },
    meanwhile: { name: 'renameTag', args: { tagId: TAG, name: 'plot', keepsName: true } },
    stays: (rows) => tag(rows).name === 'orchard' && tag(rows).otherNames?.includes('plot'),
  },
  mergeTags: {
    does: 'names',
    args: { tagIds: [TAG], intoTagId: INTO, keepsNames: true },
    meanwhile: on(TAG, OTHER),
    stays: (rows) => card(rows, OTHER).tagIds.includes(INTO),
  },
  unmergeTags: {
    does: 'names',
    args: {
      tags: [{ tag: tag(start()), cardIds: [CARD], groupIds: [] }],
      into: { id: INTO, name: 'home', lastClickedAt: null, cardIds: [], groupIds: [] },
    },
    before: [{ name: 'mergeTags', args: { tagIds: [TAG], intoTagId: INTO } }],
    meanwhile: on(INTO, OTHER),
    stays: (rows) => card(rows, OTHER).tagIds.includes(INTO),
  },
  setTagColor: {
    does: 'value',
    args: { tagIds: [TAG], color: 'red' },
    meanwhile: names,
    stays: (rows) => isYard(rows) && tag(rows).color === 'red',
  },
  addClicks: {
    does: 'adds',
    args: { tagIds: [TAG], clickedAt: 5 },
    meanwhile: { name: 'addClicks', args: { tagIds: [TAG], clickedAt: 9 } },
    stays: (rows) => tag(rows).clickCount === 2 && tag(rows).lastClickedAt === 9,
  },
  resetClicks: { does: 'value', args: { tagIds: [TAG] }, meanwhile: names, stays: isYard },
  addTagNames: { does: 'adds', args: { tagId: TAG, names: ['lawn'] }, meanwhile: names, stays: isYard },
  removeTagNames: {
    does: 'names',
    args: { tagId: TAG, names: ['lawn'] },
    before: [{ name: 'addTagNames', args: { tagId: TAG, names: ['lawn'] } }],
    meanwhile: names,
    stays: isYard,
  },
  setTagDisplayName: {
    does: 'value',
    args: { tagId: TAG, displayName: 'Lawn' },
    meanwhile: { name: 'setTagDisplayName', args: { tagId: TAG, displayName: 'Yard' } },
    stays: (rows) => tag(rows).otherNames?.includes('Yard'),
  },
  addTagParents: {
    does: 'adds',
    args: { tagIds: [TAG], parentIds: [NEW] },
    before: [make(NEW, 'idle')],
    meanwhile: parents,
    stays: hasParent,
  },
  removeTagParents: {
    does: 'names',
    args: { tagIds: [TAG], parentIds: [NEW] },
    before: [make(NEW, 'idle')],
    meanwhile: parents,
    stays: hasParent,
  },
  addChildGroups: {
    does: 'adds',
    args: { tagIds: [TAG], groupIds: [GROUP] },
    meanwhile: parents,
    stays: hasParent,
  },
  removeChildGroups: {
    does: 'names',
    args: { tagIds: [TAG], groupIds: ['2'.repeat(24)] },
    meanwhile: children,
    stays: hasChildren,
  },
  createGroups: {
    does: 'adds',
    args: { groups: [{ id: NEW, title: 'travel' }], tagIds: [] },
    meanwhile: grouped,
    stays: holds,
  },
  renameGroup: {
    does: 'value',
    args: { groupId: GROUP, title: 'trips' },
    meanwhile: grouped,
    stays: (rows) => holds(rows) && group(rows).title === 'trips',
  },
  deleteGroups: {
    does: 'saw',
    args: { groupIds: [GROUP] },
    before: [{ name: 'detachGroups', args: { tagIds: [TAG], groupIds: [GROUP] } }],
    meanwhile: grouped,
    stays: holds,
  },
  attachGroups: {
    does: 'adds',
    args: { tagIds: [TAG], groupIds: [GROUP] },
    meanwhile: tealGroup,
    stays: isTealGroup,
  },
  detachGroups: {
    does: 'names',
    args: { tagIds: [TAG], groupIds: [GROUP] },
    meanwhile: grouped,
    stays: holds,
  },
  setGroupsHidden: {
    does: 'value',
    args: { groupIds: [GROUP], isHidden: null },
    meanwhile: grouped,
    stays: (rows) => holds(rows) && group(rows).isHidden,
  },
  setGroupColor: {
    does: 'value',
    args: { groupIds: [GROUP], color: 'red' },
    meanwhile: grouped,
    stays: (rows) => holds(rows) && group(rows).color === 'red',
  },
}

/** Runs a mutation after another device's change that the person had not seen. Returns the kept texts. */
function afterBoth(
  { before = [], meanwhile }: Pick<Line<MutationName>, 'before' | 'meanwhile'>,
  act: Mutation,
) {
  const rows = start()
  const kept: string[] = []
  const run = (mutation: Mutation) => {
    const outcome = runMutation(mutation, rows, { now: NOW, onConflict: 'merge' })
    if (!outcome.ok) throw new Error(`${mutation.name}: ${JSON.stringify(outcome.error)}`)
    rows.apply(outcome.value.changes)
    for (const revision of outcome.value.keptRevisions ?? []) kept.push(revision.text)
  }
  for (const step of before) run(step)
  const sent = wanted(act, rows, NOW)
  run(meanwhile)
  for (const each of sent) run(each)
  return { rows, kept, sent }
}

describe('[OF-5] an act that waits leaves what another device wrote meanwhile and its person did not see', () => {
  for (const name of Object.keys(mutators) as MutationName[]) {
    const line = LINES[name]
    it(`${name} keeps what another device wrote meanwhile: ${line.does === 'saw' ? 'carries what was seen' : `(${line.does})`}`, () => {
      const { rows, kept } = afterBoth(line, { name, args: line.args } as Mutation)
      expect(line.stays(rows, kept)).toBeTruthy()
    })
  }

  it('only these mutations overwrite one value without saying which value was seen', () => {
    const names = Object.keys(mutators) as MutationName[]
    expect(names.filter((name) => LINES[name].does === 'value').sort()).toEqual([
      'moveSubnote',
      'renameGroup',
      'renameTag',
      'resetClicks',
      'setCardColor',
      'setGroupColor',
      'setGroupsHidden',
      'setTagColor',
      'setTagDisplayName',
      'tickSubnote',
    ])
  })

  it('docs/concurrency.md explains for exactly these mutations why the last one wins', () => {
    const doc = readFileSync(new URL('../../../../../docs/concurrency.md', import.meta.url), 'utf8')
    const table = doc.slice(doc.indexOf('| value | written by |'), doc.indexOf('Of the other value nothing'))
    const writers = table.split('\n').flatMap((row) => row.split('|')[2]?.match(/(?<=`)\w+(?=`)/g) ?? [])
    const names = Object.keys(mutators) as MutationName[]
    const values = names.filter((name) => LINES[name].does === 'value')
    expect([...new Set(writers)].sort()).toEqual(['editCard', ...values].sort())
  })

  it.each([
    ['type', 'todo', 'link'],
    ['color', 'red', 'teal'],
    ['isPublic', true, false],
    ['doneAt', 5, 9],
    ['dueAt', '2026-03-02', '2026-05-01'],
    ['recurrence', 'FREQ=DAILY', 'FREQ=WEEKLY'],
    ['place', 'a1', 'a2'],
  ] as const)('editCard writes %s over what another device wrote, and nothing else', (field, here, there) => {
    const act: Mutation = { name: 'editCard', args: { cardId: CARD, [field]: here } }
    const other: Mutation = {
      name: 'editCard',
      args: { cardId: CARD, [field]: there, tagIds: { added: [INTO], removed: [] } },
    }
    const { rows, sent } = afterBoth({ meanwhile: other }, act)
    expect(sent).toEqual([act])
    expect(card(rows)[field]).toBe(here)
    expect(carries(INTO)(rows)).toBe(true)
  })

  it('removing a saved search keeps one that another device saved', () => {
    expect(changedSearches(['a', 'b', 'elsewhere'], ['a', 'b'], ['b'])).toEqual(['b', 'elsewhere'])
  })

  it('a deletion of more cards than fit into one request is split, each part with the hashes of what was seen', () => {
    const rows = start()
    const many = Array.from({ length: 2500 }, (_, n) => n.toString(16).padStart(24, 'a'))
    for (const id of many) rows.apply([{ kind: 'card', id, row: { ...(rows.card(OTHER) as Card), id } }])
    const sent = wanted({ name: 'deleteCards', args: { cardIds: many } }, rows, NOW)
    const args = sent.map((each) => each.args as Args<'deleteCards'>)
    expect(args.flatMap(({ cardIds }) => cardIds)).toEqual(many)
    for (const { cardIds, seen } of args) expect(seen?.map(({ id }) => id)).toEqual(cardIds)
  })

  it('what an act says the person saw is not replaced by what the device knows later', () => {
    const act: Mutation = { name: 'deleteSubnote', args: { cardId: CARD, subnoteId: LINE.id, text: 'buy' } }
    expect(wanted(act, start(), NOW)).toEqual([act])
    const deletion: Mutation = {
      name: 'deleteCards',
      args: { cardIds: [CARD], seen: [{ id: CARD, texts: '00000000' }] },
    }
    expect(wanted(deletion, start(), NOW)).toEqual([deletion])
  })
})
