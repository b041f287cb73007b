import type { Refusal } from '@cardinal/domain'

/** Error of `mutate` when a mutator refuses. Nothing was changed. The caller makes a message of it. */
export class MutationRefused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(`The change was refused: ${refusal.kind}`)
    this.name = 'MutationRefused'
    this.refusal = refusal
  }
}
