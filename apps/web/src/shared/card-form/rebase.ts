import { type CardFiles, filesEdit, type Id, type Subnote, withFiles } from '@cardinal/domain'
import { mergedText } from '@cardinal/sync/edits'
import type { CardDraft, FormState } from '../cards/card-draft.ts'

/** Merges two edits of one text; null where they overlap. */
type MergeTexts = (base: string, mine: string, theirs: string) => string | null

/**
 * Rebases an edit onto the present card. Untouched fields follow the card; changes stay, together with the value that the
 * person saw, so that saving can still merge both edits.
 *
 * Invariants: an edit without changes becomes the present card. No text of the form is lost, and no text of the card that
 * the person did not remove or change. Idempotent.
 *
 * @param mergeTexts merges a text that both sides changed; default: the person's text stays
 */
export function rebased({ base, form }: FormState, now: CardDraft, mergeTexts?: MergeTexts): FormState {
  const type = rebasedValue(base.type, form.type, now.type)
  const color = rebasedValue(base.color, form.color, now.color)
  const dueAt = rebasedValue(base.dueAt ?? null, form.dueAt ?? null, now.dueAt ?? null)
  const startAt = rebasedValue(base.startAt ?? null, form.startAt ?? null, now.startAt ?? null)
  const recurrence = rebasedValue(base.recurrence ?? null, form.recurrence ?? null, now.recurrence ?? null)
  const content = rebasedText(base.content, form.content, now.content, mergeTexts)
  const address = rebasedAddress(base, form, now, content.base === now.content)
  const subnotes = rebasedSubnotes(base.subnotes, form.subnotes, now.subnotes, mergeTexts)
  const tagIds = rebasedSet(base.tagIds, form.tagIds, now.tagIds)
  const files = rebasedFiles(base.files ?? null, form.files ?? null, now.files ?? null)
  return {
    base: {
      type: type.base,
      color: color.base,
      content: content.base,
      ...(address.base !== undefined && { address: address.base }),
      subnotes: subnotes.base,
      tagIds: tagIds.base,
      dueAt: dueAt.base,
      startAt: startAt.base,
      recurrence: recurrence.base,
      files: files.base,
    },
    form: {
      type: type.form,
      color: color.form,
      content: content.form,
      ...(address.form !== undefined && { address: address.form }),
      subnotes: subnotes.form,
      tagIds: tagIds.form,
      dueAt: dueAt.form,
      startAt: startAt.form,
      recurrence: recurrence.form,
      files: files.form,
    },
  }
}

/** An edit that continues while its changes are being saved. */
export interface SavedEdit extends FormState {
  /** The card that is being saved. Absent: nothing is. */
  readonly sent?: CardDraft | undefined
}

/**
 * Rebases an edit that is saved while it goes on, and merges its texts with those of others.
 *
 * @returns `sent` is left out once the present card contains it
 */
export function rebasedWhileSaved({ base, form, sent }: SavedEdit, now: CardDraft): SavedEdit {
  if (sent === undefined) return rebased({ base, form }, now, mergedText)
  const arrived = rebased({ base, form: sent }, now, mergedText)
  if (hasSameTexts(arrived.form, now)) return rebased({ base: sent, form }, now, mergedText)
  // A change of others came first.
  return { ...rebased({ base, form }, now, mergedText), sent: arrived.form }
}

function hasSameTexts(one: CardDraft, other: CardDraft): boolean {
  const tagIds = new Set(other.tagIds)
  return (
    one.content === other.content &&
    filesEdit(one.files ?? null, other.files ?? null) === null &&
    one.tagIds.length === tagIds.size &&
    one.tagIds.every((id) => tagIds.has(id))
  )
}

interface Rebased<Value> {
  readonly base: Value
  readonly form: Value
}

function rebasedValue<Value>(base: Value, form: Value, now: Value): Rebased<Value> {
  return form === base || form === now ? { base: now, form: now } : { base, form }
}

/** An untouched address follows the card together with the content, which may contain it. */
function rebasedAddress(
  base: CardDraft,
  form: CardDraft,
  now: CardDraft,
  isContentFollowed: boolean,
): Rebased<CardDraft['address']> {
  const isTouched = form.address !== base.address && form.address !== now.address
  return isTouched || !isContentFollowed
    ? { base: base.address, form: form.address }
    : { base: now.address, form: now.address }
}

function rebasedText(base: string, form: string, now: string, mergeTexts?: MergeTexts): Rebased<string> {
  if (form === base || form.trim() === now) return { base: now, form: form === base ? now : form }
  const merged = now === base ? null : mergeTexts?.(base, form, now)
  return merged == null ? { base, form } : { base: now, form: merged }
}

