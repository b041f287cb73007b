import type { Id } from '@cardinal/domain'
import type { RejectedChange } from '../../src/replica/replica.ts'
// The app imports this module at the first move. That takes real time, during which virtual time would run out.
import '../../src/replica/worker/moves.ts'
import type { Tab } from './device.ts'
import type { Act } from './person.ts'
import type { World } from './world.ts'

export function deletedWorkspaces(acts: readonly Act[]): ReadonlySet<Id> {
  return new Set(
    acts.flatMap(({ mutation }) => (mutation.name === 'deleteWorkspace' ? [mutation.args.workspaceId] : [])),
  )
}

/**
 * Presses "Move to …" for all changes that were rejected because of a deleted workspace, or of a card deleted
 * more than 30 days ago.
 *
 * @returns whether there were any
 */
export function moveRejected(world: World, { core, user }: Tab): boolean {
  const { workspaceId } = user
  const account = core?.state().account
  if (core === null || account == null || workspaceId === null) return false
  const open = new Set(account.workspaces.map(({ id }) => id))
  const isLongGone = (each: RejectedChange) => each.isTargetGone && world.aged !== null
  const gone = core
    .state()
    .sync.rejected.filter(
      (each) => each.workspaceId !== null && (!open.has(each.workspaceId) || isLongGone(each)),
    )
  const keys = gone.filter(({ because }) => because === null).map(({ key }) => key)
  if (keys.length === 0 || !open.has(workspaceId)) return false
  for (const { key } of gone) world.movedKeys.set(key, workspaceId)
  if (gone.some(isLongGone)) world.coverage.saw('edit of a card deleted for 30 days')
  world.coverage.saw('changes moved')
  // Not awaited, because a tab that dies meanwhile never answers. The story continues when its storage is idle.
  core.rejectedChanges.move(keys, workspaceId).catch(() => {})
  return true
}
