import { copyId, type Id, makeId } from '@cardinal/domain'
import type { Mutation } from '@cardinal/sync'
import type { Device, Tab } from './device.ts'
import { type Act, doIn, undoIn } from './person.ts'
import { FINE } from './virtual-network.ts'
import type { TextEdit } from './wish.ts'
import type { World } from './world.ts'

/** Rows that both devices know before they act concurrently. */
interface Things {
  readonly cardId: Id
  readonly lineId: Id
  readonly groupId: Id
  readonly title: string
  /** The card has the first tag. */
  readonly tags: readonly [Named, Named]
  readonly word: () => string
  readonly newId: () => Id
}

interface Named {
  readonly id: Id
  readonly name: string
}

type Step = readonly [Mutation, ...TextEdit[]]

/**
 * Concurrent acts that rarely happen by chance. One device does `before`, the other one does `meanwhile`, and the
 * first device's `last` arrives late.
 */
interface Meeting {
  readonly before?: (things: Things) => Step
  readonly meanwhile: (things: Things) => readonly Step[]
  /** Whether the other device has pulled `before`. */
  readonly isKnown?: true
  /** Null: undoes `before`. */
  readonly last: ((things: Things) => Step) | null
}

const merged = ({ tags: [a, b] }: Things): Step => [
  { name: 'mergeTags', args: { tagIds: [b.id], intoTagId: a.id } },
  gone('tag', b.name),
]
const deleted = ({ id, name }: Named): Step => [
  { name: 'deleteTags', args: { tagIds: [id] } },
  gone('tag', name),
]
const renamed = ({ id, name }: Named, to: string): Step => [
  { name: 'renameTag', args: { tagId: id, name: to } },
  gone('tag', name),
]
const made = (id: Id, name: string): Step => [
  { name: 'createTags', args: { tags: [{ id, name }], attachToCardIds: [] } },
  { place: 'tag', from: '', to: name },
]
const child = (a: Named, b: Named): Step => [
  { name: 'addTagParents', args: { tagIds: [a.id], parentIds: [b.id] } },
]
const shownAs = ({ id }: Named, displayName: string): Step => [
  { name: 'setTagDisplayName', args: { tagId: id, displayName } },
]
const childGroup = ({ groupId, tags: [a] }: Things): Step => [
  { name: 'addChildGroups', args: { tagIds: [a.id], groupIds: [groupId] } },
]
const tagged = ({ cardId }: Things, { id }: Named): Step => [
  { name: 'attachTags', args: { cardIds: [cardId], tagIds: [id] } },
]
const untagged = ({ cardId }: Things, { id }: Named): Step => [
  { name: 'detachTags', args: { cardIds: [cardId], tagIds: [id] } },
]
const groupDeleted = ({ groupId, title }: Things): Step => [
  { name: 'deleteGroups', args: { groupIds: [groupId] } },
  gone('group', title),
]
const line = ({ cardId, lineId }: Things, text: string): Step => [
  { name: 'setSubnoteText', args: { cardId, subnoteId: lineId, text, before: 'line' } },
  { place: `card ${cardId}`, from: 'line', to: text },
]
const lineRemoved = ({ cardId, lineId }: Things): Step => [
  { name: 'editCard', args: { cardId, subnotes: [{ kind: 'remove', id: lineId, text: 'line' }] } },
]

