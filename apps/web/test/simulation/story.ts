import { type Id, makeId } from '@cardinal/domain'
import type { ReplicaCore } from '../../src/replica/worker/replica-core.ts'
import { type Focus, pickedCard, randomAct, type Situation } from './acts.ts'
import { accountAct } from './acts-account.ts'
import type { Device, Tab } from './device.ts'
import { changed, following, type OpenForm, openedOn, saving } from './forms.ts'
import type { Findings } from './healing.ts'
import { Misfortunes } from './misfortunes.ts'
import { moveRejected } from './moving.ts'
import { unshownFindings } from './oracle-values.ts'
import { type Act, doIn, doInAccount, rowsOf, seenIn, undoIn } from './person.ts'
import { FINE } from './virtual-network.ts'
import { plain } from './wish.ts'
import type { World } from './world.ts'

/** Steps of most stories, and of one story in twelve. */
const STEPS = 40
const MANY_STEPS = 200

/** What stories are about, by seed. */
const FOCUS: readonly Focus[] = ['everything', 'everything', 'tags', 'everything', 'workspaces']

/** A person with two or three devices acts at random while much goes wrong. */
export async function runStory(world: World): Promise<{ acts: Act[]; findings: Findings }> {
  const { dice } = world
  for (let i = dice.between(2, 3); i > 0; i--) await (await world.addDevice()).openTab()
  await world.pass(2_000)
  const acts: Act[] = [...countedTag(world)]
  const findings: string[] = []
  await world.pass(5_000)
  const steps = world.seed % 12 === 0 ? MANY_STEPS : STEPS
  const misfortunes = Misfortunes.of(world, steps)
  for (let step = 0; step < steps; step++) {
    const device = dice.pick(world.devices)
    if (dice.isLuckyIn(0.15)) device.isOnline = !device.isOnline
    if (dice.isLuckyIn(0.1)) world.network.weather = dice.pick([FINE, world.roughWeather])
    await misfortunes.befall(device, step, acts)
    await openOrKill(world, device)
    if (dice.isLuckyIn(0.05) && device.tabs[0] !== undefined) moveRejected(world, device.tabs[0])
    const done = somethingDone(world, device, acts)
    if (done.some(({ mutation }) => mutation.name === 'deleteWorkspace'))
      world.coverage.saw('workspace deleted')
    for (const act of done) findings.push(...unshown(device, act, acts))
    acts.push(...done)
    // Rarely the device sleeps for so long that the access token expires.
    if (dice.isLuckyIn(0.03)) world.clock.sleep(1_000_000)
    await world.pass(dice.pick([0, 0, 1, 50, 400, 3_000, 20_000]))
  }
  return { acts, findings }
}

function unshown({ tabs }: Device, act: Act, before: readonly Act[]): Findings {
  const core = tabs.find(({ name }) => name === act.tab)?.core
  return core == null || act.workspaceId === null ? [] : unshownFindings(act, before, rowsOf(seenIn(core)))
}

/**
 * Creates a tag that is only clicked, which shows clicks that count twice, and a tag that only rules put on
 * cards.
 */
function countedTag(world: World): Act[] {
  const [first] = world.devices
  const [tab] = first?.tabs ?? []
  if (first === undefined || tab === undefined) throw new Error('There is no device.')
  const tags = [
    { id: countedTagId(world), name: 'counted' },
    { id: ruledTagId(world), name: 'ruled' },
  ]
  const act = doIn(tab, plain({ name: 'createTags', args: { tags, attachToCardIds: [] } }))
  return act === null ? [] : [act]
}

export function countedTagId({ seed }: World): Id {
  return makeId(seed, new Uint8Array(8).fill(7))
}

/** The tag of the rules, which are all in the first workspace. */
export function ruledTagId({ seed }: World): Id {
  return makeId(seed, new Uint8Array(8).fill(8))
}

async function openOrKill(world: World, device: Device): Promise<void> {
  const { dice } = world
  if (device.tabs.length > 0 && dice.isLuckyIn(0.05)) device.kill(dice.pick(device.tabs))
  if (device.tabs.length > 0 && dice.isLuckyIn(0.06)) dice.pick(device.tabs).fuse = dice.upTo(12)
  if (device.tabs.length > 0 && dice.isLuckyIn(0.04)) dice.pick(device.tabs).writesLeft = dice.upTo(20)
  if (device.tabs.length === 0 || (device.tabs.length < 3 && dice.isLuckyIn(0.06))) {
    await device.openTab()
    await world.pass(dice.pick([0, 100]))
  }
}

