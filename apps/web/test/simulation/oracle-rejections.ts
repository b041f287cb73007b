import type { Id } from '@cardinal/domain'
import type { Findings } from './healing.ts'
import { rejectedIn } from './oracle-texts.ts'
import type { Act } from './person.ts'
import type { World } from './world.ts'

/** What may refuse a change for good: a plan's limit, a size, or a right. What somebody else did meanwhile may not. */
const JUST = [/^You have total \d+ /, / is too long|too many/i]

/** Names every rejected change that nothing justifies. */
export function rejectionFindings(
  world: World,
  acts: readonly Act[],
  carriedOut: ReadonlySet<string>,
): Findings {
  const unmade = cardsNeverMade(acts, carriedOut)
  const deleted = new Set(
    acts.flatMap((act) => (act.mutation.name === 'deleteCards' ? act.mutation.args.cardIds : [])),
  )
  const findings: Findings = []
  const rejected = new Map(rejectedIn(world).map((one) => [one.key, one]))
  for (const { mutation, reason } of rejected.values()) {
    world.coverage.sawRejected(`${mutation.name} "${reason}"`)
    if (JUST.some((just) => just.test(reason))) continue
    const cardId = editedCard(mutation) ?? ''
    if (unmade.has(cardId) || (world.hasMonthPassed && deleted.has(cardId))) continue
    findings.push(`rejected without a right to: ${mutation.name}, "${reason}"`)
  }
  return findings
}

/** Returns the card that an edit of an older release sent as a whole. */
function editedCard({ name, args }: Act['mutation']): Id | null {
  if (name === 'replaceCard') return args.card.id
  return 'cardId' in args ? args.cardId : null
}

/**
 * Returns cards that were shown in one tab alone, because the browser had no room for them, and went with that tab.
 * Nobody was told that such a card is saved. A form that was open on it outlives the tab as a draft: what it saves is
 * refused, and its text stays among the rejected changes.
 */
function cardsNeverMade(acts: readonly Act[], carriedOut: ReadonlySet<string>): ReadonlySet<Id> {
  return new Set(
    acts.flatMap(({ mutation, isStored, keys }) =>
      mutation.name === 'createCard' && !isStored && !keys.some((key) => carriedOut.has(key))
        ? [mutation.args.card.id]
        : [],
    ),
  )
}
