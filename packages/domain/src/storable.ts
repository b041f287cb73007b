/** Whether every store returns a text unchanged: some refuse NUL, and all alter lone surrogates. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text)
}

const UNSTORABLE = /\0|\p{Surrogate}/u
