import type { Refusal } from '@cardinal/domain'

/** Shown as the reason why an import ended after its account was deleted. */
export const NO_ACCOUNT = 'The account was deleted while the import was running.'

/** The account is at a limit. What was imported stays, and can be undone. */
export class ImportRefused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(`An import was refused: ${refusal.kind}`)
    this.refusal = refusal
  }
}

/** The server is stopping. The import resumes at the next start. */
export class Stopped extends Error {}

/** A person cancelled the import. What was imported stays, and can be undone. */
export class Cancelled extends Error {}
