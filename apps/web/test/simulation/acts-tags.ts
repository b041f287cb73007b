import { COLORS, childGroupIdsOf, otherNamesOf, parentIdsOf, type Tag, type TagGroup } from '@cardinal/domain'
import type { Mutation } from '@cardinal/sync'
import type { Situation } from './acts.ts'
import type { TextEdit, Wish } from './wish.ts'

/** Few names, so that devices that are offline often create the same tag. */
const NAMES = ['recipes', 'work', 'home', 'reading', 'garden', 'music']

/** A name that others may use, or a unique one. */
function someName({ dice, words }: Situation): string {
  return dice.isLuckyIn(0.6) ? dice.pick(NAMES) : words.word()
}

export function createTags(situation: Situation): Wish {
  const names = [...new Set(Array.from({ length: situation.dice.between(1, 2) }, () => someName(situation)))]
  const tags = names.map((name) => ({ id: situation.newId(), name }))
  return {
    mutation: { name: 'createTags', args: { tags, attachToCardIds: [] } },
    texts: names.map((to) => ({ place: 'tag', from: '', to })),
    values: [],
  }
}

export function createGroups(situation: Situation): Wish {
  const { dice, newId, seen } = situation
  const tagIds = seen.tags.length > 0 ? dice.some(seen.tags, 3).map(({ id }) => id) : []
  const group = { id: newId(), title: someName(situation) }
  return {
    mutation: { name: 'createGroups', args: { groups: [group], tagIds } },
    texts: [{ place: 'group', from: '', to: group.title }],
    values: tagIds.map((tagId) => ({ field: `group ${group.id} tag ${tagId}`, value: true })),
  }
}

/** Acts on tags. A name is one value, so the last rename wins. Names are tracked like texts. */
export function tagActs(situation: Situation, tag: Tag): (() => readonly Wish[])[] {
  const { dice, now, seen } = situation
  const tagIds = [tag.id]
  const other = dice.pick(seen.tags)
  const gone: TextEdit = { place: 'tag', from: tag.name, to: '' }
  return [
    () => {
      const name = someName(situation)
      const values = [{ field: `tag ${tag.id} name`, value: name }]
      return [{ mutation: { name: 'renameTag', args: { tagId: tag.id, name } }, texts: [gone], values }]
    },
    () => {
      const color = dice.pick(COLORS)
      const values = [{ field: `tag ${tag.id} color`, value: color }]
      return [{ mutation: { name: 'setTagColor', args: { tagIds, color } }, texts: [], values }]
    },
    () => [
      {
        mutation: { name: 'addClicks', args: { tagIds, clickedAt: Math.max(0, now) } },
        texts: [],
        values: [],
      },
    ],
    () =>
      dice.isLuckyIn(0.4)
        ? [{ mutation: { name: 'deleteTags', args: { tagIds } }, texts: [gone], values: [] }]
        : [],
    () =>
      other.id === tag.id
        ? []
        : [
            {
              mutation: {
                name: 'mergeTags',
                args: { tagIds, intoTagId: other.id, keepsNames: dice.isLuckyIn(0.5) },
              },
              texts: [gone],
              values: [],
            },
          ],
  ]
}

/**
 * Gives one name to several tags, and creates cycles of parents and child groups, on devices that are offline.
 * Also removes them.
 */
export function relationActs({ dice, seen, words }: Situation, tag: Tag): (() => readonly Wish[])[] {
  const other = dice.pick(seen.tags)
  const name = dice.pick([...NAMES, words.word()])
  const [taken] = otherNamesOf(tag)
  const parentId = dice.pick([...parentIdsOf(tag), other.id])
  const wish = (mutation: Mutation, field: string, value: boolean): Wish => ({
    mutation,
    texts: [],
    values: [{ field: `tag ${tag.id} ${field}`, value }],
  })
  const parents = { tagIds: [tag.id], parentIds: [other.id] }
  const group = seen.groups.length === 0 ? undefined : dice.pick(seen.groups)
  const [childGroupId] = childGroupIdsOf(tag)
  return [
    () =>
      other.id === tag.id
        ? []
        : [wish({ name: 'addTagParents', args: parents }, `parentIds ${other.id}`, true)],
    () => [
      wish(
        { name: 'removeTagParents', args: { tagIds: [tag.id], parentIds: [parentId] } },
        `parentIds ${parentId}`,
        false,
      ),
    ],
    () =>
      group === undefined
        ? []
        : [
            wish(
              { name: 'addChildGroups', args: { tagIds: [tag.id], groupIds: [group.id] } },
              `childGroupIds ${group.id}`,
              true,
            ),
          ],
    () =>
      childGroupId === undefined
        ? []
        : [
            wish(
              { name: 'removeChildGroups', args: { tagIds: [tag.id], groupIds: [childGroupId] } },
              `childGroupIds ${childGroupId}`,
              false,
            ),
          ],
    () =>
      name === tag.name
        ? []
        : [wish({ name: 'addTagNames', args: { tagId: tag.id, names: [name] } }, `otherNames ${name}`, true)],
    () =>
      name === tag.name
        ? []
        : [
            wish(
              { name: 'setTagDisplayName', args: { tagId: tag.id, displayName: name } },
              `otherNames ${name}`,
              true,
            ),
          ],
    () => [
      {
        mutation: { name: 'setTagDisplayName', args: { tagId: tag.id, displayName: null } },
        texts: [],
        values: [],
      },
    ],
    () =>
      taken === undefined
        ? []
        : [
            wish(
              { name: 'removeTagNames', args: { tagId: tag.id, names: [taken] } },
              `otherNames ${taken}`,
              false,
            ),
          ],
  ]
}

export function groupActs(situation: Situation, group: TagGroup): (() => readonly Wish[])[] {
  const { dice, seen } = situation
  const groups = dice.some(seen.groups, 2)
  const groupIds = groups.map(({ id }) => id)
  const tagIds = seen.tags.length > 0 ? dice.some(seen.tags, 2).map(({ id }) => id) : []
  const gone: TextEdit = { place: 'group', from: group.title, to: '' }
  const membership = (value: boolean) =>
    groupIds.flatMap((id) => tagIds.map((tagId) => ({ field: `group ${id} tag ${tagId}`, value })))
  return [
    () =>
      tagIds.length === 0
        ? []
        : [
            {
              mutation: { name: 'attachGroups', args: { tagIds, groupIds } },
              texts: [],
              values: membership(true),
            },
          ],
    () =>
      tagIds.length === 0
        ? []
        : [
            {
              mutation: { name: 'detachGroups', args: { tagIds, groupIds } },
              texts: [],
              values: membership(false),
            },
          ],
    () => {
      const isHidden = dice.isLuckyIn(0.5)
      const values = groupIds.map((id) => ({ field: `group ${id} isHidden`, value: isHidden }))
      return [{ mutation: { name: 'setGroupsHidden', args: { groupIds, isHidden } }, texts: [], values }]
    },
    () => {
      const title = someName(situation)
      const values = [{ field: `group ${group.id} title`, value: title }]
      return [
        { mutation: { name: 'renameGroup', args: { groupId: group.id, title } }, texts: [gone], values },
      ]
    },
    () =>
      dice.isLuckyIn(0.4)
        ? [
            {
              mutation: { name: 'deleteGroups', args: { groupIds: [group.id] } },
              texts: [gone],
              values: [],
            },
          ]
        : [],
  ]
}
