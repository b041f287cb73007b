import { type AnyCall, type CallName, type Calls, calls } from '@cardinal/contract'
import type { Identity } from '../identity/identity.ts'
import { getGlobalSettingsHandler, identityHandlers, updateGlobalSettingsHandler } from './account-calls.ts'
import { openPortalHandler, paymentWebhookHandler, startCheckoutHandler } from './billing-calls.ts'
import * as copies from './copy-calls.ts'
import { fetchPagesHandler, getPageProgressHandler } from './copy-calls.ts'
import { entityChanges } from './entity-changes.ts'
import * as entities from './entity-questions.ts'
import { importExportHandlers } from './file-calls.ts'
import { groupChanges } from './group-changes.ts'
import * as groups from './group-questions.ts'
import type { HandlerOf } from './handler.ts'
import {
  docsHandler,
  getServerOverviewHandler,
  healthHandler,
  openapiJsonHandler,
  readyHandler,
} from './operation-calls.ts'
import { readTextsHandler } from './read-texts.ts'
import * as reminders from './reminder-calls.ts'
import { getRulesHandler, ruleChanges, undoRuleEffectHandler } from './rule-calls.ts'
import type { BoundCall } from './run-call.ts'
import * as shared from './shared-calls.ts'
import {
  beginFileHandler,
  findFilesHandler,
  getFileHandler,
  getFileTextsHandler,
  getFileThumbnailHandler,
  getKeptPageAddressHandler,
  getKeptPageHandler,
  sendFilePieceHandler,
} from './stored-file-calls.ts'
import { eventsHandler, pullHandler } from './sync-pull.ts'
import { pushHandler } from './sync-push.ts'
import { tagChanges } from './tag-changes.ts'
import * as tags from './tag-questions.ts'
import * as webhooks from './webhook-calls.ts'
import { getWorkspacesHandler, workspaceChanges } from './workspace-calls.ts'

/** A call without a handler does not compile. */
type Handlers = { readonly [Name in CallName]: HandlerOf<Calls[Name]> }

/** Every call of the contract with its handler. */
export function bindCalls(identity: Identity): readonly BoundCall[] {
  const handlers: Handlers = {
    ...identityHandlers(identity),
    ...importExportHandlers,
    ...entityChanges,
    ...tagChanges,
    ...groupChanges,
    ...workspaceChanges,
    ...ruleChanges,
    getRules: getRulesHandler,
    undoRuleEffect: undoRuleEffectHandler,
    getGlobalSettings: getGlobalSettingsHandler,
    updateGlobalSettings: updateGlobalSettingsHandler,
    startCheckout: startCheckoutHandler,
    openPortal: openPortalHandler,
    paymentWebhook: paymentWebhookHandler,
    getPageProgress: getPageProgressHandler,
    fetchPages: fetchPagesHandler,
    beginFile: beginFileHandler,
    sendFilePiece: sendFilePieceHandler,
    getFile: getFileHandler,
    findFiles: findFilesHandler,
    getFileTexts: getFileTextsHandler,
    getFileThumbnail: getFileThumbnailHandler,
    getKeptPageAddress: getKeptPageAddressHandler,
    getKeptPage: getKeptPageHandler,
    keepCopies: copies.keepCopiesHandler,
    removeCopies: copies.removeCopiesHandler,
    getCopies: copies.getCopiesHandler,
    findCopies: copies.findCopiesHandler,
    getCopyRule: copies.getCopyRuleHandler,
    updateCopyRule: copies.updateCopyRuleHandler,
    getReminders: reminders.getRemindersHandler,
    subscribeReminders: reminders.subscribeRemindersHandler,
    unsubscribeReminders: reminders.unsubscribeRemindersHandler,
    createCalendar: reminders.createCalendarHandler,
    removeCalendar: reminders.removeCalendarHandler,
    getCalendar: reminders.getCalendarHandler,
    createSharedSearch: shared.createSharedSearchHandler,
    getSharedSearches: shared.getSharedSearchesHandler,
    removeSharedSearch: shared.removeSharedSearchHandler,
    getSharedPage: shared.getSharedPageHandler,
    getSharedFeed: shared.getSharedFeedHandler,
    getWebhooks: webhooks.getWebhooksHandler,
    createWebhook: webhooks.createWebhookHandler,
    testWebhook: webhooks.testWebhookHandler,
    removeWebhook: webhooks.removeWebhookHandler,
    getWorkspaces: getWorkspacesHandler,
    getCount: entities.getCountHandler,
    readDueWords: entities.readDueWordsHandler,
    readTexts: readTextsHandler,
    getSortedEntities: entities.getSortedEntitiesHandler,
    getMatchingEntities: entities.getMatchingEntitiesHandler,
    getSpecificEntities: entities.getSpecificEntitiesHandler,
    getDeletedEntities: entities.getDeletedEntitiesHandler,
    emptyDeleted: entities.emptyDeletedHandler,
    getRevisions: entities.getRevisionsHandler,
    getKeptRevisions: entities.getKeptRevisionsHandler,
    getAllTags: tags.getAllTagsHandler,
    getMatchingTagsBySearchword: tags.getMatchingTagsBySearchwordHandler,
    getMatchingTagsByEntityIds: tags.getMatchingTagsByEntityIdsHandler,
    getSiblingTags: tags.getSiblingTagsHandler,
    getSuggestedTags: tags.getSuggestedTagsHandler,
    getAllGroups: groups.getAllGroupsHandler,
    getOneGroup: groups.getOneGroupHandler,
    getMatchingTagsByGroupIds: groups.getMatchingTagsByGroupIdsHandler,
    getMatchingGroupsByGroupIds: groups.getMatchingGroupsByGroupIdsHandler,
    getMatchingGroupsBySearchwords: groups.getMatchingGroupsBySearchwordsHandler,
    getMatchingGroupsByTagIds: groups.getMatchingGroupsByTagIdsHandler,
    getClosestGroups: groups.getClosestGroupsHandler,
    pull: pullHandler,
    push: pushHandler(() => bound),
    events: eventsHandler(identity),
    getServerOverview: getServerOverviewHandler,
    health: healthHandler,
    ready: readyHandler,
    openapiJson: openapiJsonHandler,
    docs: docsHandler,
  }
  const names = Object.keys(calls) as CallName[]
  const bound: readonly BoundCall[] = names.map((name) => ({
    name,
    call: calls[name] as AnyCall,
    handler: handlers[name],
  }))
  return bound
}
