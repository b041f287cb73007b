import { checkName, newTagsProblem } from '@cardinal/domain'
import { askText } from '../../overlays/index.ts'
import type { MutationRefused } from '../../replica/index.ts'
import type { Act } from '../changes/use-act.ts'
import type { ChipTag } from './chip-tag.ts'

/** Asks for a tag's new name; a name that is taken leads to the offer to merge the two (TG-3). */
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
    text: `Merge “${tag.name}” into it? Its cards and groups move to “${refusal.name}”, and “${tag.name}” means it from then on.`,
    confirmLabel: 'Merge',
  }
  await act(
    { name: 'mergeTags', args: { tagIds: [tag.id], intoTagId: refusal.tagId, keepsNames: true } },
    { done: `Merged into “${refusal.name}”`, question },
  )
}
