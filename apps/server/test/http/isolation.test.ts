import { type AnyCall, type CallName, calls } from '@cardinal/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Answer, accepted, idOf, type Person, serverFor } from '../support/node.ts'
import { DATABASES } from '../support/stores.ts'

/** Ids of one person's rows, used in another person's requests. */
interface Theirs {
  readonly workspace: string
  readonly card: string
  readonly title: string
  readonly tag: string
  readonly group: string
  readonly token: string
  readonly importId: string
  readonly session: string
  readonly rule: string
}

interface Attempt {
  readonly path?: (theirs: Theirs) => string
  readonly body?: (theirs: Theirs) => unknown
}

/** The call's input can't name anything of another person. */
const NAMES_NOTHING = 'names nothing'

/** For each call, an attempt to reach another person's data. A call without one does not compile. */
const ATTEMPTS: { readonly [Name in CallName]: Attempt | typeof NAMES_NOTHING } = {
  getSignInOptions: NAMES_NOTHING,
  startSignIn: NAMES_NOTHING,
  finishSignIn: NAMES_NOTHING,
  signIn: NAMES_NOTHING,
  confirmSignIn: NAMES_NOTHING,
  beginSecondStep: NAMES_NOTHING,
  getSecondStep: NAMES_NOTHING,
  renewRecoveryCodes: NAMES_NOTHING,
  turnOffSecondStep: NAMES_NOTHING,
  turnOnSecondStep: NAMES_NOTHING,
  getPasskeys: NAMES_NOTHING,
  beginPasskey: NAMES_NOTHING,
  addPasskey: NAMES_NOTHING,
  askPasskey: NAMES_NOTHING,
  // `passkeys.test.ts` tries a real one of another person.
  removePasskey: { body: () => ({ passkey_id: 'somebody-elses' }) },
  renewAccessToken: NAMES_NOTHING,
  signOut: NAMES_NOTHING,
  getSessions: NAMES_NOTHING,
  getRecentActivity: NAMES_NOTHING,
  getServerOverview: NAMES_NOTHING,
  endSessions: { body: ({ session }) => ({ session_id: session }) },
  getProfile: NAMES_NOTHING,
  updateProfile: NAMES_NOTHING,
  getGlobalSettings: NAMES_NOTHING,
  updateGlobalSettings: { body: ({ workspace }) => ({ currentWorkspace: workspace }) },
  actionTaken: NAMES_NOTHING,
  exportAccount: NAMES_NOTHING,
  deleteAccount: NAMES_NOTHING,
  getTokens: NAMES_NOTHING,
  getPageProgress: NAMES_NOTHING,
  fetchPages: { body: ({ card }) => ({ entity_ids: [card] }) },
  keepCopies: { body: ({ card }) => ({ entity_ids: [card] }) },
  removeCopies: { body: ({ card }) => ({ entity_ids: [card] }) },
  getCopies: { body: ({ card }) => ({ entity_ids: [card] }) },
  findCopies: { body: ({ workspace }) => ({ workspace_id: workspace, texts: ['a'] }) },
  getCopyRule: NAMES_NOTHING,
  beginFile: NAMES_NOTHING,
  // `files.test.ts` tries a real one of another person.
  sendFilePiece: { path: () => `/files/${'a'.repeat(64)}/pieces/0?sha256=${'a'.repeat(64)}` },
  getFile: { path: () => `/files/${'a'.repeat(64)}` },
  findFiles: { body: () => ({ texts: ['a'] }) },
  getFileTexts: { body: () => ({ hashes: ['a'.repeat(64)] }) },
  getFileThumbnail: { path: () => `/files/${'a'.repeat(64)}/thumbnail` },
  getKeptPageAddress: { path: () => `/files/${'a'.repeat(64)}/page-address` },
  // `kept-pages.test.ts` tries a ticket of another person.
  getKeptPage: NAMES_NOTHING,
  updateCopyRule: { body: ({ tag }) => ({ keeps: 'tags', tag_ids: [tag] }) },
  getReminders: NAMES_NOTHING,
  subscribeReminders: NAMES_NOTHING,
  unsubscribeReminders: NAMES_NOTHING,
  createCalendar: NAMES_NOTHING,
  removeCalendar: NAMES_NOTHING,
  getCalendar: NAMES_NOTHING,
  createSharedSearch: {
    body: ({ workspace }) => ({ workspace_id: workspace, title: 'stolen', query: { search: 'secret' } }),
  },
  getSharedSearches: NAMES_NOTHING,
  // `sharing.test.ts` tries a real one of another person.
  removeSharedSearch: { body: ({ card }) => ({ shared_id: card }) },
  getSharedPage: NAMES_NOTHING,
  getSharedFeed: NAMES_NOTHING,
  getWebhooks: NAMES_NOTHING,
  createWebhook: NAMES_NOTHING,
  // `webhooks.test.ts` tries real ones of another person.
  testWebhook: { body: ({ card }) => ({ webhook_id: card }) },
  removeWebhook: { body: ({ card }) => ({ webhook_id: card }) },
  createToken: NAMES_NOTHING,
  startCheckout: NAMES_NOTHING,
  openPortal: NAMES_NOTHING,
  paymentWebhook: NAMES_NOTHING,
  revokeToken: { body: ({ token }) => ({ token_id: token }) },
  getWorkspaces: NAMES_NOTHING,
  createOneWorkspace: NAMES_NOTHING,
  renameOneWorkspace: { body: ({ workspace }) => ({ workspace_id: workspace, workspace_name: 'stolen' }) },
  deleteOneWorkspace: { body: ({ workspace }) => ({ workspace_id: workspace, confirm: 'secret place' }) },
  getRules: { body: ({ workspace }) => ({ workspace_id: workspace }) },
  createOneRule: {
    body: ({ workspace, tag }) => ({ workspace_id: workspace, search: 'type:note', add_tags: [tag] }),
  },
  updateOneRule: {
    body: ({ workspace, rule, tag }) => ({
      workspace_id: workspace,
      rule_id: rule,
      search: 'type:note',
      add_tags: [tag],
    }),
  },
  moveOneRule: {
    body: ({ workspace, rule }) => ({ workspace_id: workspace, rule_id: rule, before_rule_id: null }),
  },
  pauseOneRule: {
    body: ({ workspace, rule }) => ({ workspace_id: workspace, rule_id: rule, paused: true }),
  },
  deleteOneRule: { body: ({ workspace, rule }) => ({ workspace_id: workspace, rule_id: rule }) },
  undoRuleEffect: {
    body: ({ workspace, rule }) => ({ workspace_id: workspace, rule_id: rule, number: 1 }),
  },
  getCount: { body: ({ workspace }) => ({ workspace_id: workspace }) },
  readDueWords: NAMES_NOTHING,
  readTexts: { body: ({ workspace }) => ({ workspace_id: workspace, texts: [{ content: 'a #secret' }] }) },
  getSortedEntities: { body: ({ workspace }) => ({ workspace_id: workspace }) },
  getMatchingEntities: {
    body: ({ workspace }) => ({ workspace_id: workspace, userIsTyping_inSearchbar: 'secret' }),
  },
  createOneEntity: {
    body: ({ workspace }) => ({ workspace_id: workspace, newEntity: { type: 'note', content: 'planted' } }),
  },
  attachTags: { body: ({ card, tag }) => ({ entity_ids: [card], tag_ids: [tag] }) },
  detachTags: { body: ({ card, tag }) => ({ entity_ids: [card], tag_ids: [tag] }) },
  deleteManyEntities: { body: ({ card }) => ({ entity_ids: [card] }) },
  restoreManyEntities: { body: ({ card }) => ({ entity_ids: [card] }) },
  emptyDeleted: { body: ({ card }) => ({ entity_ids: [card] }) },
  getDeletedEntities: { body: ({ workspace }) => ({ workspace_id: workspace }) },
  getSpecificEntities: { body: ({ card }) => ({ entity_ids: [card] }) },
  completeManyEntities: { body: ({ card }) => ({ entities: [{ _id: card }] }) },
  updateColor: { body: ({ card }) => ({ entity_ids: [card], color: 'red' }) },
  updateTags: { body: ({ card }) => ({ entity_id: card, tags_assigned: [] }) },
  addOneTitle: { path: ({ card }) => `/entity/add-one-title/${card}`, body: () => ({ text: 'planted' }) },
  replaceOneTitle: { body: ({ card, title }) => ({ entity_id: card, title_id: title, text: 'stolen' }) },
  deleteOneTitle: { body: ({ card, title }) => ({ entity_id: card, title_id: title }) },
  toggleTitleStrikethrough: { body: ({ card, title }) => ({ entity_id: card, title_id: title }) },
  moveOneTitle: { body: ({ card, title }) => ({ entity_id: card, title_id: title, index: 0 }) },
  updateContent: { body: ({ card }) => ({ entity_id: card, content: 'stolen' }) },
  editOneEntity: { body: ({ card }) => ({ entity_id: card, content: { before: 'x', after: 'stolen' } }) },
  updateEntire: { body: ({ card }) => ({ entity: { _id: card, content: 'stolen' } }) },
  getRevisions: { body: ({ card }) => ({ entity_id: card }) },
  getKeptRevisions: { body: ({ workspace }) => ({ workspace_id: workspace }) },
  getAllTags: { body: ({ workspace }) => ({ workspace_id: workspace }) },
  getMatchingTagsBySearchword: {
    body: ({ workspace }) => ({ workspace_id: workspace, keywords: ['secret'] }),
  },
  getMatchingTagsByEntityIds: { body: ({ card }) => ({ entity_ids: [card], type: null }) },
  getSiblingTags: { body: ({ tag }) => ({ tag_ids: [tag] }) },
  createManyFromKeyword: {
    body: ({ workspace }) => ({ workspace_id: workspace, frontendGeneratedTags: [{ tag_name: 'planted' }] }),
  },
  deleteManyTags: { body: ({ tag }) => ({ tag_ids: [tag] }) },
  renameOneTag: { body: ({ tag }) => ({ tag_id: tag, new_tag_name: 'stolen' }) },
  mergeManyTags: { body: ({ tag }) => ({ tag_ids: [tag], into_tag_id: tag }) },
  unmergeManyTags: {
    body: ({ tag, card, group }) => ({
      tags: [
        {
          _id: tag,
          tag_name: 'stolen',
          color_name: null,
          click_count: 0,
          lastClickedAt: null,
          createdAt: '2024-01-01T00:00:00.000Z',
          updatedAt: '2024-01-01T00:00:00.000Z',
          entity_ids: [card],
          tag_groups: [group],
        },
      ],
      into: { _id: tag, tag_name: 'secret', lastClickedAt: null, entity_ids: [], tag_groups: [] },
      saved_searches: ['stolen'],
    }),
  },
  editColor: { body: ({ tag }) => ({ tag_ids: [tag], color_name: 'red' }) },
  getSuggestedTags: {
    body: ({ card, tag }) => ({
      purpose: 'label',
      entity_id: card,
      tag_ids: [tag],
      userIsTyping_inSearchbar: 'secret',
    }),
  },
  addClickCount: { body: ({ tag }) => ({ tag_ids: [tag], lastClickedAt: '2024-01-01T00:00:00.000Z' }) },
  resetClickCounts: { body: ({ tag }) => ({ tag_ids: [tag] }) },
  setDisplayName: { body: ({ tag }) => ({ tag_id: tag, display_name: 'stolen' }) },
  addNames: { body: ({ tag }) => ({ tag_id: tag, names: ['stolen'] }) },
  removeNames: { body: ({ tag }) => ({ tag_id: tag, names: ['stolen'] }) },
  addParents: { body: ({ tag }) => ({ tag_ids: [tag], parent_tag_ids: [tag] }) },
  removeParents: { body: ({ tag }) => ({ tag_ids: [tag], parent_tag_ids: [tag] }) },
  addChildGroups: { body: ({ tag, group }) => ({ tag_ids: [tag], group_ids: [group] }) },
  removeChildGroups: { body: ({ tag, group }) => ({ tag_ids: [tag], group_ids: [group] }) },
  getAllGroups: { body: ({ workspace }) => ({ workspace_id: workspace }) },
  getOneGroup: { path: ({ group }) => `/tag/get-one-group/${group}` },
  deleteOneGroup: { path: ({ group }) => `/tag/group/delete-one/${group}` },
  replaceOneGroupTitle: {
    path: ({ group }) => `/tag/group/replace-one-title/${group}`,
    body: () => ({ title: 'stolen' }),
  },
  renameOneGroup: { body: ({ group }) => ({ group_id: group, new_group_name: 'stolen' }) },
  getMatchingTagsByGroupIds: { body: ({ group }) => ({ group_ids: [group] }) },
  getMatchingGroupsByGroupIds: { body: ({ group }) => ({ group_ids: [group] }) },
  getMatchingGroupsBySearchwords: {
    body: ({ workspace }) => ({ workspace_id: workspace, searchwords: ['secret'] }),
  },
  getMatchingGroupsByTagIds: { body: ({ tag }) => ({ tag_ids: [tag] }) },
  createManyGroupsFromSearchword: { body: ({ tag }) => ({ searchwords: ['planted'], tag_ids: [tag] }) },
  attachGroups: { body: ({ group, tag }) => ({ group_ids: [group], tag_ids: [tag] }) },
  detachGroups: { body: ({ group, tag }) => ({ group_ids: [group], tag_ids: [tag] }) },
  deleteManyGroups: { body: ({ group }) => ({ group_ids: [group] }) },
  toggleHiddenGroups: { body: ({ group }) => ({ group_ids: [group] }) },
  editGroupColor: { body: ({ group }) => ({ group_ids: [group], color_name: 'red' }) },
  getClosestGroups: { body: ({ tag }) => ({ tag_ids: [tag] }) },
  pull: { path: ({ workspace }) => `/sync/pull?workspace_id=${workspace}` },
  push: {
    body: ({ card }) => [
      { key: 'iso', method: 'POST', path: '/entity/delete-many', body: { entity_ids: [card] } },
    ],
  },
  events: NAMES_NOTHING,
  importFile: {
    path: ({ workspace }) => `/import?workspace_id=${workspace}&format=csv`,
    body: () => 'title,url\nx,https://x.example',
  },
  lookAtColumns: { path: () => '/import/columns', body: () => 'title,url\nx,https://x.example' },
  getImports: 'names nothing',
  getImport: { path: ({ importId }) => `/import/${importId}` },
  cancelImport: { path: ({ importId }) => `/import/${importId}/cancel`, body: () => ({}) },
  undoImport: { path: ({ importId }) => `/import/${importId}/undo`, body: () => ({}) },
  exportWorkspace: { path: ({ workspace }) => `/export?workspace_id=${workspace}` },
  health: NAMES_NOTHING,
  ready: NAMES_NOTHING,
  openapiJson: NAMES_NOTHING,
  docs: NAMES_NOTHING,
}

