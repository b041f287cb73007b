import type { Id } from '@cardinal/domain'
import type { Mutation } from '@cardinal/sync/edits'
import { confirm } from '../../overlays/index.ts'
import type { Replica } from '../../replica/index.ts'
import { newId } from '../changes/new-id.ts'

interface NamedTag {
  readonly id: Id
  readonly name: string
}

/** A new tag with its id, and the mutation that creates it without cards. */
export function newTag(name: string): { readonly tag: NamedTag; readonly creating: Mutation } {
  const tag = { id: newId(), name }
  return { tag, creating: { name: 'createTags', args: { tags: [tag], attachToCardIds: [] } } }
}

/**
 * Asks before a parent is added that is already a child of the tag, directly or through others.
 *
 * @param why precedes the explanation
 */
export async function mayGetParent(
  replica: Replica,
  childIds: readonly Id[],
  parent: NamedTag,
  why: (child: NamedTag) => string = () => '',
): Promise<boolean> {
  const above = (await replica.ask('tagRelations', { tagId: parent.id }))?.implied ?? []
  const child = above.find(({ id }) => id !== parent.id && childIds.includes(id))
  if (child === undefined) return true
  return confirm({
    title: `“${child.name}” is a parent of “${parent.name}” already`,
    text: `${why(child)}Each would be a parent of the other, so that both find the same cards.`,
    confirmLabel: 'Do it all the same',
  })
}
