import type { Refusal } from '@cardinal/domain'

/** Why an import ends whose account is gone. */
export const NO_ACCOUNT = 'The account was deleted while the import was running.'

/** The account can take no more of an import. What was made by then stays, and can be undone. */
export class ImportRefused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(`An import was refused: ${refusal.kind}`)
    this.refusal = refusal
  }
}

/** The server stopped in the middle of an import. It goes on when a server has started again. */
export class Stopped extends Error {}

/** A person has cancelled it. What was made by then stays, and can be undone. */
export class Cancelled extends Error {}
