import { type ImportPreview, type Receipt, typeToWire } from '@cardinal/contract'
import type { Id } from '@cardinal/domain'
import type { StoredImport, User } from '../store/index.ts'
import type { FileHead } from './file-reader.ts'
import { addressOfFound } from './found.ts'
import { Cancelled } from './import-errors.ts'
import { unpack, type Work } from './import-pieces.ts'
import { type Details, receiptOf } from './import-state.ts'
import type { Target } from './import-targets.ts'
import { roomOf } from './import-work.ts'
import type { PlannedCard } from './plan-card.ts'
import type { FilePlan } from './plan-file.ts'
import type { FailedRow, PlannedPart } from './plan-import.ts'
import type { Assumed } from './reading.ts'
import type { ImportTools } from './tools.ts'
import { withinRoom } from './write-chunk.ts'

/** Most items of a preview: cards of a file; folders and joined tags; tags of a card; names of one tag. */
const SHOWN = { cards: 10, names: 50, tags: 20, namesOfOne: 10 } as const
/** UTF-16 units of each text that are shown. */
const LONGEST_SHOWN = { title: 200, address: 500, note: 300, name: 100 } as const

/** The receipt of an import, without writing anything. */
export async function previewImport(
  tools: ImportTools,
  user: User,
  {
    importId,
    file: { head },
    signal,
  }: { readonly importId: Id; readonly file: { readonly head: FileHead }; readonly signal: AbortSignal },
  { parts, work }: FilePlan,
  targets: readonly Target[],
): Promise<Receipt> {
  const { store } = tools
  const found = await roomOf(tools, store, user)
  const counts = { ...found.counts }
  const failed: FailedRow[] = []
  const updated = new Set<Id>()
  const sums = parts.map(({ tags, cards }) => ({
    names: new Set(tags.map(({ name }) => name)),
    namesOfCards: new Set<string>(),
    isFull: cards > 0,
  }))
  const sample = new PreviewSample()
  let [room, created, deleted, copies] = [found.room, 0, 0, 0]
  for (const { body } of work) {
    if (signal.aborted) throw new Cancelled()
    const piece = await unpack<Work>(body)
    if (piece.kind === 'copies') copies += piece.items.length
    if (piece.kind === 'deleted') deleted += piece.items.length
    const sum = sums[piece.part]
    if (sum === undefined || piece.kind === 'copies' || piece.kind === 'deleted') continue
    let named: readonly Pick<PlannedCard, 'tagNames'>[] = piece.items
    if (piece.kind === 'joins') for (const { cardId } of piece.items) updated.add(cardId)
    else {
      const { fitting, failed: left } = withinRoom(piece.items, room, counts)
      room -= fitting.length
      created += fitting.length
      for (const { card } of fitting) counts[card.type]++
      for (const one of left) failed.push(one)
      if (fitting.length > 0) sum.isFull = false
      named = fitting
      sample.add(fitting)
    }
    for (const { tagNames } of named) for (const name of tagNames) sum.namesOfCards.add(name)
  }
  let newTags = 0
  for (const [index, { names, namesOfCards, isFull }] of sums.entries()) {
    const all = [...(isFull ? namesOfCards : new Set([...namesOfCards, ...names]))]
    const target = targets[index] ?? null
    const known = target === null ? [] : await store.tags.byNames(user.id, target.id, all)
    newTags += all.length - known.filter(({ deletedAt }) => deletedAt === null).length
  }
  const details = detailsOf(head, parts, { failed, updated: updated.size, deleted, copies })
  const job = { ...rowsOf(parts), id: importId, created, tags: newTags, failed: JSON.stringify(details) }
  return { ...receiptOf(job), preview: sample.of(parts) }
}

/** Collects the first cards, folders and tags of a preview. */
class PreviewSample {
  readonly #cards: PlannedCard[] = []
  readonly #folders = new Set<string>()
  #children = 0