const MEETINGS: readonly Meeting[] = [
  { before: merged, meanwhile: (t) => [untagged(t, t.tags[0])], last: null },
  { before: merged, meanwhile: (t) => [tagged(t, t.tags[0])], last: null },
  {
    before: merged,
    isKnown: true,
    meanwhile: ({ tags: [, b], newId }) => [made(newId(), b.name)],
    last: null,
  },
  {
    before: merged,
    meanwhile: ({ tags: [a], word }) => [[{ name: 'addTagNames', args: { tagId: a.id, names: [word()] } }]],
    last: null,
  },
  {
    before: ({ tags: [a] }) => deleted(a),
    meanwhile: ({ tags: [a], word }) => [renamed(a, word())],
    last: null,
  },
  {
    before: groupDeleted,
    meanwhile: ({ groupId, title, word }) => [
      [{ name: 'renameGroup', args: { groupId, title: word() } }, gone('group', title)],
    ],
    last: null,
  },
  { meanwhile: ({ tags: [a, b] }) => [child(a, b)], last: ({ tags: [a, b] }) => child(b, a) },
  { meanwhile: ({ tags: [a, b] }) => [child(a, b)], last: ({ tags: [, b] }) => deleted(b) },
  {
    meanwhile: ({ tags: [a], word }) => [shownAs(a, word())],
    last: ({ tags: [a], word }) => shownAs(a, word()),
  },
  {
    before: ({ tags: [a, b] }) => child(a, b),
    meanwhile: ({ tags: [a] }) => [deleted(a)],
    last: ({ tags: [a, b] }) => [{ name: 'removeTagParents', args: { tagIds: [a.id], parentIds: [b.id] } }],
  },
  {
    meanwhile: (t) => [groupDeleted(t)],
    last: childGroup,
  },
  {
    before: childGroup,
    isKnown: true,
    meanwhile: (t) => [groupDeleted(t)],
    last: ({ groupId, tags: [a] }) => [
      { name: 'removeChildGroups', args: { tagIds: [a.id], groupIds: [groupId] } },
    ],
  },
  { meanwhile: (t) => [childGroup(t)], last: groupDeleted },
  {
    meanwhile: ({ tags: [, b], newId }) => [deleted(b), made(newId(), b.name)],
    last: (t) => tagged(t, t.tags[1]),
  },
  {
    meanwhile: ({ newId, word }) => {
      const one = { id: newId(), name: 'thought of by both' }
      return [made(one.id, one.name), renamed(one, word())]
    },
    last: ({ newId }) => made(newId(), 'thought of by both'),
  },
  { meanwhile: (t) => [merged(t)], last: ({ tags: [, b] }) => deleted(b) },
  { meanwhile: ({ tags: [a] }) => [deleted(a)], last: ({ tags: [a], word }) => renamed(a, word()) },
  {
    meanwhile: (t) => [groupDeleted(t)],
    last: ({ groupId, tags: [a] }) => [
      { name: 'detachGroups', args: { groupIds: [groupId], tagIds: [a.id] } },
    ],
  },
  { meanwhile: (t) => [line(t, `line ${t.word()}`)], last: (t) => line(t, `${t.word()} line`) },
  { meanwhile: (t) => [lineRemoved(t)], last: (t) => line(t, `${t.word()} line`) },
  { meanwhile: (t) => [line(t, `line ${t.word()}`)], last: lineRemoved },
]

/** A subnote is removed by a press while another device edits it. */
const PRESSED_AWAY: Meeting = {
  meanwhile: (t) => [line(t, `line ${t.word()}`)],
  last: ({ cardId, lineId }) => [{ name: 'deleteSubnote', args: { cardId, subnoteId: lineId } }],
}

function gone(place: 'tag' | 'group', from: string): TextEdit {
  return { place, from, to: '' }
}

/** In one of seven stories, the step at which two devices deliberately act on one row. Null: left to chance. */
export function meetingIn({ seed, side }: World, steps: number): number | null {
  return seed % 7 === 3 ? side.upTo(steps) : null
}

/** @returns the acts */
export async function meetings(world: World): Promise<Act[]> {
  const acts: Act[] = []
  for (let time = 0; time < 3; time++) acts.push(...(await meet(world)))
  acts.push(...(await meet(world, PRESSED_AWAY)), ...(await meetOverMove(world)))
  return acts
}

/** Makes two devices act concurrently. Does nothing unless two devices have the same workspace open. */
async function meet(world: World, meeting?: Meeting): Promise<Act[]> {
  const { side } = world
  const [one, other] = await calmPair(world)
  if (one === undefined || other === undefined) return []
  const acts: Act[] = []
  const act = ({ tab }: Place, [mutation, ...texts]: Step) => {
    const done = tab.isAlive ? doIn(tab, { mutation, texts, values: [], isShownLater: true }) : null
    if (done !== null) acts.push(done)
    return done
  }
  const { things, steps } = thingsOf(world)
  for (const step of steps) act(one, step)
  await settled(world)
  const { before, isKnown = false, meanwhile, last } = meeting ?? side.pick(MEETINGS)
  other.device.isOnline = isKnown
  const first = before === undefined ? null : act(one, before(things))
  await settled(world)
  if (last === null) for (const step of meanwhile(things)) act(other, step)
  one.device.isOnline = false
  other.device.isOnline = true
  if (last !== null) {
    await settled(world)
    for (const step of meanwhile(things)) act(other, step)
  }
  await settled(world)
  if (last !== null) act(one, last(things))
  else if (first !== null && one.tab.isAlive) acts.push(...undoIn(one.tab, first))
  one.device.isOnline = true
  return acts
}

