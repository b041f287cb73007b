import type { Id } from '@cardinal/domain'
import { type Selectable, sql } from 'kysely'
import { type ObjectStorage, StorageAway } from '../object-storage.ts'
import type { FileTable } from '../schema.ts'
import type { Db } from './db.ts'

export type StoredFile = Selectable<FileTable>

/** Columns of a new file. */
export const NOTHING_MADE = {
  thumbnail_bytes: 0,
  text_state: null,
  text_due_at: null,
  text_attempts: 0,
  text_bytes: 0,
} as const

/** Range of numbers for pieces that hold a PDF's words. Thumbnails have -1 and -2. */
const WORDS_FROM = -1_000_000
const WORDS_END = -900_000

/** Pieces read by one query of the sweep. */
const LOOKED_AT = 1_000

/** Stored instead of the bytes if a piece is in the object storage. No piece is empty. */
const ELSEWHERE = Buffer.alloc(0)

/**
 * Files of accounts, and their bytes in pieces. No other module knows where the bytes are. A piece belongs to the
 * `id` of a file's row, not to its hash: when an upload starts again after a removal, pieces of the former one
 * can't become part of it.
 */
export function filesTable(db: Db, objects: ObjectStorage | null) {
  return {
    byHash: (userId: Id, hash: string): Promise<StoredFile | undefined> =>
      db
        .selectFrom('file')
        .selectAll()
        .where('user_id', '=', userId)
        .where('hash', '=', hash)
        .executeTakeFirst(),
    byHashes: (userId: Id, hashes: readonly string[]): Promise<StoredFile[]> =>
      db.selectFrom('file').selectAll().where('user_id', '=', userId).where('hash', 'in', hashes).execute(),
    /** In the order of hashes, after the given one. */
    after: (userId: Id, hash: string, limit: number): Promise<StoredFile[]> =>
      db
        .selectFrom('file')
        .selectAll()
        .where('user_id', '=', userId)
        .where('hash', '>', hash)
        .orderBy('hash')
        .limit(limit)
        .execute(),
    insert: async (file: StoredFile): Promise<void> => {
      await db.insertInto('file').values(file).execute()
    },
    update: async (
      { id }: Pick<StoredFile, 'id'>,
      patch: Partial<
        Pick<
          StoredFile,
          | 'hash'
          | 'size'
          | 'whole_at'
          | 'type'
          | 'unused_since'
          | 'thumbnail_bytes'
          | 'text_state'
          | 'text_due_at'
          | 'text_attempts'
          | 'text_bytes'
        >
      >,
    ): Promise<void> => {
      await db.updateTable('file').set(patch).where('id', '=', id).execute()
    },
    /** Pieces stay until `removePieces`, because they are too many bytes for one transaction. */
    remove: async (ids: readonly Id[]): Promise<void> => {
      await db.deleteFrom('file').where('id', 'in', ids).execute()
    },
    count: async (userId: Id): Promise<number> => {
      const { count } = await db
        .selectFrom('file')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    users: async (after: Id, limit: number): Promise<Id[]> => {
      const rows = await db
        .selectFrom('file')
        .select('user_id')
        .distinct()
        .where('user_id', '>', after)
        .orderBy('user_id')
        .limit(limit)
        .execute()
      return rows.map((row) => row.user_id)
    },
    idsOf: async (userId: Id): Promise<Id[]> => {
      const rows = await db.selectFrom('file').select('id').where('user_id', '=', userId).execute()
      return rows.map((row) => row.id)
    },
    /** Living cards with files, by id, after the given one. */
    cardsWithFiles: (userId: Id, after: Id, limit: number): Promise<{ id: string; files: string | null }[]> =>
      db
        .selectFrom('card')
        .select(['id', 'files'])
        .where('user_id', '=', userId)
        .where('files', 'is not', null)
        .where('deleted_at', 'is', null)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    /** Numbers of all pieces of a file, with thumbnails and words. */
    pieceNumbers: async (fileId: Id): Promise<number[]> => {
      const rows = await db
        .selectFrom('file_piece')
        .select('number')
        .where('file_id', '=', fileId)
        .orderBy('number')
        .execute()
      return rows.map((row) => row.number)
    },
    piece: async (fileId: Id, number: number): Promise<Buffer | undefined> => {
      const row = await db
        .selectFrom('file_piece')
        .select('bytes')
        .where('file_id', '=', fileId)
        .where('number', '=', number)
        .executeTakeFirst()
      if (row === undefined || row.bytes.length > 0) return row?.bytes
      if (objects === null)
        throw new StorageAway('A file lies in the storage that CARDINAL_FILES_URL named when it was sent.')
      return objects.get(objectOf(fileId, number))
    },
    /**
     * Sends a piece to the object storage, if there is one. Called before `putPiece`, whose transaction must not
     * wait for the network.
     */
    sendPiece: async (fileId: Id, number: number, bytes: Buffer): Promise<void> => {
      await objects?.put(objectOf(fileId, number), bytes)
    },
    /** Removes the objects that `sendPiece` sent for a file. */
    removeObjects: async (fileId: Id): Promise<void> => {
      await objects?.removeAll(`${fileId}/`)
    },
    /** An existing piece stays. Pieces of thumbnails, which have negative numbers, stay in the database. */
    putPiece: async (fileId: Id, number: number, bytes: Buffer): Promise<void> => {
      await db
        .insertInto('file_piece')
        .values({ file_id: fileId, number, bytes: objects === null || number < 0 ? bytes : ELSEWHERE })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    /** People with PDFs that are due to be read. */
    peopleWithUnread: async (now: number): Promise<Id[]> => {
      const rows = await unread(db, now).select('user_id').distinct().execute()
      return rows.map((row) => row.user_id)
    },
    firstUnread: (userId: Id, now: number): Promise<StoredFile | undefined> =>
      unread(db, now).selectAll().where('user_id', '=', userId).orderBy('id').limit(1).executeTakeFirst(),
    /** Ids, hashes and sizes of files with words, by id, after the given one. */
    withWords: (
      userId: Id,
      after: Id,
      limit: number,
    ): Promise<Pick<StoredFile, 'id' | 'hash' | 'text_bytes'>[]> =>
      db
        .selectFrom('file')
        .select(['id', 'hash', 'text_bytes'])
        .where('user_id', '=', userId)
        .where('id', '>', after)
        .where('text_bytes', '>', 0)
        .orderBy('id')
        .limit(limit)
        .execute(),
    /** The words of these files, in pieces, sorted by file and then by position in the file. */
    wordsOf: (fileIds: readonly Id[]): Promise<{ file_id: string; bytes: Buffer }[]> =>
      db
        .selectFrom('file_piece')
        .select(['file_id', 'bytes'])
        .where('file_id', 'in', fileIds)
        .where('number', '>=', WORDS_FROM)
        .where('number', '<', WORDS_END)
        .orderBy('file_id')
        .orderBy('number')
        .execute(),
    /** @param at index of the piece among the pieces of the file's words, from 0 */
    putWords: async (fileId: Id, at: number, bytes: Buffer): Promise<void> => {
      await db
        .insertInto('file_piece')
        .values({ file_id: fileId, number: WORDS_FROM + at, bytes })
        .onConflict((conflict) => conflict.columns(['file_id', 'number']).doUpdateSet({ bytes }))
        .execute()
    },
    removePiece: async (fileId: Id, number: number): Promise<void> => {
      await db.deleteFrom('file_piece').where('file_id', '=', fileId).where('number', '=', number).execute()
    },
    /**
     * Ids of files without a row that still have pieces, because a kill interrupted their removal. Reads some
     * pieces after an id; `next` null: there are no more.
     */
    looseIds: async (after: Id): Promise<{ ids: Id[]; next: Id | null }> => {
      const rows = await db
        .selectFrom('file_piece')
        .leftJoin('file', 'file.id', 'file_piece.file_id')
        .select(['file_piece.file_id', 'file.id'])
        .distinct()
        .where('file_piece.file_id', '>', after)
        .orderBy('file_piece.file_id')
        .limit(LOOKED_AT)
        .execute()
      const ids = rows.flatMap((row) => (row.id === null ? [row.file_id] : []))
      return { ids, next: rows.length < LOOKED_AT ? null : (rows.at(-1)?.file_id ?? null) }
    },
  }
}

function objectOf(fileId: Id, number: number): string {
  return `${fileId}/${number}`
}

function unread(db: Db, now: number) {
  return (
    db
      .selectFrom('file')
      // A literal: with a parameter, the databases would not use the index of unread files.
      .where('type', '=', sql.lit('application/pdf'))
      .where('text_state', 'is', null)
      .where('whole_at', 'is not', null)
      .where(({ or, eb }) => or([eb('text_due_at', 'is', null), eb('text_due_at', '<=', now)]))
  )
}