  add(cards: readonly PlannedCard[]): void {
    for (const planned of cards) {
      if (this.#cards.length < SHOWN.cards) this.#cards.push(planned)
      for (const { title } of planned.folderGroups) this.#folders.add(title)
      if ((planned.card.parentIds?.length ?? 0) > 0) this.#children++
    }
  }

  of(parts: readonly PlannedPart[]): ImportPreview {
    const relations = parts.flatMap((part) => part.relations)
    const spellings = new Map(relations.map(({ name, displayName }) => [name, displayName]))
    const joined = parts.flatMap((part) => part.joinedTags)
    const parents = relations.flatMap(({ name, parents: above }) =>
      above.map((parent) => ({
        tag: cut(name, LONGEST_SHOWN.name),
        parent: cut(parent, LONGEST_SHOWN.name),
      })),
    )
    return {
      cards: this.#cards.map((planned) => rowOf(planned, spellings)),
      joined_tags: some(joined, ({ names, to }) => ({
        names: names.slice(0, SHOWN.namesOfOne).map((name) => cut(name, LONGEST_SHOWN.name)),
        to: cut(to, LONGEST_SHOWN.name),
      })),
      folders: some([...this.#folders], (name) => cut(name, LONGEST_SHOWN.name)),
      parents: some(parents, (pair) => pair),
      children: this.#children,
    }
  }
}

function rowOf(
  { row, card, tagNames }: PlannedCard,
  spellings: ReadonlyMap<string, string | null>,
): ImportPreview['cards'][number] {
  const found = addressOfFound(card)
  const lines = card.content.split('\n').map((line) => line.trim())
  const [title = found ?? '', ...note] = lines.filter((line) => line !== '' && line !== found)
  return {
    row,
    type: typeToWire(card.type),
    title: cut(title, LONGEST_SHOWN.title),
    ...(found !== null && { address: cut(found, LONGEST_SHOWN.address) }),
    ...(note.length > 0 && { note: cut(note.join('\n'), LONGEST_SHOWN.note) }),
    ...(card.dueAt != null && { due: card.dueAt }),
    ...(card.startAt != null && { start: card.startAt }),
    ...(card.recurrence != null && { recurrence: card.recurrence }),
    done: card.doneAt != null,
    subtasks: card.subnotes?.length ?? 0,
    tags: tagNames.slice(0, SHOWN.tags).map((name) => {
      const shown = spellings.get(name) ?? name
      return {
        name: cut(name, LONGEST_SHOWN.name),
        ...(shown !== name && { shown: cut(shown, LONGEST_SHOWN.name) }),
      }
    }),
  }
}

function some<From, To>(all: readonly From[], show: (one: From) => To): { count: number; first: To[] } {
  return { count: all.length, first: all.slice(0, SHOWN.names).map(show) }
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length).toWellFormed().trimEnd()}…` : text
}

export function rowsOf(parts: readonly PlannedPart[]): Pick<StoredImport, 'rows' | 'duplicates'> {
  return {
    rows: parts.reduce((sum, { rows }) => sum + rows, 0),
    duplicates: parts.reduce((sum, { duplicates }) => sum + duplicates, 0),
  }
}

/** Parts of a receipt that have no columns of their own. */
export function detailsOf(
  { lost = [], assumed, copies, files }: FileHead,
  parts: readonly PlannedPart[],
  sum: {
    readonly failed: readonly FailedRow[]
    readonly updated: number
    readonly deleted: number
    readonly copies: number
  },
): Details {
  return {
    failed: [...parts.flatMap(({ failed }) => failed), ...sum.failed].sort((a, b) => a.row - b.row),
    renamed_tags: parts.flatMap(({ renamedTags }) => renamedTags.map((pair) => ({ ...pair }))),
    updated: sum.updated,
    deleted: sum.deleted,
    ...(copies > 0 && { copies: { kept: sum.copies, left_out: 0 } }),
    ...(files > 0 && { files: { kept: files, left_out: 0 } }),
    ...(assumed !== undefined && { assumed: assumedOf(assumed) }),
    ...(lost.length > 0 && {
      lost: lost.map(({ isGarbled, names, ...one }) => ({
        ...one,
        ...(names !== undefined && { names: [...names] }),
        ...(isGarbled && { not_understood: true }),
      })),
    }),
  }
}

function assumedOf({ encoding, timeZone, dateOrder }: Assumed): NonNullable<Receipt['assumed']> {
  return {
    ...(encoding !== null && { encoding }),
    ...(timeZone !== null && { time_zone: timeZone }),
    ...(dateOrder !== null && { date_order: dateOrder }),
  }
}
