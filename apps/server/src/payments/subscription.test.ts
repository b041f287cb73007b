import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { userRow } from '../../test/support/rows.ts'
import type { Subscription } from '../store/index.ts'
import { afterEvent, paidUntil, planPatch } from './payments.ts'
import type { PaymentEvent } from './provider.ts'

const time = fc.integer({ min: 1, max: 100 })
const event: fc.Arbitrary<PaymentEvent> = fc.record({
  id: fc.constant('evt'),
  customerId: fc.constant('cus'),
  subscriptionId: fc.constantFrom('a', 'b'),
  paidUntil: fc.option(time),
  endedAt: fc.option(time),
})

function after(events: readonly PaymentEvent[]): Subscription[] {
  const byId = new Map<string, Subscription>()
  for (const one of events) byId.set(one.subscriptionId, afterEvent(byId.get(one.subscriptionId), one))
  return [...byId.values()].sort((one, other) => one.id.localeCompare(other.id))
}

const user = userRow('u')

describe('[ID-11] subscriptions', () => {
  it('[ID-11] subscriptions end up the same for any order of the same events, even if some arrive twice', () => {
    const inTwoOrders = fc
      .array(event, { maxLength: 12 })
      .chain((events) =>
        fc.tuple(
          fc.constant(events),
          fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 }),
        ),
      )
    fc.assert(
      fc.property(inTwoOrders, ([events, shuffled]) => {
        expect(after(shuffled)).toEqual(after(events))
      }),
    )
  })

  it('[ID-11] no later event extends an ended subscription beyond its end', () => {
    fc.assert(
      fc.property(fc.array(event), time, (later, endedAt) => {
        const ended = ['a', 'b'].map((id) => ({ id, paidUntil: 200, endedAt }))
        const end = paidUntil(
          later.reduce<Subscription[]>(
            (known, one) =>
              known.map((each) => (each.id === one.subscriptionId ? afterEvent(each, one) : each)),
            ended,
          ),
        )
        expect(end).toBeLessThanOrEqual(endedAt)
      }),
    )
  })

  it('[ID-11] a subscription without a payment does not change the plan', () => {
    expect(planPatch(user, [])).toEqual({})
    expect(planPatch(user, [{ id: 'a', paidUntil: 0, endedAt: 5 }])).toEqual({})
    expect(planPatch(user, [{ id: 'a', paidUntil: 9, endedAt: 5 }])).toEqual({
      plan: 'unlimited',
      planExpiresAt: 5,
    })
  })
})
