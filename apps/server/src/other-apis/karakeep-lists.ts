import { maxLength, minLength } from '@cardinal/contract'
import { displayNameOf, fold, type Id, LIMITS, squeeze, wordsProblem } from '@cardinal/domain'
import * as z from 'zod/mini'
import { cleanTagName } from '../import-export/index.ts'
import type { TagInUse } from '../workspaces/asking.ts'
import { ApiRefusal, type Caller, type Change, notFound } from './caller.ts'

/** A manual list is a tag in this group. Lists are nested by the tags' parents. */
const GROUP = 'lists'

/** A list in Karakeep's format. */
export interface ShownList {
  readonly id: string
  readonly name: string
  readonly description: null
  readonly icon: string
  readonly parentId: string | null
  readonly type: 'manual' | 'smart'
  readonly query: string | null
  readonly public: false
  readonly hasCollaborators: false
  readonly userRole: 'owner'
}

export function shownList(
  list: Pick<ShownList, 'id' | 'name' | 'icon' | 'parentId' | 'type' | 'query'>,
): ShownList {
  return { ...list, description: null, public: false, hasCollaborators: false, userRole: 'owner' }
}

export function manualLists(caller: Caller): ShownList[] {
  const tags = listTags(caller)
  const parents = parentsOf(tags)
  return tags.map((tag) => manualList(tag, parents.get(tag.id) ?? null))
}

function manualList(tag: TagInUse, parentId: Id | null): ShownList {
  return shownList({ id: tag.id, name: nameOfList(tag), icon: '📋', parentId, type: 'manual', query: null })
}

export function listTags(caller: Caller): readonly TagInUse[] {
  const groups = caller.ask('groupsBySearchword', { searchwords: [GROUP] })
  const group = groups.find(({ title }) => title === GROUP)
  return group === undefined ? [] : caller.ask('tagsOfGroups', { groupIds: [group.id] })
}

/**
 * The first parent that is a list, for each list. Where lists form a circle, one of them gets no parent, so that
 * clients reach all from the top.
 */
function parentsOf(tags: readonly TagInUse[]): Map<Id, Id | null> {
  const lists = new Set(tags.map(({ id }) => id))
  const parents = new Map(
    tags.map(({ id, parentIds = [] }) => [id, parentIds.find((each) => lists.has(each)) ?? null]),
  )
  const reached = new Set<Id>()
  for (const { id } of tags) {
    const way = new Set<Id>()
    for (let at: Id | null = id; at !== null && !reached.has(at); at = parents.get(at) ?? null) {
      const parent = parents.get(at) ?? null
      way.add(at)
      if (parent !== null && way.has(parent)) parents.set(at, null)
    }
    for (const each of way) reached.add(each)
  }
  return parents
}

/** @throws ApiRefusal if there is no such manual list */
export function manualListIn(caller: Caller, listId: string | undefined): ShownList {
  const tag = listTag(caller, listId)
  return manualList(tag, parentLists(caller, tag)[0]?.id ?? null)
}

export function manualListsOf(caller: Caller, tagIds: readonly Id[]): ShownList[] {
  return partedTags(caller, tagIds).lists.map(({ id }) => manualListIn(caller, id))
}

function parentLists(caller: Caller, { parentIds = [] }: TagInUse): TagInUse[] {
  return partedTags(caller, parentIds).lists
}

/**
 * The tag of a manual list.
 *
 * @throws ApiRefusal if there is no such list
 */
export function listTag(caller: Caller, listId: string | undefined): TagInUse {
  const [tag] = /^[0-9a-f]{24}$/.test(listId ?? '') ? caller.ask('tagsById', { ids: [listId ?? ''] }) : []
  if (tag === undefined || !isList(caller, tag)) throw new ApiRefusal(404, 'List not found')
  return tag
}

/** A card's tags, divided into lists and others. */
export function partedTags(caller: Caller, tagIds: readonly Id[]) {
  const lists: TagInUse[] = []
  const others: TagInUse[] = []
  for (const tag of caller.ask('tagsById', { ids: tagIds }))
    if (tag !== undefined) (isList(caller, tag) ? lists : others).push(tag)
  return { lists, others }
}

function isList(caller: Caller, { groupIds }: TagInUse): boolean {
  return (
    groupIds.length > 0 && caller.ask('groupsById', { ids: groupIds }).some((group) => group?.title === GROUP)
  )
}

/** Numbers tried after a taken name. */
const MOST_NAMED_ALIKE = 1_000
const MOST_TRIES = 5

/**
 * Always creates a tag: lists with different parents may have the same name, and an existing tag already has cards.
 */
export async function makeManualList(caller: Caller, sent: NewList): Promise<ShownList> {
  if (sent.query !== undefined) throw new ApiRefusal(400, 'Manual lists cannot have a query', 'query')
  const parentId = sent.parentId ?? null
  if (parentId !== null) listTag(caller, parentId)
  const name = keptName(sent.name)
  const id = caller.context.services.newId()
  let after = caller
  // Meanwhile the name may have been taken, also as another name of a tag. Then the call returns that tag and
  // creates none.
  for (let tries = 0; after.ask('tagsById', { ids: [id] })[0] === undefined; tries++) {
    if (tries === MOST_TRIES) throw new ApiRefusal(409, 'Too many lists have this name.', 'name')
    const tag_name = freeTagName(after, name, tries === 0 ? '' : id.slice(-4 * tries))
    const tag = { _id: id, tag_name, ...(tag_name !== name && { display_name: name }) }
    await after.change([
      { method: 'POST', path: '/tag/create-many-from-keyword', body: { frontendGeneratedTags: [tag] } },
    ])
    after = await after.anew()
  }
  await after.change([
    {
      method: 'POST',
      path: '/tag/create-many-groups-from-searchword',
      body: { searchwords: [GROUP], tag_ids: [id] },
    },
    ...addingParent(id, parentId),
  ])
  return manualListIn(await after.anew(), id)
}

