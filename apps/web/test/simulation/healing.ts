import { changeFromFeedLine, type FeedLine } from '@cardinal/contract'
import type { Change, Id } from '@cardinal/domain'
import { KeptTexts } from '../../../server/test/support/kept-texts.ts'
import { cellsMet } from './cells.ts'
import { moveRejected } from './moving.ts'
import { rejectionFindings } from './oracle-rejections.ts'
import { rejectedIn, textFindings } from './oracle-texts.ts'
import { valueFindings } from './oracle-values.ts'
import { type Act, normalised, rowsOf, seenIn } from './person.ts'
import { countedTagId, ruledTagId } from './story.ts'
import { FINE } from './virtual-network.ts'
import type { World } from './world.ts'

/** Problems as sentences. */
export type Findings = string[]

/**
 * ms after the network is repaired within which all must be done. Hanging requests time out first. A change that
 * waits for a row that the server lost is tried again at a poll, and polls are a minute apart.
 */
const HEALED_WITHIN_MS = 125_000
/**
 * ms for two polls. Without hints, devices have everything after the first, which may bring changes. The second
 * compares the rows with the server's.
 */
const TWO_POLLS_MS = 125_000

/**
 * More requests within ten seconds mean an endless loop. Stories send up to 60, or up to 200 when much is sent
 * again one by one to a restored server.
 */
const REQUESTS_IN_SPAN = 500

/** Repairs the network, opens a tab on every device that has none with a disk, and waits until all are idle. */
export async function heal(world: World): Promise<Findings> {
  world.network.weather = FINE
  for (const device of world.devices) {
    device.isOnline = true
    device.isAway = false
    device.hasRoom = true
    device.writesWithRoom = Number.POSITIVE_INFINITY
    for (const tab of device.tabs) tab.fuse = tab.writesLeft = Number.POSITIVE_INFINITY
    // A tab without its storage does not see what a later tab left there.
    if (device.tabs.every(({ store }) => store.place === 'memory')) await device.openTab()
    for (const tab of device.tabs) tab.user.nudge()
  }
  const stuck = (await world.fault?.judge(signInAgain)) ?? []
  const isCalm = () =>
    world.devices.every(({ tabs }) =>
      tabs.every(({ core }) => core?.state().sync.phase === 'saved' && core.state().sync.unstored === 0),
    )
  const isInTime =
    (await world.passUntil(isCalm, HEALED_WITHIN_MS)) ||
    ((await signInAgain(world)) && (await world.passUntil(isCalm, HEALED_WITHIN_MS))) ||
    (isAwaiting(world) && (await calmAfterMonth(world, isCalm)))
  const findings = isInTime
    ? stuck
    : [...stuck, `not calm within ${HEALED_WITHIN_MS / 1000} s: ${phases(world)}`]
  await world.pass(TWO_POLLS_MS)
  // Only now may devices have noticed that the session has ended.
  if (await signInAgain(world)) await world.pass(TWO_POLLS_MS)
  if (moveAll(world)) await world.pass(TWO_POLLS_MS)
  return findings
}

/**
 * Whether changes wait for rows that nobody will send: the rows were in a dead tab's memory, or on a device whose
 * data was removed. After a restore, the server lets such changes wait for a month.
 */
function isAwaiting(world: World): boolean {
  return world.devices.some(({ tabs }) =>
    tabs.some(({ core }) => core?.state().sync.trouble?.kind === 'awaited'),
  )
}

/** Moves changes that were rejected because their workspace was deleted. Returns whether there were any. */
function moveAll(world: World): boolean {
  let hasMoved = false
  for (const { tabs } of world.devices)
    for (const tab of tabs) hasMoved = moveRejected(world, tab) || hasMoved
  return hasMoved
}

