import { openPortal } from './calls/billing/open-portal.ts'
import { paymentWebhook } from './calls/billing/payment-webhook.ts'
import { startCheckout } from './calls/billing/start-checkout.ts'
import { findCopies } from './calls/copy/find-copies.ts'
import { getCopies } from './calls/copy/get-copies.ts'
import { getCopyRule } from './calls/copy/get-copy-rule.ts'
import { keepCopies } from './calls/copy/keep-copies.ts'
import { removeCopies } from './calls/copy/remove-copies.ts'
import { updateCopyRule } from './calls/copy/update-copy-rule.ts'
import { addOneTitle } from './calls/entity/add-one-title.ts'
import { attachTags } from './calls/entity/attach-tags.ts'
import { completeManyEntities } from './calls/entity/complete-many.ts'
import { createOneEntity } from './calls/entity/create-one-entity.ts'
import { deleteManyEntities } from './calls/entity/delete-many-entities.ts'
import { deleteOneTitle } from './calls/entity/delete-one-title.ts'
import { detachTags } from './calls/entity/detach-tags.ts'
import { editOneEntity } from './calls/entity/edit-one-entity.ts'
import { fetchPages } from './calls/entity/fetch-pages.ts'
import { getCount } from './calls/entity/get-count.ts'
import { getDeletedEntities } from './calls/entity/get-deleted-entities.ts'
import { getKeptRevisions } from './calls/entity/get-kept-revisions.ts'
import { getMatchingEntities } from './calls/entity/get-matching-entities.ts'
import { getPageProgress } from './calls/entity/get-page-progress.ts'
import { getRevisions } from './calls/entity/get-revisions.ts'
import { getSortedEntities } from './calls/entity/get-sorted-entities.ts'
import { getSpecificEntities } from './calls/entity/get-specific-entities.ts'
import { moveOneTitle } from './calls/entity/move-one-title.ts'
import { replaceOneTitle } from './calls/entity/replace-one-title.ts'
import { restoreManyEntities } from './calls/entity/restore-many-entities.ts'
import { toggleTitleStrikethrough } from './calls/entity/toggle-title-strikethrough.ts'
import { updateColor } from './calls/entity/update-color.ts'
import { updateContent } from './calls/entity/update-content.ts'
import { updateEntire } from './calls/entity/update-entire.ts'
import { updateTags } from './calls/entity/update-tags.ts'
import { attachGroups } from './calls/group/attach-groups.ts'
import { createManyGroupsFromSearchword } from './calls/group/create-many-groups-from-searchword.ts'
import { deleteManyGroups } from './calls/group/delete-many-groups.ts'
import { deleteOneGroup } from './calls/group/delete-one-group.ts'
import { detachGroups } from './calls/group/detach-groups.ts'
import { editGroupColor } from './calls/group/edit-group-color.ts'
import { getAllGroups } from './calls/group/get-all-groups.ts'
import { getClosestGroups } from './calls/group/get-closest-groups.ts'
import { getMatchingGroupsByGroupIds } from './calls/group/get-matching-groups-by-group-ids.ts'
import { getMatchingGroupsBySearchwords } from './calls/group/get-matching-groups-by-searchwords.ts'
import { getMatchingGroupsByTagIds } from './calls/group/get-matching-groups-by-tag-ids.ts'
import { getMatchingTagsByGroupIds } from './calls/group/get-matching-tags-by-group-ids.ts'
import { getOneGroup } from './calls/group/get-one-group.ts'
import { renameOneGroup } from './calls/group/rename-one-group.ts'
import { replaceOneGroupTitle } from './calls/group/replace-one-group-title.ts'
import { toggleHiddenGroups } from './calls/group/toggle-hidden-groups.ts'
import { cancelImport } from './calls/import-export/cancel-import.ts'
import { exportWorkspace } from './calls/import-export/export-workspace.ts'
import { getImport } from './calls/import-export/get-import.ts'
import { getImports } from './calls/import-export/get-imports.ts'
import { importFile } from './calls/import-export/import-file.ts'
import { lookAtColumns } from './calls/import-export/look-at-columns.ts'
import { undoImport } from './calls/import-export/undo-import.ts'
import { docs } from './calls/operations/docs.ts'
import { getServerOverview } from './calls/operations/get-server-overview.ts'
import { health } from './calls/operations/health.ts'
import { openapiJson } from './calls/operations/openapi-json.ts'
import { ready } from './calls/operations/ready.ts'
import { events } from './calls/sync/events.ts'
import { pull } from './calls/sync/pull.ts'
import { push } from './calls/sync/push.ts'
import { addChildGroups } from './calls/tag/add-child-groups.ts'
import { addClickCount } from './calls/tag/add-click-count.ts'
import { addNames } from './calls/tag/add-names.ts'
import { addParents } from './calls/tag/add-parents.ts'
import { createManyFromKeyword } from './calls/tag/create-many-from-keyword.ts'
import { deleteManyTags } from './calls/tag/delete-many-tags.ts'
import { editColor } from './calls/tag/edit-color.ts'
import { getAllTags } from './calls/tag/get-all-tags.ts'
import { getMatchingTagsByEntityIds } from './calls/tag/get-matching-tags-by-entity-ids.ts'
import { getMatchingTagsBySearchword } from './calls/tag/get-matching-tags-by-searchword.ts'
import { getSiblingTags } from './calls/tag/get-sibling-tags.ts'
import { getSuggestedTags } from './calls/tag/get-suggested-tags.ts'
import { mergeManyTags } from './calls/tag/merge-many-tags.ts'
import { removeChildGroups } from './calls/tag/remove-child-groups.ts'
import { removeNames } from './calls/tag/remove-names.ts'
import { removeParents } from './calls/tag/remove-parents.ts'
import { renameOneTag } from './calls/tag/rename-one-tag.ts'
import { resetClickCounts } from './calls/tag/reset-click-counts.ts'
import { setDisplayName } from './calls/tag/set-display-name.ts'
import { unmergeManyTags } from './calls/tag/unmerge-many-tags.ts'
import { actionTaken } from './calls/user/action-taken.ts'
import { addPasskey } from './calls/user/add-passkey.ts'
import { askPasskey } from './calls/user/ask-passkey.ts'
import { beginPasskey } from './calls/user/begin-passkey.ts'
import { beginSecondStep } from './calls/user/begin-second-step.ts'
import { confirmSignIn } from './calls/user/confirm-sign-in.ts'
import { createCalendar } from './calls/user/create-calendar.ts'
import { createSharedSearch } from './calls/user/create-shared-search.ts'
import { createToken } from './calls/user/create-token.ts'
import { createWebhook } from './calls/user/create-webhook.ts'
import { deleteAccount } from './calls/user/delete-account.ts'
import { endSessions } from './calls/user/end-sessions.ts'
import { exportAccount } from './calls/user/export-account.ts'
import { finishSignIn } from './calls/user/finish-sign-in.ts'
import { getCalendar } from './calls/user/get-calendar.ts'
import { getGlobalSettings } from './calls/user/get-global-settings.ts'
import { getPasskeys } from './calls/user/get-passkeys.ts'
import { getProfile } from './calls/user/get-profile.ts'
import { getRecentActivity } from './calls/user/get-recent-activity.ts'
import { getReminders } from './calls/user/get-reminders.ts'
import { getSessions } from './calls/user/get-sessions.ts'
import { getSharedFeed } from './calls/user/get-shared-feed.ts'
import { getSharedPage } from './calls/user/get-shared-page.ts'
import { getSharedSearches } from './calls/user/get-shared-searches.ts'
import { getSignInOptions } from './calls/user/get-sign-in-options.ts'
import { getTokens } from './calls/user/get-tokens.ts'
import { getWebhooks } from './calls/user/get-webhooks.ts'
import { removeCalendar } from './calls/user/remove-calendar.ts'
import { removePasskey } from './calls/user/remove-passkey.ts'
import { removeSharedSearch } from './calls/user/remove-shared-search.ts'
import { removeWebhook } from './calls/user/remove-webhook.ts'
import { renewAccessToken } from './calls/user/renew-access-token.ts'
import { renewRecoveryCodes } from './calls/user/renew-recovery-codes.ts'
import { revokeToken } from './calls/user/revoke-token.ts'
import { getSecondStep } from './calls/user/second-step.ts'
import { signIn } from './calls/user/sign-in.ts'
import { signOut } from './calls/user/sign-out.ts'
import { startSignIn } from './calls/user/start-sign-in.ts'
import { subscribeReminders } from './calls/user/subscribe-reminders.ts'
import { testWebhook } from './calls/user/test-webhook.ts'
import { turnOffSecondStep } from './calls/user/turn-off-second-step.ts'
import { turnOnSecondStep } from './calls/user/turn-on-second-step.ts'
import { unsubscribeReminders } from './calls/user/unsubscribe-reminders.ts'
import { updateGlobalSettings } from './calls/user/update-global-settings.ts'
import { updateProfile } from './calls/user/update-profile.ts'
import { createOneWorkspace } from './calls/workspace/create-one-workspace.ts'
import { deleteOneWorkspace } from './calls/workspace/delete-one-workspace.ts'
import { getWorkspaces } from './calls/workspace/get-workspaces.ts'
import { renameOneWorkspace } from './calls/workspace/rename-one-workspace.ts'

