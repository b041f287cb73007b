import { type Id, makeId } from '@cardinal/domain'

/** A fresh id; the browser chooses the ids of what it creates, so that creating works offline. */
export function newId(): Id {
  return makeId(Date.now(), crypto.getRandomValues(new Uint8Array(8)))
}