async function calmAfterMonth(world: World, isCalm: () => boolean): Promise<boolean> {
  world.coverage.saw('awaited in vain')
  world.hasMonthPassed = true
  world.clock.sleep(31 * 86_400_000)
  return (
    (await world.passUntil(isCalm, 2 * HEALED_WITHIN_MS)) ||
    ((await signInAgain(world)) && (await world.passUntil(isCalm, HEALED_WITHIN_MS)))
  )
}

/**
 * Signs in again if the server has ended a session: it does when the answer to a renewal was lost and the network
 * was down until the old token expired. Returns whether a session had ended.
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

/** Checks all invariants that must hold when everything is idle. */
export async function check(world: World, acts: readonly Act[]): Promise<Findings> {
  const findings: Findings = []
  if (world.aged !== null) world.server.recall(world.aged)
  const rows = new Map<Id | null, Change[]>()
  for (const { id } of await world.server.node.store.workspaces.ofUser(world.userId))
    rows.set(id, await rowsOnServer(world, id))
  for (const device of world.devices)
    for (const [index, { core, user }] of device.tabs.entries()) {
      const name = `device ${device.parts.name}, tab ${index}`
      if (core === null) {
        findings.push(`${name} has no workspace open`)
        continue
      }
      const { waiting, unstored } = core.state().sync
      if (waiting + unstored > 0) findings.push(`${name}: ${waiting} changes still wait`)
      const truth = normalised(rows.get(user.workspaceId) ?? [])
      findings.push(...differences(name, normalised(rowsOf(seenIn(core))), truth))
    }
  for (const { tabs } of world.devices) for (const tab of tabs) tab.keptAll()
  for (const act of acts) if (act.isStored) findings.push(...(await traceOf(world, act)))
  const { mostInSpan } = world.network
  if (mostInSpan > REQUESTS_IN_SPAN) findings.push(`busy: ${mostInSpan} requests within 10 s`)
  findings.push(...(await clicksCounted(world, acts)))
  const ruled = ruledTagId(world)
  for (const { kind, row } of [...rows.values()].flat())
    if (kind === 'card' && row?.tagIds.includes(ruled)) world.coverage.saw('rule fired')
  const kept = new KeptTexts(world.server.databaseFile, world.userId)
  const seqByKey = new Map(kept.carriedOut().map(({ key, seq }) => [key, seq]))
  const carriedOut = new Set(seqByKey.keys())
  kept.close()
  for (const cell of cellsMet(acts, seqByKey, world.aged)) world.coverage.sawCell(cell)
  findings.push(...textFindings(world, acts), ...rejectionFindings(world, acts, carriedOut))
  findings.push(...valueFindings(world, acts, [...rows.values()].flat()))
  return findings
}

/** The rows that a device would get in a first load. */
export async function rowsOnServer(world: World, workspaceId: Id | null = null): Promise<Change[]> {
  const { server, userId } = world
  const { accessToken } = await server.tokensOf(userId)
  const answer = await server.node.app.inject({
    url: `/api/sync/pull${workspaceId === null ? '' : `?workspace_id=${workspaceId}`}`,
    headers: { authorization: `Bearer ${accessToken}` },
  })
  if (answer.statusCode !== 200) throw new Error(`The server answers ${answer.statusCode}: ${answer.body}`)
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

/** Each click that was made counts once. */
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

/** A change that was shown as saved must be on the server or among the rejected ones. */
async function traceOf(world: World, act: Act): Promise<Findings> {
  for (const key of act.keys) {
    const operation = await world.server.node.store.operations.byKey(world.userId, key)
    const isRejected = () => rejectedIn(world).some((each) => each.key === key)
    if (operation !== undefined || isRejected() || world.movedKeys.has(key)) continue
    return [`lost: ${JSON.stringify(act.mutation)} of ${act.tab} under ${key}`]
  }
  return []
}

function phases(world: World): string {
  return world.devices
    .flatMap(({ parts, tabs }) =>
      tabs.map(({ core }) => `${parts.name}: ${JSON.stringify(core?.state().sync)}`),
    )
    .join('; ')
}
