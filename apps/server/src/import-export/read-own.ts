import {
  pageFacts,
  pageFromWire,
  ruleFromWire,
  SHARED_LIMITS,
  sharedSearchFacts,
  rule as wireRule,
} from '@cardinal/contract'
import { COLORS, COPY_RULES, isId, LIMITS, type Page } from '@cardinal/domain'
import { RULE_LIMITS, ruleSearchProblem } from '@cardinal/domain/rules'
import { isObject, type Json } from '../lib/decoding.ts'
import { FILE_LIMITS, FileTooLarge, numbered } from './file-limits.ts'
import type {
  Found,
  FoundCopyRule,
  FoundFile,
  FoundGroup,
  FoundIdentity,
  FoundOwn,
  FoundRule,
  FoundSharedSearch,
  FoundTag,
} from './found.ts'
import { objectsIn } from './json-shapes.ts'
import { Fields, Ledger, textOf, textsOf } from './ledger.ts'
import { instantIn, type Moments } from './moments.ts'
import { readRecord } from './read-record.ts'
import { mapInSlices } from './slices.ts'

/** `format` of our exports of a workspace, and of an account. */
export const EXPORT_FORMAT = 'cardinal-workspace'
export const ACCOUNT_FORMAT = 'cardinal-account'

/** Reads our own export of a workspace or an account. */
export async function readOwnFile(root: Json, moments: Moments): Promise<FoundFile> {
  const ledger = new Ledger(moments)
  ledger.read(root, (fields) => fields.skip(ROOT_FIELDS))
  if (root.format === EXPORT_FORMAT) {
    const { found, tags, groups, rules } = await readWorkspace(root, 0, objectsIn(root.deleted), ledger)
    return { rows: numbered(found), tags, groups, rules, lost: ledger.list }
  }
  const workspaces = objectsIn(root.workspaces)
  if (workspaces.length > FILE_LIMITS.workspaces)
    throw new FileTooLarge(`This file has more than ${FILE_LIMITS.workspaces} workspaces.`)
  const ids = workspaces.map(({ workspace }) => (isObject(workspace) ? workspace._id : undefined))
  const settings = isObject(root.settings) ? root.settings : {}
  const current = ids.indexOf(settings.currentWorkspace)
  const parts = []
  for (const [index, workspace] of workspaces.entries()) {
    const deleted = objectsIn(root.deleted).filter((one) => one.workspace === ids[index])
    parts.push(await readWorkspace(workspace, index, deleted, ledger))
  }
  // Not imported: a webhook would send changes to an address that the file's author chose, and files contain no
  // secrets of webhooks.
  const webhooks = objectsIn(root.webhooks)
  if (webhooks.length > 0) ledger.note('webhooks', webhooks[0]?.address, { count: webhooks.length })
  const copies: unknown[] = Array.isArray(root.copies) ? root.copies : []
  return {
    rows: numbered(parts.flatMap(({ found }) => found)),
    tags: parts.flatMap(({ tags }) => tags),
    groups: parts.flatMap(({ groups }) => groups),
    rules: parts.flatMap(({ rules }) => rules),
    account: {
      workspaces: workspaces.map(({ workspace }) => {
        const row = new Fields(isObject(workspace) ? workspace : {})
        return { name: row.text('workspace_name'), ...identityOf(row) }
      }),
      savedSearches: textsIn(settings.saved_searches),
      searchesByIndex: searchesByIndex(settings, ids),
      showHelpers: settings.showHelpers !== false,
      currentWorkspace: settings.currentWorkspace == null || current < 0 ? null : current,
      copyRule: copyRuleIn(settings.copy_rule, parts),
      sharedSearches: sharedSearchesIn(root.shared_searches, ids),
    },
    lost: ledger.list,
    ...(copies.length > 0 && { copies: { count: copies.length, items: copies } }),
  }
}

/** Reads one workspace. Cards and groups refer to tags by ids of the file; the rest is in the format of the calls. */
async function readWorkspace(root: Json, workspace: number, deleted: readonly Json[], ledger: Ledger) {
  const tags = objectsIn(root.tags)
  const nameById = new Map(tags.map((tag) => [tag._id, textOf(tag.tag_name) ?? '']))
  const groups = objectsIn(root.groups)
  const titleById = new Map(groups.map((group) => [group._id, textOf(group.title) ?? '']))
  const among = (textById: ReadonlyMap<unknown, string>) => (ids: unknown) =>
    Array.isArray(ids) ? ids.flatMap((id) => textById.get(id) ?? []) : null
  const namesOf = among(nameById)
  const read = (entity: unknown, deletedAt: number | null): Found => {
    if (!isObject(entity)) return { reason: 'This row is no card.' }
    return ledger.read(entity, (fields) => {
      fields.override({ tags: fields.take('tags_assigned', namesOf) ?? [] })
      const found = readRecord(fields)
      return 'reason' in found ? found : { card: { ...found.card, own: ownOf(fields, workspace, deletedAt) } }
    })
  }
  const entities: unknown[] = Array.isArray(root.entities) ? root.entities : []
  const living = await mapInSlices(entities, (entity) => read(entity, null))
  const gone = await mapInSlices(deleted, (one) => read(one.entity, instantIn(one.deletedAt) ?? 1))
  return {
    nameById,
    rules: rulesIn(root.workspace, workspace, namesOf),
    found: [...living, ...gone],
    tags: tags.map(
      (row): FoundTag =>
        ledger.read({ tag: row }, (fields) => {
          const tag = fields.object('tag')
          tag.skip(['tag_groups', 'count_entity_ids', 'link_ids', 'note_ids', 'todo_ids'])
          return {
            workspace,
            identity: identityOf(tag),
            name: tag.text('tag_name'),
            color: tag.take('color_name', colorOf),
            clickCount: tag.take('click_count', countOf) ?? 0,
            lastClickedAt: tag.moment('lastclickedat'),
            otherNames: tag.take('other_names', textsOf) ?? [],
            displayName: tag.text('display_name'),
            parents: tag.take('parent_tag_ids', namesOf) ?? [],
            childGroups: tag.take('child_group_ids', among(titleById)) ?? [],
          }
        }),
    ),
    groups: groups.map(
      (row): FoundGroup =>
        ledger.read({ group: row }, (fields) => {
          const group = fields.object('group')
          group.skip(['group_name'])
          return {
            workspace,
            identity: identityOf(group),
            title: group.text('title'),
            tags: group.take('tags', namesOf) ?? [],
            color: group.take('color_name', colorOf),
            isHidden: group.isOn('hidden'),
          }
        }),
    ),
  }
}

