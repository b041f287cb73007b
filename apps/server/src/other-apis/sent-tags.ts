import { displayNameOf, type Id, otherNamesOf, unique } from '@cardinal/domain'
import { contestedNames, shownSpelling, TagNames } from '../import-export/index.ts'
import type { TagInUse } from '../workspaces/asking.ts'
import { FIELD_NAMES } from './bookmark.ts'
import type { Caller, Change } from './caller.ts'

export const NO_LETTER = 'A tag needs a letter or a digit.'

interface NewTag {
  readonly _id: Id
  readonly tag_name: string
  readonly display_name?: string
}

/**
 * The tags that a client sent, converted like the tags of files: different tags stay different, `software/android`
 * gets the parent `software`, and a new tag is shown as it was spelled.
 */
export class SentTags {
  /** Our names, each once. A tag without a letter or digit is left out. */
  readonly names: readonly string[]
  readonly #caller: Caller
  readonly #nameBySent: ReadonlyMap<string, string | null>
  readonly #spelled: ReadonlyMap<string, string>
  readonly #newTags = new Map<string, NewTag>()
  readonly #parents: readonly { readonly name: string; readonly parent: string }[]

  /** @param isHyphenated whether a hyphen stands for a space */
  constructor(caller: Caller, sent: readonly string[], isHyphenated = true) {
    this.#caller = caller
    const spelled = new Map(sent.map((text) => [text, isHyphenated ? text.replaceAll('-', ' ') : text]))
    this.#spelled = spelled
    const found = new Map(sent.map((text) => [text, caller.tagCalled(text, isHyphenated)?.name]))
    const others = sent.filter((text) => found.get(text) === undefined).map((text) => spelled.get(text) ?? '')
    const names = new TagNames([...FIELD_NAMES, ...contestedNames([], others.map(asTag))], {
      has: (name) => caller.tagNamed(name) !== undefined,
      get: (name) => caller.tagSpelled(name)?.name,
    })
    this.#nameBySent = new Map(
      sent.map((text) => [text, found.get(text) ?? names.ofTags([spelled.get(text) ?? ''])[0] ?? null]),
    )
    this.names = unique([...this.#nameBySent.values()].flatMap((name) => name ?? []))
    this.#parents = names.nested().filter(({ name }) => caller.tagNamed(name) === undefined)
    const spellings = new Map(names.spellings(true))
    for (const tag_name of unique([
      ...this.names,
      ...this.#parents.flatMap(({ name, parent }) => [name, parent]),
    ])) {
      if (caller.tagNamed(tag_name) !== undefined) continue
      const display_name = spellings.get(tag_name)
      const _id = caller.context.services.newId()
      this.#newTags.set(tag_name, { _id, tag_name, ...(display_name !== undefined && { display_name }) })
    }
  }

  nameOf(sent: string): string | null {
    return this.#nameBySent.get(sent) ?? null
  }

  /** Changes that create missing tags and parents, and put the tags on a card, if one is given. */
  changes(cardId?: Id, names = this.names, entityType = ''): Change[] {
    const above = this.#above(names)
    return [
      ...(names.length === 0
        ? []
        : [
            this.#creating(
              names,
              cardId === undefined ? {} : { attachToTheseEntities: [cardId], entityType },
            ),
          ]),
      ...(above.length === 0 ? [] : [this.#creating(above, {})]),
      ...this.#parents.map(({ name, parent }) => this.#parting(this.#idOf(name), parent)),
    ]
  }

  /**
   * Changes that rename a tag to the single sent name. Parents that this name has replace the parent in the former
   * name.
   */
  renaming(tag: TagInUse): Change[] {
    const tag_id = tag.id
    const [new_tag_name = ''] = this.names
    const shown = shownSpelling([...this.#spelled.values()][0] ?? '')
    const before = displayNameOf(tag)
    const [parents, above] = [this.#parents, this.#above([new_tag_name])]
    const former = this.#caller.tagCalled(before.slice(0, Math.max(0, before.lastIndexOf('/'))))?.id ?? ''
    const stays = parents.some(({ name, parent }) => name === new_tag_name && this.#idOf(parent) === former)
    return [
      ...(above.length === 0 ? [] : [this.#creating(above, {})]),
      ...(otherNamesOf(tag).includes(before)
        ? [{ method: 'POST', path: '/tag/remove-names', body: { tag_id, names: [before] } } as const]
        : []),
      { method: 'POST', path: '/tag/rename-one', body: { tag_id, new_tag_name } },
      {
        method: 'POST',
        path: '/tag/set-display-name',
        body: { tag_id, display_name: shown === new_tag_name ? null : shown },
      },
      ...(tag.parentIds?.includes(former) && !stays
        ? [
            {
              method: 'POST',
              path: '/tag/remove-parents',
              body: { tag_ids: [tag_id], parent_tag_ids: [former] },
            } as const,
          ]
        : []),
      ...parents.map(({ name, parent }) =>
        this.#parting(name === new_tag_name ? tag_id : this.#idOf(name), parent),
      ),
    ]
  }

  /** The parents that are missing, except these names. */
  #above(names: readonly string[]): string[] {
    return unique(this.#parents.flatMap(({ name, parent }) => [parent, name])).filter(
      (name) => !names.includes(name),
    )
  }

  #parting(tagId: Id, parent: string): Change {
    const body = { tag_ids: [tagId], parent_tag_ids: [this.#idOf(parent)] }
    return { method: 'POST', path: '/tag/add-parents', body }
  }

  #creating(names: readonly string[], where: object): Change {
    const frontendGeneratedTags = names.map((tag_name) => this.#newTags.get(tag_name) ?? { tag_name })
    return {
      method: 'POST',
      path: '/tag/create-many-from-keyword',
      body: { frontendGeneratedTags, ...where },
    }
  }

  #idOf(name: string): Id {
    return this.#newTags.get(name)?._id ?? this.#caller.tagNamed(name)?.id ?? ''
  }
}

function asTag(name: string) {
  return { name, color: null }
}
