import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import type { Id } from '@cardinal/domain'
import type { StoredPiece } from '../store/index.ts'
import type { PlannedCard } from './plan-card.ts'
import type { FailedRow, PlannedGroup, PlannedJoin, PlannedTag, TagWithRelations } from './plan-import.ts'
import type { FileCopy } from './read-copies.ts'

/** Work for one transaction. */
export type Work =
  | { readonly kind: 'cards' | 'deleted'; readonly part: number; readonly items: readonly PlannedCard[] }
  | { readonly kind: 'joins'; readonly part: number; readonly items: readonly PlannedJoin[] }
  | { readonly kind: 'copies'; readonly part: 0; readonly items: readonly (FileCopy | null)[] }

/** A batch of the tags, groups and relations of a part of a file. */
export interface PartPiece {
  readonly part: number
  readonly tags?: readonly PlannedTag[]
  readonly groups?: readonly PlannedGroup[]
  readonly relations?: readonly TagWithRelations[]
  /** Ids for new tags and groups, by name or title. */
  readonly tagIds?: readonly (readonly [name: string, id: Id])[]
  readonly groupIds?: readonly (readonly [title: string, id: Id])[]
}

/** Result of a piece; absent fields: none. */
export interface PieceOutcome {
  readonly kind: Work['kind']
  readonly part: number
  readonly created?: number
  readonly deleted?: number
  readonly failed?: readonly FailedRow[]
  /** Folders of created cards: groups with their tags. */
  readonly folders?: readonly (readonly [title: string, tagNames: readonly string[]])[]
  readonly copiesKept?: number
  readonly copiesLeftOut?: number
}

/** Cards per transaction, and UTF-16 units of them: few enough not to delay others. */
const PIECE_ITEMS = 100
const PIECE_UNITS = 250_000

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/** Compresses a piece; texts shrink to about a quarter. */
export async function pack(piece: Work | PartPiece): Promise<string> {
  return (await deflate(JSON.stringify(piece))).toString('base64')
}

export async function unpack<Piece extends Work | PartPiece>(packed: string): Promise<Piece> {
  return JSON.parse((await inflate(Buffer.from(packed, 'base64'))).toString()) as Piece
}

const KINDS = ['cards', 'deleted', 'joins', 'copies'] as const

/** Collects an import's work in compressed pieces, so that a large file takes little memory. */
export class PieceList {
  readonly #packed: Record<Work['kind'], string[]> = { cards: [], deleted: [], joins: [], copies: [] }
  readonly #open = new Map<string, { kind: Work['kind']; part: number; items: unknown[]; size: number }>()

  async add(
    kind: Work['kind'],
    part: number,
    item: PlannedCard | PlannedJoin | FileCopy | null,
    size: number,
  ): Promise<void> {
    const name = `${kind} ${part}`
    const piece = this.#open.get(name) ?? { kind, part, items: [], size: 0 }
    this.#open.set(name, piece)
    piece.items.push(item)
    piece.size += size
    if (piece.items.length < PIECE_ITEMS && piece.size < PIECE_UNITS) return
    this.#open.delete(name)
    await this.#close(piece)
  }

  /** All pieces. Those with cards come first, because all others need them. */
  async end(): Promise<readonly StoredPiece[]> {
    for (const piece of this.#open.values()) await this.#close(piece)
    this.#open.clear()
    return KINDS.flatMap((kind) => this.#packed[kind]).map((body, index) => ({ number: index + 1, body }))
  }

  async #close({ kind, part, items }: { kind: Work['kind']; part: number; items: unknown[] }): Promise<void> {
    this.#packed[kind].push(await pack({ kind, part, items } as Work))
  }
}
