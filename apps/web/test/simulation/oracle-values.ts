import { type Change, completionsOf, type Id } from '@cardinal/domain'
import { KeptTexts } from '../../../server/test/support/kept-texts.ts'
import type { Findings } from './healing.ts'
import { madeRecurring, namesGivenBy } from './made-by-acts.ts'
import { deletedWorkspaces } from './moving.ts'
import type { Act } from './person.ts'
import { ANY, added } from './wish.ts'
import { wordsIn } from './words.ts'
import type { World } from './world.ts'

/**
 * Compares every value that people set (a tick, a colour, a type, a tag on a card, a link …) with the final one.
 * Among the acts on one field that took effect, the last one wins; acts on other fields don't matter. Acts of one
 * tab take effect in order.
 */
export function valueFindings(world: World, acts: readonly Act[], rows: readonly Change[]): Findings {
  const kept = new KeptTexts(world.server.databaseFile, world.userId)
  // A rejected change that is sent again with its related changes gets a key with a suffix. That one took effect.
  const inOrder = kept.carriedOut().toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0))
  const seqByKey = new Map(inOrder.map(({ key, seq }) => [key.replace(/\++$/, ''), seq]))
  kept.close()
  const carriedOut = acts.flatMap((act) => {
    const seq = seqByKey.get(act.keys[0] ?? '')
    // 0: the row of the act no longer existed.
    return seq == null || seq === 0 ? [] : [{ act, seq }]
  })
  // Sequence numbers of different workspaces can't be compared. Acts on a deleted workspace take effect in another
  // one: by "Move to …", or by the server if none of their rows is left.
  const deleted = deletedWorkspaces(acts)
  const inOneWorkspace = carriedOut.filter(({ act }) => !deleted.has(act.workspaceId ?? ''))
  return [
    ...wrongValues(
      world,
      carriedOut,
      new Values(rows, acts),
      seqsOfNewRows(carriedOut),
      seqsOfWholeCards(world, carriedOut),
    ),
    ...outOfOrder(inOneWorkspace, world.network.hasBlocked),
    ...wrongCompletions(carriedOut, inOneWorkspace, rows),
  ]
}

/**
 * Finds completions that nobody made, and recurring cards that do not list their first completion.
 *
 * @param carriedOut includes acts in deleted workspaces, because the server may have lost the deletion
 */
function wrongCompletions(
  carriedOut: readonly CarriedOutAct[],
  inOneWorkspace: readonly CarriedOutAct[],
  rows: readonly Change[],
): Findings {
  const inOrder = inOneWorkspace.toSorted((a, b) => a.seq - b.seq).map(({ act }) => act.mutation)
  const all = carriedOut.map(({ act }) => act.mutation)
  return rows.flatMap(({ kind, row }) => {
    if (kind !== 'card' || row === null) return []
    const times = completionsOf(row.completions)
    const madeIn = (mutations: readonly Act['mutation'][]) =>
      mutations.flatMap((mutation) =>
        mutation.name === 'completeCards'
          ? mutation.args.cards.flatMap(({ id, dueAt }) =>
              id === row.id ? [{ dueAt, at: mutation.args.doneAt }] : [],
            )
          : [],
      )
    const made = madeIn(inOrder)
    const unmade = times.filter((time) => madeIn(all).every(({ at }) => at !== time))
    const findings = unmade.map((time) => `card ${row.id} was completed at ${time}, which nobody did`)
    const first = inOrder.flatMap(({ name, args }) =>
      name === 'createCard' && args.card.id === row.id && args.card.recurrence != null
        ? [args.card.dueAt]
        : [],
    )
    const isPlannedAnew = inOrder.some(
      ({ name, args }) =>
        name === 'editCard' &&
        args.cardId === row.id &&
        ['dueAt', 'recurrence', 'doneAt', 'completed'].some((field) => field in args),
    )
    const one = made.find(({ dueAt }) => dueAt === first[0])
    if (first.length === 1 && !isPlannedAnew && one !== undefined && !times.includes(one.at))
      findings.push(`card ${row.id} was completed at ${one.at}, and does not say so`)
    return findings
  })
}

/** Acts that their own tab does not show at once. */
export function unshownFindings(act: Act, acts: readonly Act[], shown: readonly Change[]): Findings {
  if (act.isShownLater) return []
  const values = new Values(shown, [...acts, act])
  const wrong = act.values.filter(({ field, value }) => {
    const now = values.valueOf(field)
    return value !== ANY && now !== undefined && now !== value
  })
  const words = new Set(wordsIn(shown))
  const missing = act.texts.flatMap((edit) => (edit.place.startsWith('card ') ? added(edit) : []))
  return [
    ...wrong.map(
      ({ field, value }) => `${field} is not shown as ${value} after ${act.mutation.name} by ${act.tab}`,
    ),
    ...missing
      .filter((word) => !words.has(word))
      .map((word) => `"${word}" is not shown after ${act.mutation.name} by ${act.tab}`),
  ]
}

