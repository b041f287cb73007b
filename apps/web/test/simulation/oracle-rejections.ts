import type { Findings } from './healing.ts'
import { rejectedIn } from './oracle-texts.ts'
import type { World } from './world.ts'

/** What may refuse a change for good: a plan's limit, a size, or a right. What somebody else did meanwhile may not. */
const JUST = [/^You have total \d+ /, / is too long|too many/i]

/** Names every rejected change that nothing justifies. */
export function rejectionFindings(world: World): Findings {
  return rejectedIn(world)
    .filter(({ reason }) => !JUST.some((just) => just.test(reason)))
    .map(({ mutation, reason }) => `rejected without a right to: ${mutation.name}, "${reason}"`)
}
