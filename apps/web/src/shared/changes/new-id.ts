import { type Id, makeId } from '@cardinal/domain'

/** A new id, chosen by the browser, so that creating works offline. */
export function newId(): Id {
  return makeId(Date.now(), crypto.getRandomValues(new Uint8Array(8)))
}
