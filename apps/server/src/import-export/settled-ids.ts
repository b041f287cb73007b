import type { Id } from '@cardinal/domain'
import type { FoundIdentity } from './found.ts'

/** Rows that an import will create in one workspace. Stored for undo before the import begins. */
export interface Made {
  readonly cards: readonly Id[]
  readonly tags: readonly Id[]
  readonly groups: readonly Id[]
}

/** The file's own ids that tags and groups have already got. */
export interface UsedNameIds {
  readonly tags: Set<Id>
  readonly groups: Set<Id>
}

/** The file's own ids, by tag name or group title. */
interface IdentitiesInFile {
  readonly tags: readonly { readonly name: string; readonly identity?: FoundIdentity }[]
  readonly groups: readonly { readonly title: string; readonly identity?: FoundIdentity }[]
}

/** Ids for tags and groups that may be new, chosen before anything is written. */
export class SettledIds {
  readonly tags: Map<string, Id>
  readonly groups: Map<string, Id>
  readonly #newId: () => Id

  constructor(
    newId: () => Id,
    settled: { readonly tags: Map<string, Id>; readonly groups: Map<string, Id> } = {
      tags: new Map(),
      groups: new Map(),
    },
  ) {
    this.#newId = newId
    this.tags = settled.tags
    this.groups = settled.groups
  }

  /** The same id for a name at each call. */
  tag(name: string): Id {
    return this.#settle(this.tags, name)
  }

  group(title: string): Id {
    return this.#settle(this.groups, title)
  }

  /**
   * Chooses an id for every name.
   *
   * @param used null: all ids are new; otherwise the file's own ids are kept, each once
   */
  settle(
    inFile: IdentitiesInFile,
    named: { readonly tags: Iterable<string>; readonly groups: Iterable<string> },
    used: UsedNameIds | null,
  ): void {
    for (const { name, identity } of inFile.tags) this.#keep(this.tags, name, identity?.id, used?.tags)
    for (const { title, identity } of inFile.groups)
      this.#keep(this.groups, title, identity?.id, used?.groups)
    for (const name of named.tags) this.tag(name)
    for (const title of named.groups) this.group(title)
  }

  #settle(ids: Map<string, Id>, name: string): Id {
    const id = ids.get(name) ?? this.#newId()
    ids.set(name, id)
    return id
  }

  #keep(ids: Map<string, Id>, name: string, own: Id | '' = '', taken: Set<Id> | undefined): void {
    if (taken === undefined || own === '' || taken.has(own) || ids.has(name)) this.#settle(ids, name)
    else {
      taken.add(own)
      ids.set(name, own)
    }
  }
}
