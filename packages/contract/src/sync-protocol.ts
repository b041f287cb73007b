/**
 * The part of the protocol that is outside the schemas of calls: it reads answers with this before it has loaded
 * those.
 */
export { parseCursor } from './cursor.ts'
export { COMMANDS } from './messages.ts'

/** The header of a pull that tells the digest of all living rows at its cursor; see `RowsDigest`. */
export const DIGEST_HEADER = 'cardinal-digest'

/**
 * The header of pulls and pushes that tells the epoch of the person: it is another one after a restore. A device sends
 * the one that it knows with each push, and with a load of a workspace that is new to it.
 */
export const EPOCH_HEADER = 'cardinal-epoch'

/** The header of a load that tells the cursor it will end with, so that one that is cut off can go on. */
export const LOAD_HEADER = 'cardinal-load'
