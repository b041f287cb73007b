import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** Bytes hashed at once if the browser has no hash function; the page is not blocked in between. */
const SLICE = 262_144

/** SHA-256 in hex. Browsers have no hash function on pages over plain HTTP. */
export async function hashOf(file: Blob): Promise<string> {
  if (globalThis.crypto?.subtle !== undefined)
    return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer())))
  const hash = sha256.create()
  for (let at = 0; at < file.size; at += SLICE)
    hash.update(new Uint8Array(await file.slice(at, at + SLICE).arrayBuffer()))
  return bytesToHex(hash.digest())
}
