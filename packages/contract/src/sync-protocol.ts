/** The part of the protocol without schemas: the app reads answers with it before the schemas are loaded. */
export { parseCursor } from './cursor.ts'
export { COMMANDS } from './messages.ts'

/** Header of a pull: digest of all living rows at its cursor, see `RowsDigest`. */
export const DIGEST_HEADER = 'cardinal-digest'

/**
 * Header of pulls and pushes: the person's epoch, which a restore changes. A device sends the epoch that it knows with each
 * push, and with the first load of a workspace.
 */
export const EPOCH_HEADER = 'cardinal-epoch'

/** Header of a load: the cursor it ends with, so that an interrupted load can go on. */
export const LOAD_HEADER = 'cardinal-load'