describe.each(DATABASES)('tenancy on $name', ({ start }) => {
  let ada: Person
  let mallory: Person
  let theirs: Theirs

  const server = serverFor(start)
  beforeAll(async () => {
    ada = await server.signUp('Ada')
    mallory = await server.signUp('Mallory')
    theirs = await fill(ada)
  })

  const NOBODYS: Theirs = {
    workspace: idOf(0xdead1),
    card: idOf(0xdead2),
    title: idOf(0xdead3),
    tag: idOf(0xdead4),
    group: idOf(0xdead5),
    token: idOf(0xdead6),
    importId: idOf(0xdead7),
    session: idOf(0xdead8),
    rule: idOf(0xdead9),
  }

  const attempts = Object.entries(ATTEMPTS).flatMap(([name, attempt]) =>
    attempt === NAMES_NOTHING ? [] : [{ name: name as CallName, attempt }],
  )

  it.each(attempts)(
    '[ID-10] the call $name answers for ids of another person as for unknown ids',
    async ({ name, attempt }) => {
      const before = await snapshot(ada)
      const aimed = await make(mallory, calls[name], attempt, theirs)
      const lost = await make(mallory, calls[name], attempt, NOBODYS)
      expect(plain(aimed, theirs)).toEqual(plain(lost, NOBODYS))
      expect(JSON.stringify(aimed.body)).not.toContain('secret')
      expect(await snapshot(ada)).toEqual(before)
    },
  )

  it('[ID-10] two people may have the same ids', async () => {
    const newEntity = { _id: theirs.card, type: 'note', content: 'mine' } as const
    const before = await snapshot(ada)
    expect(accepted(await mallory.call(calls.createOneEntity, { body: { newEntity } })).data.content).toBe(
      'mine',
    )
    accepted(await mallory.call(calls.deleteManyEntities, { body: { entity_ids: [theirs.card] } }))
    expect(await snapshot(ada)).toEqual(before)
  })

  it('[ID-10] no call is answered without a token, and none that writes with a token that may only read', async () => {
    const secret = accepted(await mallory.call(calls.createToken, { body: { name: 'r', scope: 'read' } }))
      .data.token
    for (const [name, call] of Object.entries(calls) as [CallName, AnyCall][]) {
      if (call.access === 'public') continue
      const path = call.path.replace(/\{\w+\}/g, idOf(1))
      const body = call.method === 'GET' || call.method === 'DELETE' ? undefined : {}
      const anonymous = await server.node.app.inject({ method: call.method, url: `/api${path}` })
      expect([name, anonymous.statusCode]).toEqual([name, 401])
      if (call.access === 'read' || call.access === 'token') continue
      const reading = await mallory.send(call.method, path, body, { authorization: `Bearer ${secret}` })
      expect([name, reading.status]).toEqual([name, 403])
    }
  })

  function make(person: Person, call: AnyCall, attempt: Attempt, ids: Theirs): Promise<Answer> {
    return person.send(call.method, attempt.path?.(ids) ?? call.path, attempt.body?.(ids))
  }

  /** An answer without its request id and the ids of the request. */
  function plain({ status, body }: Answer, ids: Theirs) {
    let text = JSON.stringify(body).replace(/"request_id\\?":\\?"[^"]*"/g, '')
    for (const id of Object.values(ids)) text = text.replaceAll(id, 'ID')
    return {
      status,
      text: text
        .replace(/"seq":\d+/g, '')
        .replace(/"_id":"\w+"/g, '')
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, ''),
    }
  }

  async function snapshot(person: Person) {
    const pulled = await person.send('GET', '/sync/pull')
    const settings = await person.send('GET', '/user/get-global-settings')
    const tokens = await person.send('GET', '/user/tokens')
    return [pulled.body, settings.body, tokens.body]
  }

  async function fill(person: Person): Promise<Theirs> {
    const [workspace] = accepted(await person.call(calls.getWorkspaces, {})).data
    const workspace_id = workspace?._id ?? ''
    accepted(
      await person.call(calls.renameOneWorkspace, { body: { workspace_id, workspace_name: 'secret place' } }),
    )
    const [tag] = accepted(
      await person.call(calls.createManyFromKeyword, {
        body: { frontendGeneratedTags: [{ tag_name: 'secret' }] },
      }),
    ).data
    const tag_ids = [tag?._id ?? '']
    const newEntity = {
      type: 'note' as const,
      content: 'secret',
      tags_assigned: tag_ids,
      titles: [{ text: 'secret' }],
    }
    const card = accepted(await person.call(calls.createOneEntity, { body: { newEntity } })).data
    const [group] = accepted(
      await person.call(calls.createManyGroupsFromSearchword, { body: { searchwords: ['secret'], tag_ids } }),
    ).data
    const token = accepted(
      await person.call(calls.createToken, { body: { name: 'secret', scope: 'read' } }),
    ).data
    const rule = await person.send('POST', '/workspace/create-rule', {
      workspace_id,
      search: 'site:secret.example',
      add_tags: tag_ids,
    })
    const imported = await person.send(
      'POST',
      '/import?format=csv',
      'title,url\nsecret,https://secret.example',
    )
    return {
      workspace: workspace_id,
      card: card._id,
      title: card.titles[0]?._id ?? '',
      tag: tag_ids[0] ?? '',
      group: group?._id ?? '',
      token: token.token_id,
      importId: imported.body.data.import_id,
      rule: rule.body.data._id,
      session: accepted(await person.call(calls.getSessions, {})).data[0]?.session_id ?? '',
    }
  }
})
