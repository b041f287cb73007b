import { LIMITS, unique } from '@cardinal/domain'
import { defineChange } from '../../call.ts'
import { answer } from '../../wire/scalars.ts'
import { settings, settingsEdit } from '../../wire/user.ts'

/** Changes the settings that are given; of more than ten saved searches the oldest are dropped. */
export const updateGlobalSettings = defineChange({
  method: 'POST',
  path: '/user/update-global-settings',
  description: 'Changes the settings that are given; of more than ten saved searches the oldest are dropped.',
  body: settingsEdit,
  answer: answer(settings),
  mutation: 'updateSettings',
  toArgs: ({ body: { saved_searches, showHelpers, currentWorkspace } }) => ({
    ...(saved_searches && { savedSearches: unique(saved_searches).slice(-LIMITS.savedSearches) }),
    ...(showHelpers !== undefined && { showHelpers }),
    ...(currentWorkspace !== undefined && { currentWorkspaceId: currentWorkspace }),
  }),
  fromArgs: ({ savedSearches, showHelpers, currentWorkspaceId }) => ({
    body: {
      ...(savedSearches && { saved_searches: [...savedSearches] }),
      ...(showHelpers !== undefined && { showHelpers }),
      ...(currentWorkspaceId !== undefined && { currentWorkspace: currentWorkspaceId }),
    },
  }),
})
