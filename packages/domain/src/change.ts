import type { Card } from './card.ts'
import type { Id } from './id.ts'
import type { Tag } from './tag.ts'
import type { TagGroup } from './tag-group.ts'
import type { Workspace } from './workspace.ts'

/**
 * What happened to one row: its new state, or null when it is gone. The one vocabulary in which
 * mutators speak, the feed travels, the store writes and the engine is brought up to date.
 *
 * Cascade, true everywhere: a tag that is gone is on no card and in no group any more. Applying
 * `{kind: 'tag', row: null}` includes that, so no changes of those cards and groups follow.
 *
 * `mergedInto` comes with a row that is gone: its id stands for that tag or group from now on, because the two
 * were merged or because the same name was made twice. So what was written elsewhere meanwhile finds its tag.
 */
export type Change =
  | { readonly kind: 'card'; readonly id: Id; readonly row: Card | null }
  | {
      readonly kind: 'tag'
      readonly id: Id
      readonly row: Tag | null
      readonly mergedInto?: Id
    }
  | {
      readonly kind: 'group'
      readonly id: Id
      readonly row: TagGroup | null
      readonly mergedInto?: Id
    }
  | { readonly kind: 'workspace'; readonly id: Id; readonly row: Workspace | null }