export async function changeManualList(
  caller: Caller,
  list: ShownList,
  sent: EditedList,
): Promise<ShownList> {
  if (sent.query !== undefined) throw new ApiRefusal(400, 'Manual lists cannot have a query', 'query')
  const { parentId = list.parentId } = sent
  if (parentId !== null) checkParent(caller, list.id, parentId)
  await caller.change([
    ...(sent.name === undefined ? [] : renaming(caller, list.id, keptName(sent.name))),
    ...(parentId === list.parentId ? [] : moving(caller, list.id, parentId)),
  ])
  return manualListIn(await caller.anew(), list.id)
}

function checkParent(caller: Caller, id: Id, parentId: Id): void {
  const above = new Set<Id>()
  let at: TagInUse | undefined = listTag(caller, parentId)
  for (; at !== undefined && !above.has(at.id); at = parentLists(caller, at)[0]) above.add(at.id)
  if (above.has(id)) throw new ApiRefusal(400, "List can't be its own parent", 'parentId')
}

function renaming(caller: Caller, tag_id: Id, name: string): Change[] {
  const [tag] = caller.ask('tagsById', { ids: [tag_id] })
  if (tag === undefined) throw notFound()
  const before = displayNameOf(tag)
  if (before === name) return []
  const new_tag_name = freeTagName(caller, name, '', tag.name)
  return [
    ...(new_tag_name === tag.name
      ? []
      : [{ method: 'POST' as const, path: '/tag/rename-one', body: { tag_id, new_tag_name } }]),
    {
      method: 'POST',
      path: '/tag/set-display-name',
      body: { tag_id, display_name: name === new_tag_name ? null : name },
    },
    ...((tag.otherNames ?? []).includes(before) && before.toLowerCase() !== name.toLowerCase()
      ? [{ method: 'POST' as const, path: '/tag/remove-names', body: { tag_id, names: [before] } }]
      : []),
  ]
}

/** Removes the tag's other parents that are lists, because a list has one place. */
function moving(caller: Caller, id: Id, parentId: Id | null): Change[] {
  const gone = parentLists(caller, listTag(caller, id)).flatMap((each) =>
    each.id === parentId ? [] : each.id,
  )
  return [
    ...(gone.length === 0
      ? []
      : [
          {
            method: 'POST' as const,
            path: '/tag/remove-parents',
            body: { tag_ids: [id], parent_tag_ids: gone },
          },
        ]),
    ...addingParent(id, parentId),
  ]
}

function addingParent(id: Id, parentId: Id | null): Change[] {
  if (parentId === null) return []
  return [{ method: 'POST', path: '/tag/add-parents', body: { tag_ids: [id], parent_tag_ids: [parentId] } }]
}

/** @param own a name that the tag already has */
function freeTagName(caller: Caller, name: string, ending: string, own?: string): string {
  const base = cleanTagName(name) ?? 'list'
  const numbered = (end: string) => cleanTagName(`${[...base].slice(0, 40).join('')} ${end}`) ?? end
  if (ending !== '') return numbered(ending)
  const names = [base, ...Array.from({ length: MOST_NAMED_ALIKE }, (_, n) => numbered(String(n + 2)))]
  const tags = caller.ask('tagsByName', { names })
  return (
    names.find((each, n) => each === own || tags[n] === undefined) ??
    numbered(caller.context.services.newId().slice(-8))
  )
}

/** Replace a comma, and a hyphen at the start, which other names of tags can't contain. */
const COMMA = '‚'
const HYPHEN = '‐'

/** A list's name in the form of a tag's display name. */
function keptName(sent: string): string {
  let name = squeeze(sent.normalize('NFC').replace(/[\p{Cc}\p{Cs}]/gu, ' '))
  name = name.replace(/[,，]/g, COMMA).replace(/^-/, HYPHEN).slice(0, LIMITS.nameLength)
  const points = [...name.replace(/\p{Cs}$/u, '')]
  while (wordsProblem(points.join('')) !== null) points.pop()
  name = points.join('').trim()
  if (fold(name) === '') throw new ApiRefusal(400, "List name can't be empty", 'name')
  return name
}

function nameOfList(tag: TagInUse): string {
  return displayNameOf(tag).replaceAll(COMMA, ',').replace(/^‐/, '-')
}

export async function addToList(caller: Caller, listId: Id, cardId: Id): Promise<void> {
  const body = { entity_ids: [cardId], tag_ids: [listId] }
  await caller.change([{ method: 'POST', path: '/entity/attach-tags', body }])
}

export async function removeFromList(caller: Caller, listId: Id, cardId: Id): Promise<void> {
  const body = { entity_ids: [cardId], tag_ids: [listId] }
  await caller.change([{ method: 'POST', path: '/entity/detach-tags', body }])
}

const text = (most: number) => z.string().check(maxLength(most, `must have at most ${most} characters`))
const named = text(100).check(minLength(1))
const nothing = z.optional(
  z.nullable(z.string().check(z.refine((kept) => kept === '', 'this cannot be kept here'))),
)
const fields = {
  description: nothing,
  icon: z.optional(text(100)),
  query: z.optional(text(1_000).check(minLength(1))),
  parentId: z.optional(z.nullable(text(24))),
}

export const newList = z.object({
  ...fields,
  name: named,
  type: z._default(z.enum(['manual', 'smart']), 'manual'),
})
type NewList = z.output<typeof newList>
export const editedList = z.object({
  ...fields,
  name: z.optional(named),
  public: z.optional(z.literal(false, 'lists are shared in Cardinal')),
})
type EditedList = z.output<typeof editedList>
