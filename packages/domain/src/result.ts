import type { CardType } from './card.ts'
import type { Id } from './id.ts'

/** Expected errors are values, never thrown. */
export type Result<T, E> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E }

export function ok<T>(value: T): Result<T, never> {
  return { ok: true, value }
}

export function refused<E>(error: E): Result<never, E> {
  return { ok: false, error }
}

/** Why a mutation was refused as a whole. The callers write the text for people. */
export type Refusal =
  | {
      readonly kind: 'not-found'
      readonly what: 'card' | 'subnote' | 'tag' | 'group' | 'workspace' | 'rule'
      readonly id: Id
      /**
       * The database was restored from a backup recently: the device that created this row will send it
       * again.
       */
      readonly isAwaited?: true
    }
  | { readonly kind: 'id-taken'; readonly id: Id }
  | { readonly kind: 'tag-name-taken'; readonly name: string; readonly tagId: Id }
  | { readonly kind: 'group-title-taken'; readonly title: string; readonly groupId: Id }
  | { readonly kind: 'card-limit'; readonly counts: CardCounts; readonly limit: number }
  /** The account's storage is used up; `limit` in bytes. */
  | { readonly kind: 'storage-full'; readonly limit: number }
  /** The workspace is at a limit. */
  | {
      readonly kind: 'workspace-full'
      readonly what: 'tags' | 'relations' | 'groups' | 'groupTags'
      readonly limit: number
    }
  | { readonly kind: 'unsafe-link'; readonly address: string }
  | { readonly kind: 'invalid'; readonly field: string; readonly reason: string }

/** Cards that are not deleted. */
export type CardCounts = Readonly<Record<CardType, number>>
