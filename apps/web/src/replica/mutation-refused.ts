import type { Refusal } from '@cardinal/domain'

/** Error of `mutate` when a rule refuses; nothing was changed. The caller puts it into words. */
export class MutationRefused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(`The change was refused: ${refusal.kind}`)
    this.name = 'MutationRefused'
    this.refusal = refusal
  }
}
