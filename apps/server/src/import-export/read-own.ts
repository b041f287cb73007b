import { pageFacts, pageFromWire, SHARED_LIMITS, sharedSearchFacts } from '@cardinal/contract'
import { COLORS, COPY_RULES, isId, LIMITS, type Page } from '@cardinal/domain'
import { isObject, type Json } from '../reading/json.ts'
import { FILE_LIMITS, FileTooLarge, numbered } from './file-limits.ts'
import type {
  Found,
  FoundCopyRule,
  FoundFile,
  FoundGroup,
  FoundIdentity,
  FoundOwn,
  FoundSharedSearch,
  FoundTag,
} from './found.ts'
import { objectsIn } from './json-shapes.ts'
import { LostFields } from './lost-fields.ts'
import { rowOf } from './read-record.ts'
import { mapInSlices } from './slices.ts'
import { readTime } from './times.ts'

/** Marks our own export of a workspace, and the one of everything that belongs to a person. */
export const EXPORT_FORMAT = 'cardinal-workspace'
export const ACCOUNT_FORMAT = 'cardinal-account'

/** Reads our own export of one workspace or of an account. */
export async function readOwnFile(root: Json): Promise<FoundFile> {
  if (root.format === EXPORT_FORMAT) {
    const { found, ...lists } = await readWorkspace(root, 0, objectsIn(root.deleted))
    return { rows: numbered(found), ...lists }
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
    parts.push(await readWorkspace(workspace, index, deleted))
  }
  // Who reads them could have what changes here sent anywhere, and their secrets are in no file.
  const lost = new LostFields()
  const webhooks = objectsIn(root.webhooks).length
  if (webhooks > 0) lost.add('webhooks', webhooks)
  const copies: unknown[] = Array.isArray(root.copies) ? root.copies : []
  return {
    rows: numbered(parts.flatMap(({ found }) => found)),
    tags: parts.flatMap(({ tags }) => tags),
    groups: parts.flatMap(({ groups }) => groups),
    account: {
      workspaces: workspaces.map(({ workspace }) => {
        const row = isObject(workspace) ? workspace : {}
        return { name: textOf(row.workspace_name), ...identityOf(row) }
      }),
      savedSearches: textsIn(settings.saved_searches),
      showHelpers: settings.showHelpers !== false,
      currentWorkspace: settings.currentWorkspace == null || current < 0 ? null : current,
      copyRule: copyRuleIn(settings.copy_rule, parts),
      sharedSearches: sharedSearchesIn(root.shared_searches, ids),
    },
    ...(lost.list.length > 0 && { lost: lost.list }),
    ...(copies.length > 0 && { copies: { count: copies.length, items: copies } }),
  }
}

/** Names tags by what the file calls their ids; everything else is as the calls have it. */
async function readWorkspace(root: Json, workspace: number, deleted: readonly Json[]) {
  const tags = objectsIn(root.tags)
  const nameById = new Map(tags.map((tag) => [tag._id, textOf(tag.tag_name)]))
  const groups = objectsIn(root.groups)
  const titleById = new Map(groups.map((group) => [group._id, textOf(group.title)]))
  const textsOf = (ids: unknown, textById: ReadonlyMap<unknown, string>) =>
    Array.isArray(ids) ? ids.flatMap((id) => textById.get(id) ?? []) : []
  const namesOf = (ids: unknown) => textsOf(ids, nameById)
  const read = (entity: unknown, deletedAt: number | null): Found => {
    const found = rowOf(isObject(entity) ? { ...entity, tags: namesOf(entity.tags_assigned) } : entity)
    if ('reason' in found || !isObject(entity)) return found
    return { card: { ...found.card, own: ownOf(entity, workspace, deletedAt) } }
  }
  const entities: unknown[] = Array.isArray(root.entities) ? root.entities : []
  const living = await mapInSlices(entities, (entity) => read(entity, null))
  const gone = await mapInSlices(deleted, (one) => read(one.entity, readTime(one.deletedAt) ?? 1))
  return {
    nameById,
    found: [...living, ...gone],
    tags: tags.map(
      (tag): FoundTag => ({
        workspace,
        identity: identityOf(tag),
        name: textOf(tag.tag_name),
        color: colorOf(tag.color_name),
        clickCount: countOf(tag.click_count),
        lastClickedAt: readTime(tag.lastClickedAt),
        otherNames: textsIn(tag.other_names),
        displayName: textOf(tag.display_name),
        parents: namesOf(tag.parent_tag_ids),
        childGroups: textsOf(tag.child_group_ids, titleById),
      }),
    ),
    groups: groups.map(
      (group): FoundGroup => ({
        workspace,
        identity: identityOf(group),
        title: textOf(group.title),
        tags: namesOf(group.tags),
        color: colorOf(group.color_name),
        isHidden: group.hidden === true,
      }),
    ),
  }
}

function ownOf(entity: Json, workspace: number, deletedAt: number | null): FoundOwn {
  return {
    workspace,
    id: textOf(entity._id),
    updatedAt: readTime(entity.updatedAt),
    deletedAt,
    subnoteIds: objectsIn(entity.titles).map(({ _id }) => textOf(_id)),
    page: pageOf(entity.page),
    parents: textsIn(entity.parents),
    siblings: textsIn(entity.siblings),
    children: textsIn(entity.children),
  }
}

/** @param parts the workspaces, each with the names of its tags by their ids in the file */
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

function sharedSearchesIn(value: unknown, workspaceIds: readonly unknown[]): FoundSharedSearch[] {
  const all = objectsIn(value).slice(0, SHARED_LIMITS.searches)
  return all.flatMap(({ workspace, title, shows, query, createdAt }) => {
    const index = workspaceIds.indexOf(workspace)
    const parsed = sharedSearchFacts.safeParse({ title, shows, query })
    return index < 0 || !parsed.success
      ? []
      : [{ workspace: index, ...parsed.data, createdAt: readTime(createdAt) }]
  })
}

function pageOf(found: unknown): Page | null {
  const read = pageFacts.safeParse(found)
  if (!read.success) return null
  // A copy of the page is in no file.
  const { copiedAt: _, ...page } = pageFromWire(read.data)
  return page
}

function identityOf(row: Json): FoundIdentity {
  const id = textOf(row._id)
  return {
    id: isId(id) ? id : '',
    createdAt: readTime(row.createdAt),
    updatedAt: readTime(row.updatedAt),
  }
}

function colorOf(value: unknown) {
  return COLORS.find((color) => color === value) ?? null
}

function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Returns the texts of a list; of anything else none. */
export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []
}
