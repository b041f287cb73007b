/**
 * Returns whether every store keeps a text as it is: NUL is refused by some, and half of a surrogate pair comes back as
 * something else from all of them.
 */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text)
}

const UNSTORABLE = /\0|\p{Surrogate}/u
