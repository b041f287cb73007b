/**
 * The part of the protocol that is outside the schemas of calls: it reads answers with this before it has loaded
 * those.
 */
export { parseCursor } from './cursor.ts'
export { COMMANDS } from './messages.ts'

/** The header of a pull that tells the digest of all living rows at its cursor; see `RowsDigest`. */
export const DIGEST_HEADER = 'cardinal-digest'

/** The header of a load that tells the cursor it will end with, so that one that is cut off can go on. */
export const LOAD_HEADER = 'cardinal-load'