/** Every call there is, by name. The server, the client and the OpenAPI document are made from this list. */
export const calls = {
  getSignInOptions,
  startSignIn,
  finishSignIn,
  signIn,
  confirmSignIn,
  renewAccessToken,
  signOut,
  getSessions,
  getRecentActivity,
  getServerOverview,
  endSessions,
  beginSecondStep,
  getSecondStep,
  renewRecoveryCodes,
  turnOffSecondStep,
  turnOnSecondStep,
  getPasskeys,
  beginPasskey,
  addPasskey,
  askPasskey,
  removePasskey,
  getProfile,
  updateProfile,
  getGlobalSettings,
  updateGlobalSettings,
  actionTaken,
  exportAccount,
  deleteAccount,
  getTokens,
  unsubscribeReminders,
  subscribeReminders,
  removeCalendar,
  getReminders,
  getCalendar,
  createCalendar,
  createSharedSearch,
  getSharedSearches,
  removeSharedSearch,
  getSharedPage,
  getSharedFeed,
  getWebhooks,
  createWebhook,
  testWebhook,
  removeWebhook,
  createToken,
  revokeToken,
  startCheckout,
  openPortal,
  paymentWebhook,
  getWorkspaces,
  createOneWorkspace,
  renameOneWorkspace,
  deleteOneWorkspace,
  getCount,
  getSortedEntities,
  getMatchingEntities,
  createOneEntity,
  attachTags,
  detachTags,
  deleteManyEntities,
  restoreManyEntities,
  getDeletedEntities,
  getSpecificEntities,
  completeManyEntities,
  getPageProgress,
  fetchPages,
  keepCopies,
  removeCopies,
  getCopies,
  findCopies,
  getCopyRule,
  updateCopyRule,
  updateColor,
  updateTags,
  addOneTitle,
  replaceOneTitle,
  deleteOneTitle,
  toggleTitleStrikethrough,
  moveOneTitle,
  updateContent,
  updateEntire,
  editOneEntity,
  getRevisions,
  getKeptRevisions,
  getAllTags,
  getMatchingTagsBySearchword,
  getMatchingTagsByEntityIds,
  getSiblingTags,
  createManyFromKeyword,
  deleteManyTags,
  renameOneTag,
  mergeManyTags,
  unmergeManyTags,
  editColor,
  getSuggestedTags,
  addClickCount,
  resetClickCounts,
  addNames,
  removeNames,
  setDisplayName,
  addParents,
  removeParents,
  addChildGroups,
  removeChildGroups,
  getAllGroups,
  getOneGroup,
  deleteOneGroup,
  replaceOneGroupTitle,
  renameOneGroup,
  getMatchingTagsByGroupIds,
  getMatchingGroupsByGroupIds,
  getMatchingGroupsBySearchwords,
  getMatchingGroupsByTagIds,
  createManyGroupsFromSearchword,
  attachGroups,
  detachGroups,
  deleteManyGroups,
  toggleHiddenGroups,
  editGroupColor,
  getClosestGroups,
  pull,
  push,
  events,
  importFile,
  lookAtColumns,
  cancelImport,
  getImport,
  getImports,
  undoImport,
  exportWorkspace,
  health,
  ready,
  openapiJson,
  docs,
} as const

export type Calls = typeof calls
export type CallName = keyof Calls
export type ChangeName = { [Name in CallName]: Calls[Name]['kind'] extends 'change' ? Name : never }[CallName]
export type QuestionName = {
  [Name in CallName]: Calls[Name]['kind'] extends 'question' ? Name : never
}[CallName]
export type PlainCallName = {
  [Name in CallName]: Calls[Name]['kind'] extends 'call' ? Name : never
}[CallName]