/** Fields with readers of their own, and facts about the account that an import does not change. */
const ROOT_FIELDS =
  'format,version,exported_at,workspace,workspaces,entities,tags,groups,deleted,settings,shared_searches,copies,webhooks,user,identities,sessions,tokens,payments'.split(
    ',',
  )

function ownOf(entity: Fields, workspace: number, deletedAt: number | null): FoundOwn {
  entity.skip(['workspace_id'])
  return {
    workspace,
    id: entity.text('_id'),
    updatedAt: entity.moment('updatedat'),
    deletedAt,
    subnoteIds: entity.objects('titles').map((subnote) => {
      subnote.skip(['text', 'isticked', 'entity_id', 'owner'])
      return subnote.text('_id')
    }),
    page: entity.take('page', pageOf),
    parents: entity.take('parents', textsOf) ?? [],
    siblings: entity.take('siblings', textsOf) ?? [],
    children: entity.take('children', textsOf) ?? [],
  }
}

/** @param parts the workspaces, each with its tags' names by their ids in the file */
function copyRuleIn(
  value: unknown,
  parts: readonly { readonly nameById: ReadonlyMap<unknown, string> }[],
): FoundCopyRule | null {
  const keeps = isObject(value) ? COPY_RULES.find((rule) => rule === value.keeps) : undefined
  if (!isObject(value) || keeps === undefined) return null
  const tags = textsIn(value.tag_ids)
    .slice(0, LIMITS.copyTags)
    .flatMap((id) => {
      const workspace = parts.findIndex(({ nameById }) => nameById.has(id))
      return workspace < 0 ? [] : [{ workspace, name: parts[workspace]?.nameById.get(id) ?? '' }]
    })
  return { keeps, tags }
}

/** Rules that could also be created here: their searches are checked like those of new rules. */
function rulesIn(
  value: unknown,
  workspace: number,
  namesOf: (ids: unknown) => readonly string[] | null,
): FoundRule[] {
  const found = isObject(value) ? objectsIn(value.rules).slice(0, RULE_LIMITS.rules) : []
  return found.flatMap((one) => {
    const parsed = wireRule.safeParse(one)
    if (!parsed.success || ruleSearchProblem(parsed.data.search) !== null) return []
    const { addTagIds, removeTagIds, ...row } = ruleFromWire(parsed.data)
    const names = { addTags: namesOf(addTagIds) ?? [], removeTags: namesOf(removeTagIds) ?? [] }
    return [{ ...row, ...names, workspace }]
  })
}

/** Files of earlier releases say nothing of workspaces: with one workspace the searches are its own. */
function searchesByIndex(settings: Json, ids: readonly unknown[]): readonly (readonly string[])[] {
  const lists = settings.saved_searches_by_workspace
  if (!isObject(lists)) return ids.map(() => (ids.length === 1 ? textsIn(settings.saved_searches) : []))
  return ids.map((id) => (typeof id === 'string' && Object.hasOwn(lists, id) ? textsIn(lists[id]) : []))
}

function sharedSearchesIn(value: unknown, workspaceIds: readonly unknown[]): FoundSharedSearch[] {
  const all = objectsIn(value).slice(0, SHARED_LIMITS.searches)
  return all.flatMap(({ workspace, title, shows, query, createdAt }) => {
    const index = workspaceIds.indexOf(workspace)
    const parsed = sharedSearchFacts.safeParse({ title, shows, query })
    return index < 0 || !parsed.success
      ? []
      : [{ workspace: index, ...parsed.data, createdAt: instantIn(createdAt) }]
  })
}

function pageOf(found: unknown): Page | null {
  const read = pageFacts.safeParse(found)
  if (!read.success) return null
  // An account's file has no time of copies in its pages.
  const { copiedAt: _, ...page } = pageFromWire(read.data)
  return page
}

function identityOf(row: Fields): FoundIdentity {
  const id = row.text('_id')
  return {
    id: isId(id) ? id : '',
    createdAt: row.moment('createdat'),
    updatedAt: row.moment('updatedat'),
  }
}

function colorOf(value: unknown) {
  return COLORS.find((color) => color === value) ?? null
}

function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null
}

/** Empty if the value is no list. */
function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []
}
