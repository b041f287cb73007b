import { type Id, makeId } from '@cardinal/domain'

/** Returns a new id. The browser chooses ids, so that creating works offline. */
export function newId(): Id {
  return makeId(Date.now(), crypto.getRandomValues(new Uint8Array(8)))
}
