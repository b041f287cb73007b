import type { Refusal } from '@cardinal/domain'

/** What `mutate` rejects with when a rule refuses; nothing was changed then. The edge words it. */
export class MutationRefused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(`The change was refused: ${refusal.kind}`)
    this.name = 'MutationRefused'
    this.refusal = refusal
  }
}
