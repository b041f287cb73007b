import {
  type Color,
  checkName,
  checkOtherName,
  displayNameOf,
  namesOfTag,
  newTagsProblem,
  type Tag,
  unique,
} from '@cardinal/domain'
import { ArrowRightLeft, Tag as TagIcon } from 'lucide-react'
import { askText } from '../../overlays/index.ts'
import type { MutationRefused, Replica } from '../../replica/index.ts'
import { colorItems } from '../../ui/color-items.ts'
import { openContextMenu } from '../../ui/context-menu.tsx'
import type { MenuItem } from '../../ui/menu.tsx'
import type { Act } from '../changes/use-act.ts'
import type { ChipTag } from './tag-names.ts'

/** Opens a menu of choices for a tag. `anchor` is called when the menu opens. */
type OpenChoices = (act: Act, replica: Replica, tag: ChipTag, anchor: () => Element) => Promise<void>

export const openColors: OpenChoices = async (act, _replica, tag, anchor) => {
  const shown = displayNameOf(tag)
  const set = (color: Color | null) =>
    void act({ name: 'setTagColor', args: { tagIds: [tag.id], color } }, { done: `Coloured “${shown}”` })
  openContextMenu(`Colour of ${shown}`, colorItems(tag.color, set), anchor())
}

export const openGroups: OpenChoices = async (act, replica, tag, anchor) =>
  openContextMenu(`Groups of ${displayNameOf(tag)}`, await groupItems(act, replica, tag), anchor())

export const openDisplayNames: OpenChoices = async (act, replica, { id }, anchor) => {
  const [tag] = await replica.ask('tagsById', { ids: [id] })
  if (tag !== undefined) openContextMenu(`What “${tag.name}” is shown as`, showAsItems(act, tag), anchor())
}

/** All groups, ticked if they contain the tag. */
async function groupItems(act: Act, replica: Replica, tag: ChipTag): Promise<readonly MenuItem[]> {
  const groups = await replica.ask('allGroups', {})
  const held = new Set((await replica.ask('groupsOfTags', { tagIds: [tag.id] })).map(({ id }) => id))
  const shown = displayNameOf(tag)
  if (groups.length === 0)
    return [{ label: 'No groups yet', icon: ArrowRightLeft, isDisabled: true, onSelect: () => {} }]
  return groups.map((group): MenuItem => {
    const isHeld = held.has(group.id)
    return {
      label: group.title,
      isChecked: isHeld,
      onSelect: () =>
        void act(
          {
            name: isHeld ? 'detachGroups' : 'attachGroups',
            args: { tagIds: [tag.id], groupIds: [group.id] },
          },
          {
            done: isHeld ? `Took “${shown}” out of “${group.title}”` : `Put “${shown}” into “${group.title}”`,
          },
        ),
    }
  })
}

type ShownTag = Pick<Tag, 'id' | 'name' | 'otherNames' | 'displayName'>

/** Possible display names: the name, other names in their spellings, and a typed one. */
function showAsItems(act: Act, tag: ShownTag): readonly MenuItem[] {
  const shown = displayNameOf(tag)
  return [
    ...unique([...namesOfTag(tag), shown]).map(
      (spelling): MenuItem => ({
        label: spelling,
        isChecked: spelling === shown,
        onSelect: () => void showAs(act, tag, spelling),
      }),
    ),
    {
      label: 'Another spelling…',
      icon: TagIcon,
      startsSection: true,
      onSelect: () => void askSpelling(act, tag),
    },
  ]
}

/** Sets the display name to one of the names, in any case. Resolves with whether it was done. */
export async function showAs(act: Act, tag: ShownTag, spelling: string): Promise<boolean> {
  if (spelling === displayNameOf(tag)) return true
  const displayName = spelling === tag.name ? null : spelling
  return act(
    { name: 'setTagDisplayName', args: { tagId: tag.id, displayName } },
    { done: `“${tag.name}” is shown as “${spelling}”` },
  )
}

async function askSpelling(act: Act, tag: ShownTag): Promise<void> {
  const text = await askText({
    title: `Show “${tag.name}” as`,
    label: 'Spelling',
    value: displayNameOf(tag),
    confirmLabel: 'Show as this',
    check: (typed) => {
      const checked = checkOtherName(typed)
      return checked.ok ? null : checked.error
    },
  })
  const checked = text === null ? null : checkOtherName(text)
  if (checked?.ok) await showAs(act, tag, checked.value)
}

/** Asks for a new name. If another tag has it, offers to merge (TG-3). */
export async function renameTag(act: Act, tag: ChipTag): Promise<void> {
  const text = await askText({
    title: 'Rename tag',
    label: 'New name',
    value: tag.name,
    confirmLabel: 'Rename',
    check: (typed) => (typed.trim() === tag.name ? null : newTagsProblem([typed])),
  })
  if (text === null) return
  const checked = checkName(text)
  if (!checked.ok || checked.value === tag.name) return
  let taken: MutationRefused | null = null
  await act(
    { name: 'renameTag', args: { tagId: tag.id, name: checked.value, keepsName: true } },
    {
      done: `Renamed to “${checked.value}”. “${tag.name}” still means it`,
      label: `Renamed to “${checked.value}”`,
      onRefused: (refused) => {
        if (refused.refusal.kind === 'tag-name-taken') taken = refused
        return taken !== null
      },
    },
  )
  if (taken !== null) await offerMerge(act, tag, taken)
}

async function offerMerge(act: Act, tag: ChipTag, { refusal }: MutationRefused): Promise<void> {
  if (refusal.kind !== 'tag-name-taken') return
  const question = {
    title: `There is a tag “${refusal.name}” already`,
    text: `Merge “${tag.name}” into it? Its cards and groups move to “${refusal.name}”, and a search for “${tag.name}” finds them there.`,
    confirmLabel: 'Merge',
  }
  await act(
    { name: 'mergeTags', args: { tagIds: [tag.id], intoTagId: refusal.tagId, keepsNames: true } },
    { done: `Merged into “${refusal.name}”`, question },
  )
}