/** Applies both sides' additions and removals. */
function rebasedSet(base: readonly Id[], form: readonly Id[], now: readonly Id[]): Rebased<readonly Id[]> {
  const added = form.filter((id) => !base.includes(id) && !now.includes(id))
  const removed = new Set(base.filter((id) => !form.includes(id)))
  return { base: now, form: [...now.filter((id) => !removed.has(id)), ...added] }
}

/** Applies both sides' additions and removals. */
function rebasedFiles(
  base: CardFiles | null,
  form: CardFiles | null,
  now: CardFiles | null,
): Rebased<CardFiles | null> {
  const edit = filesEdit(base, form)
  return { base: now, form: edit === null ? now : withFiles(now, edit) }
}

function rebasedSubnotes(
  base: readonly Subnote[],
  form: readonly Subnote[],
  now: readonly Subnote[],
  mergeTexts?: MergeTexts,
): Rebased<readonly Subnote[]> {
  const [baseById, formById, nowById] = [byId(base), byId(form), byId(now)]
  const newBase = new Map<Id, Subnote>()
  const newForm = new Map<Id, Subnote>()
  for (const id of new Set([...baseById.keys(), ...formById.keys(), ...nowById.keys()])) {
    const one = rebasedSubnote(baseById.get(id), formById.get(id), nowById.get(id), mergeTexts)
    if (one.base !== undefined) newBase.set(id, one.base)
    if (one.form !== undefined) newForm.set(id, one.form)
  }
  const isReordered = !isSameOrder(base, form)
  const formOrder = isReordered ? placed(form, now) : placed(now, form)
  return {
    base: placed(now, base).flatMap(({ id }) => newBase.get(id) ?? []),
    form: formOrder.flatMap(({ id }) => newForm.get(id) ?? []),
  }
}

/** Undefined: the subnote doesn't exist in that version. */
function rebasedSubnote(
  base: Subnote | undefined,
  form: Subnote | undefined,
  now: Subnote | undefined,
  mergeTexts?: MergeTexts,
): Rebased<Subnote | undefined> {
  if (base === undefined) {
    // Added by somebody else, or by this edit before its last save.
    if (form === undefined || form.text === now?.text) return { base: now, form: now }
    return { base: undefined, form }
  }
  // Removed by the person. The seen text stays, because somebody may have changed the subnote since.
  if (form === undefined) return { base: now === undefined ? undefined : base, form }
  if (now === undefined) {
    const isTouched = form.text !== base.text || form.isTicked !== base.isTicked
    return isTouched ? { base, form } : { base: undefined, form: undefined }
  }
  const text = rebasedText(base.text, form.text, now.text, mergeTexts)
  const isTicked = rebasedValue(base.isTicked, form.isTicked, now.isTicked)
  return {
    base: { id: base.id, text: text.base, isTicked: isTicked.base },
    form: { id: base.id, text: text.form, isTicked: isTicked.form },
  }
}

function byId(subnotes: readonly Subnote[]): ReadonlyMap<Id, Subnote> {
  return new Map(subnotes.map((subnote) => [subnote.id, subnote]))
}

function isSameOrder(base: readonly Subnote[], form: readonly Subnote[]): boolean {
  const [inBase, inForm] = [byId(base), byId(form)]
  const kept = base.filter(({ id }) => inForm.has(id))
  const order = form.filter(({ id }) => inBase.has(id))
  return kept.every(({ id }, index) => order[index]?.id === id)
}

/** Moves a subnote. Positions outside the list mean its ends. */
export function movedSubnote(subnotes: readonly Subnote[], id: Id, to: number): readonly Subnote[] {
  const moved = subnotes.find((subnote) => subnote.id === id)
  if (moved === undefined) return subnotes
  const others = subnotes.filter((subnote) => subnote.id !== id)
  const at = Math.max(0, Math.min(others.length, to))
  return [...others.slice(0, at), moved, ...others.slice(at)]
}

/** The first list, with subnotes that only the second one has, each after its predecessor in the second. */
function placed(first: readonly Subnote[], second: readonly Subnote[]): readonly Subnote[] {
  const known = byId(first)
  const list = [...first]
  for (const [index, subnote] of second.entries()) {
    if (known.has(subnote.id)) continue
    const before = second[index - 1]
    const at = before === undefined ? -1 : list.findIndex(({ id }) => id === before.id)
    const isLast = index === second.length - 1 || second.slice(index).every(({ id }) => !known.has(id))
    list.splice(isLast ? list.length : at + 1, 0, subnote)
  }
  return list
}
