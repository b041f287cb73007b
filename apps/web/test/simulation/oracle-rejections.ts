import type { Id } from '@cardinal/domain'
import type { Findings } from './healing.ts'
import { rejectedIn } from './oracle-texts.ts'
import type { Act } from './person.ts'
import type { World } from './world.ts'

/** Reasons that justify a rejection: a plan's limit, a size, a permission. A change of somebody else is no reason. */
const JUST = [/^You have total \d+ /, / is too long|too many/i]

/** All rejections without a valid reason. */
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

/** The card of an edit that replaces a whole card, as older releases sent it. */
function editedCard({ name, args }: Act['mutation']): Id | null {
  if (name === 'replaceCard') return args.card.id
  return 'cardId' in args ? args.cardId : null
}

/**
 * Cards that were only in one tab's memory, because the disk was full, and were lost with it. Nobody was told
 * that they were saved. A form that was open on such a card survives as a draft: saving it is refused, and its
 * text is among the rejected changes.
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
