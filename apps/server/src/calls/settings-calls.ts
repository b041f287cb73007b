import { type Calls, type getGlobalSettings, settingsToWire } from '@cardinal/contract'
import { ok, refused } from '@cardinal/domain'
import { changedSearches } from '@cardinal/sync'
import { FAILURES } from '../access/failures.ts'
import { callerOf, type HandlerOf, type PlainHandler } from './handler.ts'

export const getGlobalSettingsHandler: PlainHandler<typeof getGlobalSettings> = async (_input, context) => {
  const user = await context.services.store.users.byId(callerOf(context).userId)
  return user === undefined ? refused(FAILURES.notSignedIn) : ok({ data: settingsToWire(user) })
}

export const updateGlobalSettingsHandler: HandlerOf<Calls['updateGlobalSettings']> = async ({
  tx,
  user,
  args,
  onConflict,
}) => {
  const { savedSearchesBefore: before, ...given } = args
  const { currentWorkspaceId, savedSearches: after } = given
  const isGone =
    currentWorkspaceId != null && (await tx.workspaces.byId(user.id, currentWorkspaceId)) === undefined
  if (isGone && onConflict !== 'merge')
    return refused({ kind: 'not-found', what: 'workspace', id: currentWorkspaceId })
  const settings = isGone ? { ...given, currentWorkspaceId: null } : given
  const changed =
    before === undefined || after === undefined
      ? settings
      : { ...settings, savedSearches: changedSearches(user.savedSearches, before, after) }
  await tx.users.update(user.id, changed)
  return ok({ answer: { data: settingsToWire({ ...user, ...changed }) }, moved: null })
}
