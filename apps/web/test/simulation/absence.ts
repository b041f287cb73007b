import { diffCard, type Mutation } from '@cardinal/sync'
import type { Device, Tab } from './device.ts'
import { type Act, doIn, rowsOf, seenIn } from './person.ts'
import { countedTagId, ruledTagId } from './story.ts'
import { FINE } from './virtual-network.ts'
import type { TextEdit, Wish } from './wish.ts'
import type { World } from './world.ts'

const DAY = 86_400_000

/** A device that is switched off with pending changes, and used again after 200 days. Others are used meanwhile. */
export class Absence {
  readonly #world: World
  readonly #device: Device
  /** Steps of the story at which the device is switched off, the days pass, and the device is used again. */
  readonly #from: number
  readonly #sleepAt: number
  readonly #until: number

  private constructor(world: World, steps: number) {
    const { side, devices } = world
    this.#world = world
    this.#device = side.pick(devices)
    this.#from = side.between(Math.floor(steps / 4), Math.floor(steps / 2))
    this.#sleepAt = this.#from + Math.floor(steps / 8)
    this.#until = this.#sleepAt + Math.floor(steps / 6)
  }

  /** An absence in one of thirteen stories; null in the others. */
  static in(world: World, steps: number): Absence | null {
    return world.seed % 13 === 5 ? new Absence(world, steps) : null
  }

  /** @returns the acts of the step */
  async go(step: number): Promise<Act[]> {
    if (step === this.#from) this.#device.isAway = true
    if (step === this.#until) {
      this.#device.isAway = false
      await this.#signIn()
    }
    if (step !== this.#sleepAt) return []
    const acts = await this.#workOnWhatGoes()
    const { clock, server, userId, activity, coverage } = this.#world
    const waiting = this.#device.tabs.map(({ core }) => core?.state().sync.waiting ?? 0)
    if (Math.max(0, ...waiting) > 0) coverage.saw('back after 200 days')
    clock.sleep(200 * DAY)
    const sweep = () => server.sweep(userId, clock.now() - clock.start)
    this.#world.aged = await activity.during(sweep)
    await this.#signIn()
    return acts
  }

  /**
   * Makes changes that will be lost: offline, a card is edited and another card gets a tag. Another device
   * deletes both.
   */
  async #workOnWhatGoes(): Promise<Act[]> {
    const { devices, side, words, network } = this.#world
    const [own] = this.#device.tabs
    const isUsed = (tab: Tab) => tab.user.workspaceId === own?.user.workspaceId && tab.core !== null
    const other = devices.flatMap((each) => (each.isAway ? [] : each.tabs)).find(isUsed)
    if (own?.core == null || other?.core == null) return []
    for (const device of devices) device.isOnline = true
    network.weather = FINE
    await this.#world.pass(5_000)
    const known = rowsOf(seenIn(other.core)).map(({ id }) => id)
    const cards = seenIn(own.core).cards.filter(({ id }) => known.includes(id))
    const tags = seenIn(own.core).tags.filter(
      ({ id }) => id !== countedTagId(this.#world) && id !== ruledTagId(this.#world) && known.includes(id),
    )
    const acts: (Act | null)[] = []
    const [card, another] = cards
    if (card !== undefined) {
      const content = `${card.content} ${words.word()}`
      const edit = diffCard(card, { content })
      const texts = [{ place: `card ${card.id}`, from: card.content, to: content }] as const
      if (edit !== null) acts.push(done(own, { name: 'editCard', args: edit }, texts))
      acts.push(done(other, { name: 'deleteCards', args: { cardIds: [card.id] } }))
    }
    const tag = tags.length > 0 ? side.pick(tags) : undefined
    if (tag !== undefined) {
      const args = { cardIds: [another?.id ?? ''], tagIds: [tag.id] }
      if (another !== undefined) acts.push(done(own, { name: 'attachTags', args }))
      const gone = { place: 'tag', from: tag.name, to: '' } as const
      acts.push(done(other, { name: 'deleteTags', args: { tagIds: [tag.id] } }, [gone]))
    }
    await this.#world.pass(5_000)
    return acts.filter((act) => act !== null)
  }

  /** Signs in on all devices, because their sessions have expired. */
  async #signIn(): Promise<void> {
    const { devices, server, userId } = this.#world
    for (const device of devices) {
      if (device.isAway) continue
      device.signIn(await server.tokensOf(userId))
      for (const tab of device.tabs) tab.user.nudge()
    }
  }
}

function done(tab: Tab, mutation: Mutation, texts: readonly TextEdit[] = []): Act | null {
  const wish: Wish = { mutation, texts, values: [] }
  return doIn(tab, wish)
}