interface CarriedOutAct {
  readonly act: Act
  readonly seq: number
}

function wrongValues(
  world: World,
  carriedOut: readonly CarriedOutAct[],
  final: Values,
  madeAt: ReadonlyMap<Id, number>,
  replacedAt: ReadonlyMap<Id, number>,
): Findings {
  const last = new Map<string, { value: unknown; seq: number; act: Act }>()
  for (const { act, seq } of carriedOut)
    for (const { field: given, value } of act.values) {
      const field = final.fieldOf(given)
      const isWithoutLostTag =
        MAKES_WITH_TAGS.test(act.mutation.name) && seq < (madeAt.get(tagOf(given)) ?? 0)
      const isOfLostLine = field.includes(' ticked ') && seq < (madeAt.get(tagOf(given)) ?? 0)
      if (!isWithoutLostTag && !isOfLostLine && seq >= (last.get(field)?.seq ?? 0))
        last.set(field, { value, seq, act })
    }
  // A removed subnote is restored as its person saw it; ticks in between have no effect.
  const removed = new Set(
    carriedOut.flatMap(({ act }) =>
      act.values.flatMap(({ field, value }) => (value === ANY && field.includes(' ticked ') ? [field] : [])),
    ),
  )
  return [...last].flatMap(([field, { value, seq, act }]) => {
    if (removed.has(field) || seq <= (replacedAt.get(field.split(' ')[1] ?? '') ?? -1)) return []
    // Acts on a moved card are made on its duplicate, whose workspace has sequence numbers of its own.
    if (
      [...world.movedByTwo.values()].some((two) => [two.cardId, two.copyId].some((id) => field.includes(id)))
    )
      return []
    const now = final.valueOf(field)
    if (value === ANY || now === undefined || now === value) return []
    // An act on a tag that was merged into this one changes this one.
    const ofMerged = final.fieldsOfMerged(field).map((each) => last.get(each))
    const explains = (value: unknown) => value === now || value === ANY
    if (ofMerged.some((other) => other !== undefined && other.seq > seq && explains(other.value))) return []
    return [`${field} is ${now}, and ${act.mutation.name} by ${act.tab} made it ${String(value)} last`]
  })
}

/** By card, when an older release last wrote it as a whole, which sets all its values. */
function seqsOfWholeCards(world: World, carriedOut: readonly CarriedOutAct[]): ReadonlyMap<Id, number> {
  return new Map(
    carriedOut.flatMap(({ act: { keys }, seq }) =>
      keys.flatMap((key) => {
        const write = world.blindWrites.get(key)
        return write?.isWhole === true ? [[write.cardId, seq] as const] : []
      }),
    ),
  )
}

/** Acts that don't wait for a tag lost by a restore: the card or group is created without the tag. */
const MAKES_WITH_TAGS = /^(createCard|createGroups|editCard)$/

/** The id of the tag or line in a field such as `card 12 tag 34`. */
function tagOf(field: string): Id {
  return field.split(' ')[3] ?? ''
}

/**
 * Sequence number of the creation of each tag, and of each line that was added to a card. Only after a restore
 * can an act on them come before it.
 */
function seqsOfNewRows(carriedOut: readonly CarriedOutAct[]): ReadonlyMap<Id, number> {
  return new Map(
    carriedOut.flatMap(({ act: { mutation }, seq }) => {
      if (mutation.name === 'createTags') return mutation.args.tags.map(({ id }) => [id, seq] as const)
      return mutation.name === 'addSubnote' ? [[mutation.args.subnote.id, seq] as const] : []
    }),
  )
}

/**
 * @param isOvertaking whether changes of other cards were sent before blocked ones; acts on one card are still in
 *   order
 */
function outOfOrder(carriedOut: readonly CarriedOutAct[], isOvertaking: boolean): Findings {
  const last = new Map<string, CarriedOutAct>()
  return carriedOut.flatMap((one) =>
    (isOvertaking ? cardsOf(one.act) : ['']).flatMap((card) => {
      const place = `${one.act.tab} ${one.act.workspaceId} ${card}`
      const before = last.get(place)
      last.set(place, one)
      if (before === undefined || before.seq <= one.seq) return []
      return [
        `${before.act.mutation.name} of ${one.act.tab} was carried out after ${one.act.mutation.name}, a later act`,
      ]
    }),
  )
}

function cardsOf({ mutation }: Act): readonly Id[] {
  const { card, cardId, cardIds } = mutation.args as {
    card?: { id: Id }
    cardId?: Id
    cardIds?: readonly Id[]
  }
  return [card?.id, cardId, ...(cardIds ?? [])].filter((id) => id !== undefined)
}

const MOVED_BY_COMPLETING: ReadonlySet<string> = new Set(['done', 'dueAt', 'ticked'])

