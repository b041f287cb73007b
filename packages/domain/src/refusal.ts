import type { CardType } from './card.ts'
import type { Id } from './id.ts'

/** Why a mutation was not carried out. Nothing of it was. Texts for people are made at the edge. */
export type Refusal =
  | {
      readonly kind: 'not-found'
      readonly what: 'card' | 'subnote' | 'tag' | 'group' | 'workspace'
      readonly id: Id
      /** The database went back to a backup a short time ago: the device that made it will send it again. */
      readonly isAwaited?: true
    }
  | { readonly kind: 'id-taken'; readonly id: Id }
  | { readonly kind: 'tag-name-taken'; readonly name: string; readonly tagId: Id }
  | { readonly kind: 'group-title-taken'; readonly title: string; readonly groupId: Id }
  | { readonly kind: 'card-limit'; readonly counts: CardCounts; readonly limit: number }
  /** The account has stored as much as one may; `limit` in bytes. */
  | { readonly kind: 'storage-full'; readonly limit: number }
  /** The workspace holds as many as one may. */
  | {
      readonly kind: 'workspace-full'
      readonly what: 'tags' | 'relations' | 'groups' | 'groupTags'
      readonly limit: number
    }
  | { readonly kind: 'unsafe-link'; readonly address: string }
  | { readonly kind: 'invalid'; readonly field: string; readonly reason: string }

/** Cards that are not deleted, by type. */
export type CardCounts = Readonly<Record<CardType, number>>
