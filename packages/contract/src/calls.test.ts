import { describe, expect, it } from 'vitest'
import { calls } from './calls.ts'

const LISTED = `
GET /user/sign-in-options, GET /user/sign-in/start, GET /user/sign-in/callback, POST /user/sign-in,
POST /user/sign-in/confirm, POST /user/renew-access-token, POST /user/sign-out, GET /user/sessions, GET /user/recent-activity, GET /server/overview, POST /user/end-sessions, GET /user/second-step, POST /user/begin-second-step, POST /user/turn-on-second-step, POST /user/turn-off-second-step, POST /user/renew-recovery-codes, GET /user/passkeys, POST /user/begin-passkey, POST /user/add-passkey, POST /user/ask-passkey, POST /user/remove-passkey, GET /user/get-profile, POST /user/update-profile,
GET /user/get-global-settings, POST /user/update-global-settings, POST /user/action-taken, GET /user/export,
POST /user/delete-account, GET /user/tokens, POST /user/create-token, POST /user/revoke-token,
GET /user/reminders, POST /user/subscribe-reminders, POST /user/unsubscribe-reminders, POST /user/create-calendar,
POST /user/remove-calendar, GET /calendar/{file},
POST /user/create-shared-search, GET /user/shared-searches, POST /user/remove-shared-search, GET /shared/{secret},
GET /shared/{secret}/{file}, GET /user/webhooks, POST /user/create-webhook, POST /user/test-webhook,
POST /user/remove-webhook,
POST /billing/start-checkout, POST /billing/open-portal, POST /billing/webhook,
POST /workspace/get-workspaces, POST /workspace/create-one, POST /workspace/rename-one, POST /workspace/delete-one,
POST /workspace/get-rules, POST /workspace/create-rule, POST /workspace/pause-rule, POST /workspace/delete-rule,
POST /workspace/update-rule, POST /workspace/move-rule, POST /workspace/undo-rule-effect,
POST /entity/get-count, POST /entity/get-sorted-entities, POST /entity/get-matching-entities,
POST /entity/create-one, POST /entity/attach-tags, POST /entity/detach-tags, POST /entity/delete-many,
POST /entity/restore-many, POST /entity/get-deleted, POST /entity/empty-deleted, POST /entity/get-specific, POST /entity/complete-many,
GET /entity/page-progress, POST /entity/fetch-pages, POST /entity/keep-copies, POST /entity/remove-copies,
POST /entity/get-copies, POST /entity/find-copies, GET /user/copy-rule, POST /user/update-copy-rule,
PATCH /entity/update-color,
POST /entity/read-due, POST /entity/read-texts, PATCH /entity/update-tags, PATCH /entity/add-one-title/{id}, PATCH /entity/replace-one-title,
PATCH /entity/delete-one-title, PATCH /entity/toggle-title-strikethrough, PATCH /entity/move-one-title,
PATCH /entity/update-content, PATCH /entity/edit-one, POST /entity/update-entire, POST /entity/get-revisions,
POST /entity/get-kept-revisions,
POST /tag/get-all-tags, POST /tag/get-matching-tags-by-searchword, POST /tag/get-matching-tags-by-entityIds,
POST /tag/get-sibling-tags, POST /tag/create-many-from-keyword, POST /tag/delete-many, POST /tag/rename-one,
POST /tag/merge-many, POST /tag/unmerge-many, POST /tag/edit-color, POST /tag/get-suggested-tags, POST /tag/add-click-count,
POST /tag/reset-click-counts, POST /tag/add-names, POST /tag/remove-names, POST /tag/set-display-name,
POST /tag/add-parents, POST /tag/remove-parents, POST /tag/add-child-groups, POST /tag/remove-child-groups,
POST /tag/get-all-groups, GET /tag/get-one-group/{id},
DELETE /tag/group/delete-one/{id}, PATCH /tag/group/replace-one-title/{id}, POST /tag/group/rename-one,
POST /tag/get-matching-tags-by-groupIds, POST /tag/get-matching-groups-by-groupIds,
POST /tag/get-matching-groups-by-searchwords, POST /tag/get-matching-groups-by-tagIds,
POST /tag/create-many-groups-from-searchword, POST /tag/attach-groups, POST /tag/detach-groups,
POST /tag/group/delete-many, PATCH /tag/toggle-hidden-groups, POST /tag/edit-groupColor,
POST /tag/get-closest-groups, GET /sync/pull, POST /sync/push, GET /sync/events, GET /import, POST /import, POST /import/columns, GET /import/{id},
POST /files, POST /files/find, POST /files/get-texts, POST /files/{hash}/pieces/{number}, GET /files/{hash}, GET /files/{hash}/thumbnail, GET /files/{hash}/page-address, GET /kept-pages/{hash},
POST /import/{id}/cancel, POST /import/{id}/undo, GET /export, GET /health, GET /ready, GET /openapi.json, GET /docs`

const PUBLIC = [
  'getSignInOptions',
  'startSignIn',
  'finishSignIn',
  'signIn',
  'renewAccessToken',
  'actionTaken',
  'paymentWebhook',
  'health',
  'ready',
  'openapiJson',
  'docs',
  // Public: their addresses hold a secret.
  'getCalendar',
  'getSharedPage',
  'getSharedFeed',
  // Public: its address holds a ticket for a minute.
  'getKeptPage',
]

/** Calls that a token of the scope `add` may make */
const ADDING = ['/entity/create-one', '/tag/create-many-from-keyword']
/** Calls for every scope: their answers reveal no cards or tags, so a token that only adds may make them. */
const FOR_ALL = ['/entity/read-due', '/entity/read-texts']

describe('the list of calls', () => {
  it('the list of calls holds every call exactly once', () => {
    const listed = LISTED.split(',').map((line) => line.trim())
    const defined = Object.values(calls).map(({ method, path }) => `${method} ${path}`)
    expect(defined.toSorted()).toEqual(listed.toSorted())
  })

  it('[ID-10] only the listed public calls can be made without a token', () => {
    const open = Object.entries(calls).flatMap(([name, { access }]) => (access === 'public' ? [name] : []))
    expect(open.toSorted()).toEqual(PUBLIC.toSorted())
  })

  it('calls that change something need the right to write, and questions need the right to read', () => {
    for (const call of Object.values(calls))
      if (call.kind === 'change' && !ADDING.includes(call.path)) expect(call.access, call.path).toBe('write')
    for (const call of Object.values(calls))
      if (call.kind === 'question') expect(call.access, call.path).toBe('read')
  })

  it('[ID-10] a token that may only add can create cards and tags and send files, and change nothing else', () => {
    const adding = Object.values(calls).flatMap(({ access, path }) => (access === 'add' ? [path] : []))
    const files = ['/files', '/files/{hash}/pieces/{number}']
    expect(adding.toSorted()).toEqual([...ADDING, ...files, '/sync/push'].toSorted())
    const forAll = Object.values(calls).flatMap(({ access, path }) => (access === 'token' ? [path] : []))
    expect(forAll.toSorted()).toEqual(FOR_ALL.toSorted())
  })

  it('every value that an area exports as a call has a path', () => {
    for (const [name, call] of Object.entries(calls)) expect(call, name).toHaveProperty('path')
  })
})
