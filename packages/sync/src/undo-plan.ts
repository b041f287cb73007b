import { type Card, type Id, textsHash, VALUE_FIELDS } from '@cardinal/domain'
import type { CardEdit, Mutation, MutationArgs, Rows } from './mutation.ts'
import { mergedContent } from './mutators/_internals/cards.ts'
import { findGroups, findTags } from './mutators/_internals/rows.ts'
import { Overlay, type RowKind } from './overlay.ts'
import type { LeftRow, Undoing, UndoPlan, Written } from './undoing.ts'

/**
 * Plans the undo of an act over rows that others may have changed since. Values that are still as the act
 * left them are restored. Rows that were changed or deleted since stay, and are listed. Writes nothing.
 *
 * 1. Right after the act everything is restored.
 * 2. A field with one value that somebody wrote since keeps that value. Texts are merged; if the two edits
 * overlap, the later one stays.
 * 3. A card, tag or group that was deleted since stays deleted.
 * 4. A card that the act created stays if its words were changed since, and a tag or group if it is used
 * since.
 */
export function planUndo({ undo, written }: Undoing, rows: Rows, now: number): UndoPlan {
  const planner = new UndoPlanner(rows, written, now)
  for (const mutation of undo) planner.add(mutation)
  return planner.plan()
}

type Args<Name extends Mutation['name']> = MutationArgs[Name]
type Why = LeftRow['why']

/** Checks each mutation of an undo against rows that others may have changed since; see `planUndo`. */
class UndoPlanner {
  readonly #rows: Overlay
  readonly #now: number
  readonly #written = new Map<string, Record<string, unknown>>()
  readonly #mutations: Mutation[] = []
  readonly #left = new Map<string, LeftRow>()
  /** Replaces tags and groups whose name was taken since by the tag or group with that name. */
  readonly #aliases = new Map<Id, Id>()

  constructor(rows: Rows, written: readonly Written[], now: number) {
    this.#rows = new Overlay(rows)
    this.#now = now
    for (const { kind, ids, values } of written)
      for (const id of ids) this.#written.set(kind + id, { ...this.#written.get(kind + id), ...values })
  }

  plan(): UndoPlan {
    return { mutations: this.#mutations, left: [...this.#left.values()] }
  }

  add(given: Mutation): void {
    const mutation = this.#guarded(this.#named(given))
    if (mutation === null) return
    const outcome = this.#rows.run(mutation, { now: this.#now })
    // Only the server still has a card that was deleted long ago.
    const isServers = mutation.name === 'restoreCards' && !outcome.ok
    if (isServers || (outcome.ok && outcome.value.changes.length > 0)) this.#mutations.push(mutation)
    else if (!outcome.ok) this.#leaveAll(mutation)
    if (mutation.name === 'createTags')
      for (const { id, name } of mutation.args.tags)
        this.#stand(id, this.#rows.tag(id), this.#rows.tagByName(name))
    if (mutation.name === 'createGroups')
      for (const { id, title } of mutation.args.groups)
        this.#stand(id, this.#rows.group(id), this.#rows.groupByTitle(title))
  }

  #stand(id: Id, own: unknown, taken: { readonly id: Id } | undefined): void {
    if (own === undefined && taken !== undefined) this.#aliases.set(id, taken.id)
  }