/** One act of the person in one of the tabs: a press, a form, or an act on the account. */
function somethingDone(world: World, device: Device, before: readonly Act[]): Act[] {
  const { dice } = world
  if (device.tabs.length === 0) return []
  const tab = dice.pick(device.tabs)
  if (tab.core === null) return []
  const situation = situationIn(world, tab.core, deletedOn(device, before, tab.user.workspaceId))
  const chance = dice.fraction()
  if (chance < 0.1) return [clickedIn(world, tab)].filter((act) => act !== null)
  // A form shows nothing until its card is loaded.
  if (chance < (situation.focus === 'everything' ? 0.4 : 0.2))
    return tab.core.state().sync.hasCopy ? formUsed(situation, device, tab) : []
  const { account } = tab.core.state()
  if (chance > 0.2 && chance < (situation.focus === 'tags' ? 0.22 : 0.48) && account !== null)
    return [doInAccount(tab, accountAct(situation, account))]
  if (chance > 0.97) tab.core.rejectedChanges.retryAll()
  const last = before.findLast((act) => act.tab === tab.name && act.workspaceId === tab.user.workspaceId)
  // The first act creates the tag whose clicks are counted.
  if (
    chance > (situation.focus === 'tags' ? 0.82 : 0.92) &&
    last !== undefined &&
    last !== before[0] &&
    last.undo.length > 0
  ) {
    world.coverage.saw('undo')
    return undoIn(tab, last)
  }
  const wishes = randomAct(situation)
  return wishes.flatMap((wish) => doIn(tab, wish) ?? [])
}

function deletedOn(device: Device, acts: readonly Act[], openId: Id | null): Id[] {
  return acts.flatMap(({ mutation, tab, isStored, workspaceId }) =>
    mutation.name === 'deleteCards' && isStored && workspaceId === openId && device.hadTab(tab)
      ? mutation.args.cardIds
      : [],
  )
}

function situationIn(world: World, core: ReplicaCore, deletedCardIds: readonly Id[]): Situation {
  const { dice, words, clock } = world
  const seen = seenIn(core)
  const counted = countedTagId(world)
  return {
    dice,
    words,
    newId: () => makeId(Math.max(0, clock.now()), dice.bytes(8)),
    now: clock.now(),
    seen: { ...seen, tags: seen.tags.filter(({ id }) => id !== counted && id !== ruledTagId(world)) },
    ruledTagId: ruledTagId(world),
    deletedCardIds,
    focus: FOCUS[world.seed % FOCUS.length] ?? 'everything',
  }
}

function clickedIn(world: World, tab: Tab): Act | null {
  const clickedAt = Math.max(0, world.clock.now())
  return doIn(tab, plain({ name: 'addClicks', args: { tagIds: [countedTagId(world)], clickedAt } }))
}

/** Opens a form, continues, discards or saves it. Meanwhile time passes, and others act. */
function formUsed(situation: Situation, device: Device, tab: Tab): Act[] {
  const { dice, seen } = situation
  const shownNow = (form: OpenForm, isReopened: boolean) => {
    if (form.workspaceId !== tab.user.workspaceId) return form
    const card = seen.cards.find(({ id }) => id === form.card.id)
    // The card was deleted elsewhere: the form stays, and saving restores the card.
    return card === undefined ? form : following(form, card, isReopened)
  }
  if (tab.forms.length === 0) tab.forms = device.drafts.splice(0).map((form) => shownNow(form, true))
  const { workspaceId } = tab.user
  const isHere = (form: OpenForm) => form.workspaceId === workspaceId
  const elsewhere = tab.forms.filter((form) => !isHere(form))
  const open = tab.forms.filter(isHere).map((form) => shownNow(form, false))
  const form = open.length > 0 ? dice.pick(open) : undefined
  const others = [...elsewhere, ...open.filter((each) => each !== form)]
  if (form === undefined || (open.length < 3 && dice.isLuckyIn(0.3))) {
    const card = seen.cards.length > 0 ? pickedCard(situation) : null
    if (card !== null)
      tab.forms = [...elsewhere, ...open, changed(situation, openedOn(situation, card, workspaceId))]
    return []
  }
  const chance = dice.fraction()
  tab.forms = chance < 0.3 ? [...others, changed(situation, form)] : others
  const wish = chance < 0.4 ? null : saving(form)
  if (wish === null) return []
  const isShownLater = !seen.cards.some(({ id }) => id === form.card.id)
  return [doIn(tab, { ...wish, isShownLater })].filter((act) => act !== null)
}
