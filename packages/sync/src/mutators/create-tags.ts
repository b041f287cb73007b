import {
  type Change,
  checkOtherName,
  type Id,
  ok,
  type Refusal,
  type Result,
  refused,
  type Tag,
  tagName,
  unique,
  withRelations,
  wordsProblem,
} from '@cardinal/domain'
import type { MutationArgs, MutationContext, Mutator, Rows } from '../mutation.ts'
import { editCards, invalid } from './_internals/cards.ts'
import { tagsByAnyName } from './_internals/relations.ts'
import { keptName } from './_internals/tags.ts'

/**
 * Creates tags, and attaches them to cards if given. A name that is taken, also within the list or as an other name,
 * stands for its tag. If the tag was created elsewhere meanwhile, the given id becomes an alias of it. A tag that is
 * recreated under its id, as the undo of a deletion does, has the name and the colour at its deletion. A display name
 * becomes an other name of a new tag, which is shown by it. Existing tags keep their display names.
 */
export const createTags: Mutator<'createTags'> = {
  reads: ({ tags, attachToCardIds }) => ({
    tags: tags.map(({ id }) => id),
    tagNames: tags.map(({ name }) => tagName(name)),
    relatedTags: true,
    cards: attachToCardIds,
  }),
  write: (args, rows, context) => {
    const wrong = context.onConflict === 'merge' ? null : checkCardTypes(args, rows)
    if (wrong !== null) return refused(wrong)
    const made = makeTags(args.tags, rows, context)
    if (!made.ok) return made
    const attached = editCards(args.attachToCardIds, rows, context, (card) =>
      ok({ ...card, tagIds: unique([...card.tagIds, ...made.value.tagIds]) }),
    )
    return attached.ok ? ok({ changes: [...made.value.changes, ...attached.value.changes] }) : attached
  },
}

function makeTags(
  given: MutationArgs['createTags']['tags'],
  rows: Rows,
  { now, onConflict }: MutationContext,
): Result<{ tagIds: Id[]; changes: Change[] }, Refusal> {
  const tagIdByName = new Map<string, Id>()
  const created = new Map<Id, Tag>()
  const aliases: Change[] = []
  const tagNamed = tagsByAnyName(rows)
  for (const { id, name: text, displayName } of given) {
    const isMerged = rows.tagAlias(id) !== undefined
    const deleted = onConflict === 'merge' && !isMerged ? rows.deletedTag(id) : undefined
    const name = keptName(deleted?.name ?? text, 'name')
    if (!name.ok) return name
    const shown = displayName === undefined ? null : checkOtherName(displayName)
    if (shown?.ok === false) return invalid('displayName', shown.error)
    const earlier = tagIdByName.get(name.value)
    // Created under this id before, and renamed elsewhere since.
    const own = onConflict === 'merge' ? rows.tag(id) : undefined
    // The undo of a deletion recreates its own tag, not another one with that other name.
    const isRemade = !isMerged && rows.deletedTag(id)?.name === name.value
    const taken = own ?? (isRemade ? rows.tagByName(name.value) : tagNamed(name.value))
    const tagId = earlier ?? taken?.id ?? id
    const isFree = rows.tag(id) === undefined && rows.tagAlias(id) !== tagId
    if (onConflict === 'merge' && isFree && tagId !== id)
      aliases.push({ kind: 'tag', id, row: null, mergedInto: tagId })
    if (earlier !== undefined) continue
    tagIdByName.set(name.value, tagId)
    if (taken !== undefined) continue
    const tooMany =
      isRemade || deleted !== undefined
        ? null
        : (wordsProblem(name.value) ?? (shown === null ? null : wordsProblem(shown.value)))
    if (tooMany !== null) return invalid('name', tooMany)
    if (rows.tag(id) !== undefined || created.has(id)) return refused({ kind: 'id-taken', id })
    const row: Tag = {
      id,
      name: name.value,
      color: deleted?.color ?? null,
      clickCount: 0,
      lastClickedAt: null,
      createdAt: now,
      updatedAt: now,
    }
    created.set(
      id,
      shown === null ? row : withRelations(row, { otherNames: [shown.value], displayName: shown.value }),
    )
  }
  const rowChanges: Change[] = [...created.values()].map((row) => ({ kind: 'tag', id: row.id, row }))
  return ok({
    tagIds: unique([...tagIdByName.values()]),
    changes: [...rowChanges, ...aliases.filter(({ id }) => !created.has(id))],
  })
}

/** Checks that cards that get the tags are of the type named; a card without a type named is refused. */
function checkCardTypes(
  { attachToCardIds, cardType }: MutationArgs['createTags'],
  rows: Rows,
): Refusal | null {
  if (attachToCardIds.length === 0) return null
  if (cardType == null) return { kind: 'invalid', field: 'cardType', reason: ENGULFER_NEEDS }
  for (const id of attachToCardIds) {
    const card = rows.card(id) ?? rows.deletedCard(id)
    if (card === undefined) return { kind: 'not-found', what: 'card', id }
    if (card.type !== cardType)
      return { kind: 'invalid', field: 'cardType', reason: `Card ${id} is not of this type.` }
  }
  return null
}

/** The specification's words. */
const ENGULFER_NEEDS = 'doc_id and entity type is required for engulfer'
