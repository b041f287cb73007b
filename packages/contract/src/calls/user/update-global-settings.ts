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
  toArgs: ({ body: { saved_searches, saved_searches_before, showHelpers, currentWorkspace } }) => ({
    ...(saved_searches && { savedSearches: unique(saved_searches).slice(-LIMITS.savedSearches) }),
    ...(saved_searches_before && { savedSearchesBefore: saved_searches_before }),
    ...(showHelpers !== undefined && { showHelpers }),
    ...(currentWorkspace !== undefined && { currentWorkspaceId: currentWorkspace }),
  }),
  fromArgs: ({ savedSearches, savedSearchesBefore, showHelpers, currentWorkspaceId }) => ({
    body: {
      ...(savedSearches && { saved_searches: [...savedSearches] }),
      ...(savedSearchesBefore && { saved_searches_before: [...savedSearchesBefore] }),
      ...(showHelpers !== undefined && { showHelpers }),
      ...(currentWorkspaceId !== undefined && { currentWorkspace: currentWorkspaceId }),
    },
  }),
})
