import 'fake-indexeddb/auto'
import type { Id } from '@cardinal/domain'
import { deleteDB } from 'idb'
import { describe, expect, it } from 'vitest'
import { forgetCopies } from '../forget-copies.ts'
import { KEPT_ACTS, type NewAct } from './acts.ts'
import { DeviceActs } from './device-acts.ts'

const DAY = 24 * 60 * 60 * 1000
const NOW = 1_900_000_000_000
const id = (n: number): Id => n.toString(16).padStart(24, '0')
const [HERE, ELSEWHERE] = [id(1), id(2)]
let databases = 0
const fresh = () => `cardinal-acts-${++databases}`

function act(n: number, more: Partial<NewAct> = {}): NewAct {
  const undo = [{ name: 'deleteCards', args: { cardIds: [id(n)] } } as const]
  return { id: id(1000 + n), workspaceId: HERE, label: `Act ${n}`, at: NOW + n, undo, written: [], ...more }
}

const labels = async (acts: DeviceActs, workspaceId = HERE) =>
  (await acts.list(workspaceId)).map(({ label }) => label)

describe('the list of acts on a device', () => {
  it('[CD-7] the list of acts survives a reload, the latest first, separately for each workspace', async () => {
    const name = fresh()
    const before = new DeviceActs(name, () => NOW)
    await before.keep(act(1))
    await before.keep(act(2, { workspaceId: ELSEWHERE }))
    await before.keep(act(3))
    const after = new DeviceActs(name, () => NOW)
    expect(await labels(after)).toEqual(['Act 3', 'Act 1'])
    expect(await labels(after, ELSEWHERE)).toEqual(['Act 2'])
    expect((await after.list(HERE))[0]).toMatchObject({ cards: 1, cardId: id(3), undone: null })
    expect(await after.undoing(id(1003))).toEqual({ undo: act(3).undo, written: [] })
  })

  for (const place of ['on the device', 'in memory'] as const)
    it(`[CD-7] ${place}: an undone act stays listed with the report of the undo and what is needed to redo it`, async () => {
      const acts = new DeviceActs(place === 'in memory' ? null : fresh(), () => NOW)
      await acts.keep(act(1))
      let told = 0
      acts.subscribe(() => told++)
      const redo = { undo: [{ name: 'restoreCards', args: { cardIds: [id(1)] } } as const], written: [] }
      await acts.setUndone(id(1001), '1 card was changed since, and stays as it is', redo)
      expect((await acts.list(HERE))[0]?.undone).toBe('1 card was changed since, and stays as it is')
      expect(await acts.undoing(id(1001))).toEqual(redo)
      await acts.setUndone(id(1001), null, { undo: act(1).undo, written: [] })
      expect((await acts.list(HERE))[0]?.undone).toBeNull()
      expect(await acts.undoing(id(1001))).toEqual({ undo: act(1).undo, written: [] })
      await acts.setUndone(id(1001), '', null)
      expect((await acts.list(HERE))[0]).toMatchObject({ undone: '', bytes: 0 })
      expect(await acts.undoing(id(1001))).toBeUndefined()
      const long = { kind: 'card', ids: [], values: { a: 'x'.repeat(KEPT_ACTS.bytesOfOne) } } as const
      await acts.setUndone(id(1001), '', { ...redo, written: [long] })
      expect((await acts.list(HERE))[0]).toMatchObject({ undone: '', bytes: 0 })
      expect(told).toBe(4)
    })

  for (const place of ['on the device', 'in memory'] as const)
    it(`[CD-7] ${place}: the list of acts stays within its limits of number, bytes and age`, async () => {
      let now = NOW
      const acts = new DeviceActs(place === 'in memory' ? null : fresh(), () => now)
      for (let n = 0; n < KEPT_ACTS.acts + 5; n++) await acts.keep(act(n))
      expect(await labels(acts)).toHaveLength(KEPT_ACTS.acts)
      expect(await acts.undoing(id(1000))).toBeUndefined()

      const long = {
        label: 'x'.repeat(10),
        written: [{ kind: 'card', ids: [], values: { a: 'x'.repeat(900_000) } }],
      }
      for (let n = 400; n < 420; n++) await acts.keep(act(n, long as Partial<NewAct>))
      expect(await labels(acts)).toHaveLength(11)
      await acts.keep(
        act(421, { written: [{ kind: 'card', ids: [], values: { a: 'x'.repeat(KEPT_ACTS.bytesOfOne) } }] }),
      )
      expect(await labels(acts)).toHaveLength(11)

      now = NOW + 31 * DAY
      expect(await labels(acts)).toEqual([])
    })

  it('[OF-8] the list of acts continues in memory when the browser removes the database', async () => {
    const name = fresh()
    const acts = new DeviceActs(name, () => NOW)
    await acts.keep(act(1))
    const removed = deleteDB(name)
    await Promise.all([acts.keep(act(2)), removed])
    await acts.setUndone(id(1001), 'Undone', null)
    expect(await acts.undoing(id(1001))).toBeUndefined()
    await acts.keep(act(3))
    expect((await labels(acts))[0]).toBe('Act 3')
  })

  it('[ID-6] the list of acts is deleted when the server ends the session', async () => {
    const name = fresh()
    await new DeviceActs(name, () => NOW).keep(act(1))
    await forgetCopies(Date.now())
    expect(await labels(new DeviceActs(name, () => NOW))).toEqual([])
  })
})
