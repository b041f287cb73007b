import { changeFromFeedLine, type FeedLine } from '@cardinal/contract'
import type { Change } from '@cardinal/domain'
import { type Act, normalised, rowsOf, seenIn } from './person.ts'
import { countedTagId } from './story.ts'
import { FINE } from './virtual-network.ts'
import type { World } from './world.ts'

/** What went wrong, as sentences; empty when nothing did. */
export type Findings = string[]

/** How long everything may take after the network is whole again, in ms. */
const HEALED_WITHIN = 30_000

/** Makes the network whole, opens a tab on every device that has none, and waits until all is calm. */
export async function heal(world: World): Promise<Findings> {
  world.network.weather = FINE
  for (const device of world.devices) {
    device.isOnline = true
    device.hasRoom = true
    for (const tab of device.tabs) tab.fuse = Number.POSITIVE_INFINITY
    if (device.tabs.length === 0) await device.openTab()
    for (const tab of device.tabs) tab.user.nudge()
  }
  const isCalm = () =>
    world.devices.every(({ tabs }) =>
      tabs.every(({ core }) => core?.state().sync.phase === 'saved' && core.state().sync.unstored === 0),
    )
  const isInTime =
    (await world.passUntil(isCalm, HEALED_WITHIN)) ||
    ((await signInAgain(world)) && (await world.passUntil(isCalm, HEALED_WITHIN)))
  const findings = isInTime ? [] : [`not calm within ${HEALED_WITHIN / 1000} s: ${phases(world)}`]
  // A poll: nobody hears hints here, and yet everybody has heard of everything by then.
  await world.pass(65_000)
  return findings
}

/**
 * An answer to a renewal that was lost, and no network for longer than the old token is honoured: the server
 * ends such a session, and the person has to sign in again. True when that was so somewhere.
 */
async function signInAgain(world: World): Promise<boolean> {
  const signedOut = world.devices.filter(({ tabs }) =>
    tabs.some(({ core }) => core === null || core.state().sync.phase === 'paused-signed-out'),
  )
  for (const device of signedOut) {
    device.signIn(await world.server.tokensOf(world.userId))
    for (const tab of device.tabs) tab.user.nudge()
  }
  return signedOut.length > 0
}

/** Every invariant that must hold when all is calm. */
export async function check(world: World, acts: readonly Act[]): Promise<Findings> {
  const truth = normalised(await rowsOnServer(world))
  const findings: Findings = []
  for (const device of world.devices)
    for (const [index, { core }] of device.tabs.entries()) {
      const name = `device ${device.parts.name}, tab ${index}`
      if (core === null) {
        findings.push(`${name} has no workspace open`)
        continue
      }
      const { waiting, unstored } = core.state().sync
      if (waiting + unstored > 0) findings.push(`${name}: ${waiting} changes still wait`)
      findings.push(...differences(name, normalised(rowsOf(seenIn(core))), truth))
    }
  for (const act of acts) if (act.isStored) findings.push(...(await traceOf(world, act, acts)))
  findings.push(...(await clicksCounted(world, acts)))
  return findings
}

/** The rows as a device would get them that loads everything now. */
export async function rowsOnServer(world: World): Promise<Change[]> {
  const { server, userId } = world
  const { accessToken } = await server.tokensOf(userId)
  const answer = await server.node.app.inject({
    url: '/api/sync/pull',
    headers: { authorization: `Bearer ${accessToken}` },
  })
  return answer.body
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => changeFromFeedLine(JSON.parse(line) as FeedLine) ?? [])
}

function differences(name: string, shown: Record<string, unknown>, truth: Record<string, unknown>): Findings {
  const rows = new Set([...Object.keys(shown), ...Object.keys(truth)])
  return [...rows].flatMap((row) => {
    const here = JSON.stringify(shown[row])
    const there = JSON.stringify(truth[row])
    return here === there ? [] : [`${name}, ${row}:\n  shows  ${here}\n  server ${there}`]
  })
}

/** Every click that the server carried out counts, and counts once. */
async function clicksCounted(world: World, acts: readonly Act[]): Promise<Findings> {
  const { store } = world.server.node
  const tagId = countedTagId(world)
  let carriedOut = 0
  for (const { mutation, keys } of acts)
    if (mutation.name === 'addClicks' && mutation.args.tagIds.includes(tagId))
      for (const key of keys)
        if ((await store.operations.byKey(world.userId, key)) !== undefined) carriedOut++
  const [tag] = await store.tags.byIds(world.userId, [tagId])
  const counted = tag?.row.clickCount ?? 0
  return counted === carriedOut ? [] : [`${carriedOut} clicks were carried out, and ${counted} counted`]
}

/** A change that was shown as saved is on the server, on the shelf, or was continued by a later one. */
async function traceOf(world: World, act: Act, acts: readonly Act[]): Promise<Findings> {
  for (const key of act.keys) {
    const operation = await world.server.node.store.operations.byKey(world.userId, key)
    if (operation !== undefined) {
      const lost = lostText(act, operation.answer)
      if (lost !== null) return [`${act.mutation.name}: the server never heard of "${lost}"`]
      continue
    }
    if (isOnShelf(world, key) || (await isContinued(world, act, acts))) continue
    return [`lost: ${JSON.stringify(act.mutation)} of ${act.device} under ${key}`]
  }
  return []
}

/** The text that a creation should have left in the answer, when it did not. */
function lostText({ mutation }: Act, answer: string): string | null {
  if (mutation.name !== 'createCard') return null
  const { content } = mutation.args.card
  return answer.includes(JSON.stringify(content)) ? null : content
}

function isOnShelf(world: World, key: string): boolean {
  return world.devices.some(({ tabs }) =>
    tabs.some(({ core }) => core?.state().sync.rejected.some((each) => each.key === key)),
  )
}

/**
 * Edits of one content that follow each other go out as one: a later edit took this one's place, or this one
 * went out under the key of an earlier one.
 */
async function isContinued(world: World, act: Act, acts: readonly Act[]): Promise<boolean> {
  const { mutation } = act
  if (mutation.name !== 'setCardContent') return false
  const { cardId, content } = mutation.args
  const edits = acts.filter(
    (other) =>
      other.device === act.device &&
      other.mutation.name === 'setCardContent' &&
      other.mutation.args.cardId === cardId,
  )
  if (edits.at(-1) !== act) return true
  for (const key of edits.flatMap(({ keys }) => keys)) {
    const operation = await world.server.node.store.operations.byKey(world.userId, key)
    if (operation?.answer.includes(JSON.stringify(content)) || shelfHolds(world, content)) return true
  }
  return false
}

function shelfHolds(world: World, text: string): boolean {
  const rejected = world.devices.flatMap(({ tabs }) =>
    tabs.flatMap(({ core }) => core?.state().sync.rejected ?? []),
  )
  return JSON.stringify(rejected).includes(JSON.stringify(text))
}

function phases(world: World): string {
  return world.devices
    .flatMap(({ parts, tabs }) =>
      tabs.map(({ core }) => `${parts.name}: ${JSON.stringify(core?.state().sync)}`),
    )
    .join('; ')
}