/** Brings all devices online. Resolves with tabs of two devices that show the same workspace. */
async function calmPair(world: World): Promise<Place[]> {
  const { devices, network } = world
  for (const device of devices) {
    if (device.isAway) continue
    device.isOnline = true
    if (device.tabs.length === 0) await device.openTab()
    for (const tab of device.tabs) tab.fuse = tab.writesLeft = Number.POSITIVE_INFINITY
  }
  network.weather = FINE
  await settled(world)
  return pairOf(devices)
}

/**
 * Two devices concurrently move a card to another workspace. One of them acts on the card again before it pulls
 * the other's move.
 */
async function meetOverMove(world: World): Promise<Act[]> {
  const { side } = world
  const [one, other] = await calmPair(world)
  if (one === undefined || other === undefined) return []
  const acts: Act[] = []
  const { things, steps } = thingsOf(world)
  const { cardId, word } = things
  const [, , creation] = steps
  const workspaces = one.tab.core?.state().account?.workspaces ?? []
  const to = workspaces.find(({ id }) => id !== one.tab.user.workspaceId)?.id
  if (to === undefined || creation === undefined) return []
  const act = ({ tab }: Place, [mutation, ...texts]: Step) => {
    const done = tab.isAlive ? doIn(tab, { mutation, texts, values: [], isShownLater: true }) : null
    if (done !== null) acts.push(done)
  }
  for (const step of steps) act(one, step)
  await settled(world)
  const content = creation[1]?.to ?? ''
  if (!one.tab.isAlive || !other.tab.isAlive) return acts
  world.movedByTwo.set(content, { cardId, copyId: copyId(cardId, to), workspaceId: to })
  world.coverage.saw('card moved by two devices')
  other.device.isOnline = false
  // Not awaited, because a tab that dies meanwhile never answers.
  one.tab.core?.moveCards([cardId], to).catch(() => {})
  await settled(world)
  if (side.isLuckyIn(0.5)) other.tab.core?.moveCards([cardId], to).catch(() => {})
  else act(other, line(things, `line ${word()}`))
  await settled(world)
  other.device.isOnline = true
  await settled(world)
  return acts
}

/** Sends everything from the devices that are online, then pulls. */
async function settled(world: World): Promise<void> {
  for (let time = 0; time < 2; time++) {
    for (const { tabs } of world.devices) for (const tab of tabs) tab.user.nudge()
    await world.pass(5_000)
  }
}

interface Place {
  readonly device: Device
  readonly tab: Tab
}

/** Tabs of two devices that show the same workspace. */
function pairOf(devices: readonly Device[]): Place[] {
  const places = devices.flatMap((device) =>
    device.isAway ? [] : device.tabs.filter(({ core }) => core !== null).map((tab) => ({ device, tab })),
  )
  for (const one of places)
    for (const other of places)
      if (one.device !== other.device && one.tab.user.workspaceId === other.tab.user.workspaceId)
        return [one, other]
  return []
}

function thingsOf({ side, words, clock }: World): { things: Things; steps: Step[] } {
  const newId = () => makeId(Math.max(0, clock.now()), side.bytes(8))
  const word = () => words.word()
  const tag = (): Named => ({ id: newId(), name: word() })
  const things: Things = {
    cardId: newId(),
    lineId: newId(),
    groupId: newId(),
    title: word(),
    tags: [tag(), tag()],
    word,
    newId,
  }
  const { cardId, lineId, groupId, title, tags } = things
  const [a] = tags
  const subnotes = [{ id: lineId, text: 'line', isTicked: false }]
  const card = { id: cardId, type: 'note', content: word(), subnotes, tagIds: [a.id] } as const
  return {
    things,
    steps: [
      ...tags.map(({ id, name }) => made(id, name)),
      [
        { name: 'createCard', args: { card } },
        { place: `card ${cardId}`, from: '', to: card.content },
      ],
      [
        { name: 'createGroups', args: { groups: [{ id: groupId, title }], tagIds: [a.id] } },
        { place: 'group', from: '', to: title },
      ],
    ],
  }
}
