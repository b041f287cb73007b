import { type Id, makeId } from '@cardinal/domain'
import type { Tab } from './device.ts'
import { Dice } from './dice.ts'
import { rejectedIn } from './oracle-texts.ts'
import { type Act, doIn } from './person.ts'
import { plain } from './wish.ts'
import type { World } from './world.ts'

/** ms for two polls, each after a request that hangs. */
const SENT_WITHIN_MS = 180_000

/**
 * A server that fails for every change of one card until the end of the story, like a bug. The tab's next act, on
 * another card, must not wait for that.
 */
export class ServerFault {
  readonly #world: World
  readonly #from: number
  #made: { readonly cursed: Act; readonly next: Act } | null = null

  private constructor(world: World, from: number) {
    this.#world = world
    this.#from = from
  }

  /** A fault in one of five stories; null in the others. */
  static in(world: World, steps: number): ServerFault | null {
    if (world.seed % 5 !== 3) return null
    return new ServerFault(world, new Dice(world.seed + 0xfa17).upTo(steps))
  }

  /** @returns the acts of the step */
  go(step: number): Act[] {
    const { devices, server } = this.#world
    if (step < this.#from || this.#made !== null) return []
    const isReady = ({ core }: Tab) => core?.state().sync.hasCopy === true
    const tab = devices.flatMap(({ isAway, tabs }) => (isAway ? [] : tabs)).find(isReady)
    if (tab === undefined) return []
    const id = this.#newId()
    const make = (cardId: Id) =>
      doIn(tab, plain({ name: 'createCard', args: { card: { id: cardId, type: 'note', content: cardId } } }))
    const cursed = make(id)
    const edit = doIn(tab, plain({ name: 'setCardColor', args: { cardIds: [id], color: 'red' } }))
    const next = make(this.#newId())
    if (cursed === null || next === null) return []
    server.failingFor = id
    this.#made = { cursed, next }
    this.#world.fault = this
    return [cursed, edit, next].filter((act) => act !== null)
  }

  /**
   * Checks that the next change succeeded while the server failed for the one before it. Then the fault ends.
   *
   * @param signInAgain signs in if the server has ended a session
   */
  async judge(signInAgain: (world: World) => Promise<boolean>): Promise<string[]> {
    const { devices, server, userId } = this.#world
    const tabs = () => devices.flatMap((device) => device.tabs)
    await this.#world.pass(SENT_WITHIN_MS)
    if (await signInAgain(this.#world)) await this.#world.pass(SENT_WITHIN_MS)
    const isCarriedOut = async ({ keys }: Act) =>
      (await server.node.store.operations.byKey(userId, keys[0] ?? '')) !== undefined
    const { cursed, next } = this.#made ?? {}
    const isStuck =
      cursed?.isStored === true &&
      next?.isStored === true &&
      !(await isCarriedOut(cursed)) &&
      !(await isCarriedOut(next)) &&
      !rejectedIn(this.#world).some(({ key }) => next.keys.includes(key)) &&
      // After a restore the change may wait for another device, for example for the workspace of both.
      !tabs().some(({ core }) => core?.state().sync.trouble?.kind === 'awaited')
    server.failingFor = null
    for (const { user } of tabs()) user.nudge()
    return isStuck ? ['a change waits behind one for which the server fails'] : []
  }

  #newId(): Id {
    const { clock, side } = this.#world
    return makeId(Math.max(0, clock.now()), side.bytes(8))
  }
}
