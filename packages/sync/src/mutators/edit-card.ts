import {
  type Card,
  type Id,
  mapLinks,
  ok,
  type Refusal,
  type Result,
  type Tag,
  unique,
  unsafeAddress,
} from '@cardinal/domain'
import type { CardEdit, IdsEdit, KeptRevision, MutationContext, Mutator } from '../mutation.ts'
import { editCards, savedValues, withRevived } from './_internals/cards.ts'
import { withSubnoteEdits } from './_internals/edit-subnotes.ts'
import { mergedText } from './_internals/merged-text.ts'
import { type Found, findTags } from './_internals/references.ts'

/**
 * Merges a person's changes into the present card. Of single values the last to arrive wins. Texts are merged; if they
 * overlap, the arriving one is shown and the other is kept as a revision.
 */
export const editCard: Mutator<'editCard'> = {
  reads: ({ cardId, tagIds }) => ({
    cards: [cardId],
    tags: [...(tagIds?.added ?? []), ...(tagIds?.removed ?? [])],
  }),
  write: (given, rows, context) => {
    const { added = [], removed = [] } = given.tagIds ?? {}
    const tags = findTags(added, rows, context, true)
    if (!tags.ok) return tags
    // A missing tag is on no card, so it is detached already.
    const gone = findTags(removed, rows, { ...context, onConflict: 'merge' }, false)
    if (!gone.ok) return gone
    const ids = (found: Found<Tag>) => found.rows.map(({ id }) => id)
    const edit = { ...given, tagIds: { added: ids(tags.value), removed: ids(gone.value) } }
    const kept: KeptRevision[] = []
    const outcome = withRevived(
      tags.value,
      editCards([edit.cardId], rows, context, (card) => edited(card, edit, kept, context), holdsText(given)),
    )
    return outcome.ok && kept.length > 0 ? ok({ ...outcome.value, keptRevisions: kept }) : outcome
  },
}

function holdsText({ content, subnotes = [] }: CardEdit): boolean {
  return content !== undefined || subnotes.some(({ kind }) => kind === 'add' || kind === 'text')
}

/** @param kept takes the texts that found no room in the card */
function edited(
  card: Card,
  edit: CardEdit,
  kept: KeptRevision[],
  context: MutationContext,
): Result<Card, Refusal> {
  const type = edit.type ?? card.type
  const { subnotes, lost } = withSubnoteEdits(card.subnotes, edit.subnotes ?? [])
  for (const text of lost) kept.push({ cardId: card.id, ...text })
  return ok({
    ...card,
    type,
    content: mergedContent(card, { ...edit, type }, kept),
    subnotes,
    tagIds: withIds(card.tagIds, edit.tagIds),
    ...savedValues(edit, context),
    ...mapLinks((field) => withIds(card[field], edit[field])),
  })
}

function mergedContent(card: Card, { content, type }: CardEdit, kept: KeptRevision[]): string {
  if (content === undefined) return card.content
  const merged = mergedText(content.before, content.after, card.content)
  if (merged !== null && (type !== 'link' || unsafeAddress(merged) === null)) return merged
  if (card.content !== content.after) kept.push({ cardId: card.id, subnoteId: null, text: card.content })
  return content.after
}

function withIds(ids: readonly Id[], edit: IdsEdit | undefined): readonly Id[] {
  if (edit === undefined) return ids
  const removed = new Set(edit.removed)
  return unique([...ids.filter((id) => !removed.has(id)), ...edit.added])
}