/** Final values of fields. Undefined: the row is gone, or the rules for taken names decide. */
class Values {
  readonly #rows = new Map<string, Exclude<Change['row'], null>>()
  /** Tags and groups that once had a name that others also had: one may be an alias of the other. */
  readonly #common = new Set<Id>()
  /** Tags and groups that somebody merged, renamed or deleted. They may have come back. */
  readonly #moved = new Set<Id>()
  /** Names of tags that were created, perhaps by several devices, and never renamed. */
  readonly #nameOfMade = new Map<Id, string>()
  readonly #renamed = new Set<string>()
  /** Cards that recur, at least for a time. Completing one moves its date and reopens its subnotes. */
  readonly #recurring = new Set<Id>()
  /** By tag, the tags merged with it, in either direction. */
  readonly #mergedWith = new Map<Id, Set<Id>>()

  constructor(rows: readonly Change[], acts: readonly Act[]) {
    for (const { kind, id, row } of rows) if (row !== null) this.#rows.set(`${kind} ${id}`, row)
    const made = new Set(acts.flatMap(({ mutation }) => namesGivenBy(mutation).map(({ name }) => name)))
    for (const { mutation } of acts) {
      for (const { id, name } of namesGivenBy(mutation)) if (wordsIn(name).length === 0) this.#common.add(id)
      for (const id of madeRecurring(mutation)) this.#recurring.add(id)
      if (mutation.name === 'createTags')
        for (const { id, name } of mutation.args.tags) this.#nameOfMade.set(id, name)
      if (mutation.name === 'renameTag') {
        this.#moved.add(mutation.args.tagId)
        this.#renamed.add(mutation.args.name)
      }
      // A tag that also gets one of these names is merged into this tag, or takes the name from it.
      if (mutation.name === 'addTagNames') {
        for (const name of mutation.args.names) this.#renamed.add(name)
        // A tag created with that name is an alias of this one, so acts on it change this one.
        if (mutation.args.names.some((name) => made.has(name))) this.#common.add(mutation.args.tagId)
      }
      if (mutation.name === 'mergeTags')
        for (const id of mutation.args.tagIds) this.#noteMerge(id, mutation.args.intoTagId)
      if (/^(mergeTags|deleteTags|deleteGroups)$/.test(mutation.name))
        for (const [id] of JSON.stringify(mutation.args).matchAll(/[0-9a-f]{24}/g)) this.#moved.add(id)
    }
  }

  /** The same field of all tags merged with the field's tag, directly or not. */
  fieldsOfMerged(field: string): string[] {
    const [kind, id = '', ...rest] = field.split(' ')
    if (kind !== 'tag') return []
    const reached = new Set([id])
    for (const each of reached) for (const other of this.#mergedWith.get(each) ?? []) reached.add(other)
    reached.delete(id)
    return [...reached].map((each) => [kind, each, ...rest].join(' '))
  }

  #noteMerge(a: Id, b: Id): void {
    this.#mergedWith.set(a, new Set([...(this.#mergedWith.get(a) ?? []), b]))
    this.#mergedWith.set(b, new Set([...(this.#mergedWith.get(b) ?? []), a]))
  }

  /** The field that acts share: a tag created by several devices is identified by its name. */
  fieldOf(field: string): string {
    const [kind, id, what, tagId = ''] = field.split(' ')
    const name = this.#nameOfMade.get(tagId)
    if (kind !== 'card' || what !== 'tag' || name === undefined || !this.#common.has(tagId)) return field
    const ids = [...this.#nameOfMade].filter(([, each]) => each === name).map(([each]) => each)
    if (this.#renamed.has(name) || ids.some((each) => this.#moved.has(each))) return field
    return `card ${id} tagNamed ${name}`
  }

  valueOf(field: string): unknown {
    const [kind, id = '', name = '', other] = field.split(' ')
    const row = this.#rows.get(`${kind} ${id}`) as Readonly<Record<string, unknown>> | undefined
    if (row === undefined || this.#common.has(id)) return undefined
    if (this.#recurring.has(id) && MOVED_BY_COMPLETING.has(name)) return undefined
    if (name === 'done') return row.doneAt !== null
    if (other === undefined) return row[name]
    if (name === 'ticked')
      return (row.subnotes as { id: Id; isTicked: boolean }[]).find((each) => each.id === other)?.isTicked
    if (name === 'tagNamed') {
      // Other workspaces may also have a tag with this name.
      const tagIds = [...this.#rows].flatMap(([key, each]) =>
        key.startsWith('tag ') && 'name' in each && each.name === other ? [key.slice('tag '.length)] : [],
      )
      return tagIds.length === 0 ? undefined : tagIds.some((tagId) => (row.tagIds as Id[]).includes(tagId))
    }
    if (kind === 'tag') {
      const isUnclear = [id, other].some((each) => this.#common.has(each) || this.#moved.has(each))
      return isUnclear ? undefined : ((row[name] ?? []) as string[]).includes(other)
    }
    if (name !== 'tag') return (row[name] as Id[]).includes(other)
    const isUnclear = [id, other].some((each) => this.#common.has(each) || this.#moved.has(each))
    return isUnclear || !this.#rows.has(`tag ${other}`) ? undefined : (row.tagIds as Id[]).includes(other)
  }
}
