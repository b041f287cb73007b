import type { Migration } from '../migrate.ts'
import { firstTables } from './0001-first-tables.ts'
import { identityTables } from './0002-identity.ts'
import { billingTables } from './0003-billing.ts'
import { signInAttempts } from './0004-sign-in-attempts.ts'
import { buriedCards } from './0005-buried-cards.ts'
import { earlierSubnotes } from './0006-earlier-subnotes.ts'
import { whatIdsStandFor } from './0007-what-ids-stand-for.ts'
import { storedBytesOfUsers } from './0008-stored-bytes.ts'
import { keptRevisions } from './0009-kept-revisions.ts'
import { rowsDigest } from './0010-rows-digest.ts'
import { doneAt } from './0011-done-at.ts'
import { accounts } from './0012-accounts.ts'
import { tokenExpiry } from './0013-token-expiry.ts'
import { securityEvents } from './0014-security-events.ts'
import { dueCards } from './0015-due-cards.ts'
import { reminders } from './0016-reminders.ts'
import { tagRelations } from './0018-tag-relations.ts'
import { freshSignIn } from './0020-fresh-sign-in.ts'
import { secondStep } from './0021-second-step.ts'
import { serverOwner } from './0023-server-owner.ts'
import { restoredAt } from './0024-restored-at.ts'
import { passkeys } from './0027-passkeys.ts'
import { pages } from './0032-pages.ts'
import { importAdditions } from './0035-import-additions.ts'
import { deletedWorkspaces } from './0039-deleted-workspaces.ts'
import { smallNumbers } from './0044-small-numbers.ts'
import { sharedSearches } from './0047-shared-searches.ts'
import { webhooks } from './0048-webhooks.ts'
import { activitySessions } from './0055-activity-sessions.ts'
import { pageCopies } from './0056-page-copies.ts'
import { childGroups } from './0057-child-groups.ts'
import { pageBytes } from './0059-page-bytes.ts'
import { tagDisplayName } from './0061-tag-display-name.ts'
import { importRuns } from './0062-import-runs.ts'
import { importUndo } from './0063-import-undo.ts'
import { cardTagCards } from './0064-card-tag-cards.ts'
import { accessReview } from './0070-access-review.ts'
import { pageTurns } from './0071-page-turns.ts'
import { release } from './0072-release.ts'

/** In order of running. Forward only: a released migration is never edited. */
export const MIGRATIONS: readonly Migration[] = [
  firstTables,
  identityTables,
  billingTables,
  signInAttempts,
  buriedCards,
  earlierSubnotes,
  whatIdsStandFor,
  storedBytesOfUsers,
  keptRevisions,
  rowsDigest,
  doneAt,
  accounts,
  tokenExpiry,
  securityEvents,
  dueCards,
  reminders,
  tagRelations,
  freshSignIn,
  secondStep,
  serverOwner,
  restoredAt,
  passkeys,
  pages,
  importAdditions,
  deletedWorkspaces,
  smallNumbers,
  sharedSearches,
  webhooks,
  activitySessions,
  pageCopies,
  childGroups,
  pageBytes,
  tagDisplayName,
  importRuns,
  importUndo,
  cardTagCards,
  accessReview,
  pageTurns,
  release,
]
