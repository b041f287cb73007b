import type { ObjectStorage } from '../object-storage.ts'
import { billingTable } from './billing.ts'
import { cardsTable } from './cards.ts'
import { changesTable } from './changes.ts'
import type { Db } from './db.ts'
import { filesTable } from './files.ts'
import { groupsTable } from './groups.ts'
import { housekeepingTable } from './housekeeping.ts'
import {
  identitiesTable,
  invitationsTable,
  serverKeysTable,
  signInCodesTable,
  visitorActionsTable,
} from './identities.ts'
import { importRunsTable, importsTable } from './imports.ts'
import { operationsTable } from './operations.ts'
import { pageCopiesTable } from './page-copies.ts'
import { pageReadingsTable } from './page-readings.ts'
import { pagesTable } from './pages.ts'
import { passkeysTable, providerAccountsTable, providerRecordsTable, secondStepTable } from './provider.ts'
import { remindersTable } from './reminders.ts'
import { revisionsTable } from './revisions.ts'
import { ruleEffectsTable } from './rule-effects.ts'
import { serverOverviewTable } from './server-overview.ts'
import { sharedSearchesTable } from './shared-searches.ts'
import { personalTokensTable, securityEventsTable, sessionsTable, signInAttemptsTable } from './sign-ins.ts'
import { smallNumbersTable } from './small-numbers.ts'
import { tagsTable } from './tags.ts'
import { usersTable } from './users.ts'
import { webhooksTable } from './webhooks.ts'
import { workspacesTable } from './workspaces.ts'

/**
 * All queries of the store, on a connection or in a transaction.
 *
 * @param objects storage for the bytes of files; null: the database
 */
export function tablesOn(db: Db, objects: ObjectStorage | null) {
  return {
    users: usersTable(db),
    workspaces: workspacesTable(db),
    cards: cardsTable(db),
    tags: tagsTable(db),
    groups: groupsTable(db),
    changes: changesTable(db),
    revisions: revisionsTable(db),
    ruleEffects: ruleEffectsTable(db),
    operations: operationsTable(db),
    housekeeping: housekeepingTable(db),
    identities: identitiesTable(db),
    invitations: invitationsTable(db),
    signInCodes: signInCodesTable(db),
    serverOverview: serverOverviewTable(db),
    sessions: sessionsTable(db),
    securityEvents: securityEventsTable(db),
    personalTokens: personalTokensTable(db),
    serverKeys: serverKeysTable(db),
    providerAccounts: providerAccountsTable(db),
    providerRecords: providerRecordsTable(db),
    passkeys: passkeysTable(db),
    secondStep: secondStepTable(db),
    signInAttempts: signInAttemptsTable(db),
    visitorActions: visitorActionsTable(db),
    reminders: remindersTable(db),
    sharedSearches: sharedSearchesTable(db),
    webhooks: webhooksTable(db),
    pages: pagesTable(db),
    pageCopies: pageCopiesTable(db),
    pageReadings: pageReadingsTable(db),
    files: filesTable(db, objects),
    imports: importsTable(db),
    importRuns: importRunsTable(db),
    smallNumbers: smallNumbersTable(db),
    billing: billingTable(db),
  }
}

export type Tables = ReturnType<typeof tablesOn>
