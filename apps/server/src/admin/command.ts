import type { Result } from '@cardinal/domain'
import type { Config } from '../config.ts'
import type { Store } from '../store/index.ts'

/** Dependencies of commands. */
export interface Workplace {
  readonly store: Store
  readonly config: Config
  readonly now: () => number
  /** Asks for a secret, which must not be visible or get into a shell's history. */
  readonly askSecret: (question: string) => Promise<string>
}

/** Lines for stdout, or the reason for doing nothing, as a sentence. */
export type Answer = Result<readonly string[], string>

export type Options = Readonly<Record<string, string>>

interface CommandHelp {
  readonly usage: string
  readonly does: string
  readonly needs: readonly string[]
  readonly takes: readonly string[]
}

/** Needs the store; servers may be running. */
export interface StoreCommand extends CommandHelp {
  readonly run: (options: Options, workplace: Workplace) => Promise<Answer>
}

/** Works on the data folder's files, and opens the store itself if needed. */
export interface FileCommand extends CommandHelp {
  readonly runOnFiles: (options: Options, config: Config, now: () => number) => Promise<Answer>
}

export type Command = StoreCommand | FileCommand