  #named(mutation: Mutation): Mutation {
    if (this.#aliases.size === 0 || mutation.name === 'unmergeTags') return mutation
    let text = JSON.stringify(mutation)
    for (const [id, other] of this.#aliases) text = text.replaceAll(`"${id}"`, `"${other}"`)
    return JSON.parse(text) as Mutation
  }

  /** The mutation without the rows that must stay as they are; null: none is left. */
  #guarded(mutation: Mutation): Mutation | null {
    switch (mutation.name) {
      case 'deleteCards':
        return this.#deleteCards(mutation.args)
      case 'restoreCards': {
        const cardIds = mutation.args.cardIds.filter((id) => this.#rows.card(id) === undefined)
        return cardIds.length === 0 ? null : { name: 'restoreCards', args: { cardIds } }
      }
      case 'editCard':
        return this.#editCard(mutation.args)
      case 'attachTags':
      case 'detachTags': {
        const cardIds = mutation.args.cardIds.filter((id) => this.#isLiving('card', id))
        const tagIds = this.#tagsThere(mutation.args.tagIds, mutation.name === 'attachTags')
        return cardIds.length === 0 || tagIds.length === 0
          ? null
          : { name: mutation.name, args: { cardIds, tagIds } }
      }
      case 'setCardColor': {
        const { cardIds: ids, color } = mutation.args
        const cardIds = ids.filter(
          (id) => this.#isLiving('card', id) && this.#isFree('card', id, 'color', color),
        )
        return cardIds.length === 0 ? null : { name: 'setCardColor', args: { cardIds, color } }
      }
      default:
        return this.#guardedTag(mutation)
    }
  }

  #guardedTag(mutation: Mutation): Mutation | null {
    switch (mutation.name) {
      case 'setTagColor': {
        const { tagIds: ids, color } = mutation.args
        const tagIds = ids.filter(
          (id) => this.#isLiving('tag', id) && this.#isFree('tag', id, 'color', color),
        )
        return tagIds.length === 0 ? null : { name: 'setTagColor', args: { tagIds, color } }
      }
      case 'deleteTags': {
        const isUsed = (id: Id) =>
          this.#rows.cardsCarrying(id).length + this.#rows.groupsHolding(id).length > 0 &&
          this.#leave('tag', id)
        const tagIds = mutation.args.tagIds.filter((id) => this.#rows.tag(id) !== undefined && !isUsed(id))
        return tagIds.length === 0 ? null : { name: 'deleteTags', args: { tagIds } }
      }
      case 'renameTag': {
        const { tagId, name, undoes } = mutation.args
        // If the server merged the tag on renaming, the undo separates the two again.
        if (undoes !== undefined && this.#rows.tagAlias(tagId) !== undefined) return mutation
        return this.#isLiving('tag', tagId) && this.#isFree('tag', tagId, 'name', name) ? mutation : null
      }
      case 'setTagDisplayName': {
        const { tagId, displayName } = mutation.args
        const isFree = () => this.#isFree('tag', tagId, 'displayName', displayName)
        return this.#isLiving('tag', tagId) && isFree() ? mutation : null
      }
      case 'addTagNames':
      case 'removeTagNames':
        return this.#isLiving('tag', mutation.args.tagId) ? mutation : null
      case 'addTagParents':
      case 'removeTagParents': {
        const tagIds = mutation.args.tagIds.filter((id) => this.#isLiving('tag', id))
        const parentIds = this.#tagsThere(mutation.args.parentIds, mutation.name === 'addTagParents')
        return tagIds.length * parentIds.length === 0
          ? null
          : { name: mutation.name, args: { tagIds, parentIds } }
      }
      case 'addChildGroups':
      case 'removeChildGroups': {
        const isAdding = mutation.name === 'addChildGroups'
        const tagIds = mutation.args.tagIds.filter((id) => this.#isLiving('tag', id))
        const groupIds = mutation.args.groupIds.filter((id) => !isAdding || this.#isLiving('group', id))
        return tagIds.length * groupIds.length === 0
          ? null
          : { name: mutation.name, args: { tagIds, groupIds } }
      }
      case 'unmergeTags':
        this.#leaveUnmerged(mutation.args)
        return mutation
      default:
        return this.#guardedGroup(mutation)
    }
  }

  #guardedGroup(mutation: Mutation): Mutation | null {
    switch (mutation.name) {
      case 'createGroups':
        return {
          ...mutation,
          args: { ...mutation.args, tagIds: this.#tagsThere(mutation.args.tagIds, true) },
        }
      case 'deleteGroups': {
        const groupIds = mutation.args.groupIds.filter((id) => this.#isUnused(id))
        return groupIds.length === 0 ? null : { name: 'deleteGroups', args: { groupIds } }
      }
      case 'renameGroup': {
        const { groupId, title } = mutation.args
        return this.#isLiving('group', groupId) && this.#isFree('group', groupId, 'title', title)
          ? mutation
          : null
      }
      case 'setGroupColor':
      case 'setGroupsHidden': {
        const [field, value] =
          mutation.name === 'setGroupColor'
            ? ['color', mutation.args.color]
            : ['isHidden', mutation.args.isHidden]
        const groupIds = mutation.args.groupIds.filter(
          (id) => this.#isLiving('group', id) && this.#isFree('group', id, field as string, value),
        )
        return groupIds.length === 0
          ? null
          : ({ ...mutation, args: { ...mutation.args, groupIds } } as Mutation)
      }
      case 'attachGroups':
      case 'detachGroups': {
        const groupIds = mutation.args.groupIds.filter((id) => this.#isLiving('group', id))
        const tagIds = this.#tagsThere(mutation.args.tagIds, mutation.name === 'attachGroups')
        return groupIds.length * tagIds.length === 0
          ? null
          : { name: mutation.name, args: { groupIds, tagIds } }
      }
      default:
        return mutation
    }
  }

  #deleteCards({ cardIds: ids }: Args<'deleteCards'>): Mutation | null {
    const seen: { id: Id; texts: string }[] = []
    const cardIds = ids.filter((id) => {
      const card = this.#rows.card(id)
      if (card === undefined) return false
      const texts = this.#written.get(`card${id}`)?.texts
      if (typeof texts === 'string' && texts !== textsHash(card)) return !this.#leave('card', id)
      // The server compares the hash, so a card stays that another device changed before its change was sent.
      if (typeof texts === 'string') seen.push({ id, texts })
      return true
    })
    return cardIds.length === 0 ? null : { name: 'deleteCards', args: { cardIds, seen } }
  }

  #editCard(edit: CardEdit): Mutation | null {
    const { cardId } = edit
    if (!this.#isLiving('card', cardId)) return null
    const card = this.#rows.card(cardId) as Card
    const args: Record<string, unknown> = { ...edit }
    for (const field of [...VALUE_FIELDS, 'type'] as const)
      if (
        field !== 'completions' &&
        field !== 'files' &&
        edit[field] !== undefined &&
        !this.#isFree('card', cardId, field, edit[field])
      )
        delete args[field]
    const { content, address, tagIds } = edit
    if (address !== undefined && !this.#isFree('card', cardId, 'address', address.after)) delete args.address
    if (content !== undefined && mergedContent(card, args as unknown as CardEdit, card.type) === null) {
      delete args.content
      this.#leave('card', cardId)
    }
    if (tagIds !== undefined)
      args.tagIds = {
        added: this.#tagsThere(tagIds.added, true),
        removed: this.#tagsThere(tagIds.removed, false),
      }
    return { name: 'editCard', args: args as unknown as CardEdit }
  }

  /** The tags that exist, or were merged into one that does. */
  #tagsThere(tagIds: readonly Id[], isMissed: boolean): readonly Id[] {
    return tagIds.filter((id) => {
      if (findTags([id], this.#rows, { now: this.#now }, false).ok) return true
      if (isMissed) this.#leave('tag', id, 'deleted')
      return false
    })
  }

  #isLiving(kind: RowKind, id: Id): boolean {
    if (kind === 'card' ? this.#rows.card(id) !== undefined : this.#isFound(kind, id)) return true
    this.#leave(kind, id, 'deleted')
    return false
  }

  #isFound(kind: 'tag' | 'group', id: Id): boolean {
    const find = kind === 'tag' ? findTags : findGroups
    return find([id], this.#rows, { now: this.#now }, false).ok
  }

  /** Whether a field still has the value that the act wrote, or has its old value again. */
  #isFree(kind: RowKind, id: Id, field: string, before: unknown): boolean {
    const written = this.#written.get(kind + id)
    const row =
      kind === 'card' ? this.#rows.card(id) : kind === 'tag' ? this.#rows.tag(id) : this.#rows.group(id)
    if (written === undefined || row === undefined || !(field in written)) return true
    const value = (row as unknown as Record<string, unknown>)[field] ?? null
    if (isSame(value, written[field]) || isSame(value, before)) return true
    return !this.#leave(kind, id)
  }

  #isUnused(groupId: Id): boolean {
    const group = this.#rows.group(groupId)
    if (group === undefined) return false
    const own = this.#written.get(`group${groupId}`)?.tagIds
    if (!Array.isArray(own) || group.tagIds.every((id) => own.includes(id))) return true
    return !this.#leave('group', groupId)
  }

  /**
   * Lists the cards that the mutator will skip: a card gets its tag back only if it still has the target of
   * the merge.
   */
  #leaveUnmerged({ tags, into }: Args<'unmergeTags'>): void {
    const found = findTags([into.id], this.#rows, { now: this.#now }, false)
    const target = found.ok ? found.value.rows[0]?.id : undefined
    const merged = tags.filter(({ tag }) => this.#rows.tagAlias(tag.id) !== undefined)
    for (const id of merged.flatMap(({ cardIds }) => cardIds)) {
      const card = this.#rows.card(id)
      if (card === undefined) this.#leave('card', id, 'deleted')
      else if (target !== undefined && !card.tagIds.includes(target)) this.#leave('card', id)
    }
  }

  /** Skips all rows of a mutation that a rule now refuses. */
  #leaveAll({ args }: Mutation): void {
    const given = args as Readonly<Record<string, unknown>>
    for (const kind of ['card', 'tag', 'group'] as const) {
      const many = given[`${kind}Ids`]
      for (const id of [given[`${kind}Id`], ...(Array.isArray(many) ? many : [])])
        if (typeof id === 'string') this.#leave(kind, id)
    }
  }

  #leave(kind: RowKind, id: Id, why: Why = 'changed'): true {
    this.#left.set(kind + id, { kind, id, why })
    return true
  }
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
