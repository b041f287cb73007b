import type { Result } from '@cardinal/domain'
import type { Config } from '../config.ts'
import type { Store } from '../store/index.ts'

/** What a command works with. */
export interface Workplace {
  readonly store: Store
  readonly config: Config
  readonly now: () => number
  /** Asks the operator for something that must be neither seen nor kept in a shell's history. */
  readonly askSecret: (question: string) => Promise<string>
}

/** What a command prints on stdout, line by line; or why it did nothing, as a sentence. */
export type Answer = Result<readonly string[], string>

export type Options = Readonly<Record<string, string>>

interface CommandHelp {
  readonly usage: string
  readonly does: string
  readonly needs: readonly string[]
  readonly takes: readonly string[]
}

/** Runs against the store, also while servers run. */
export interface StoreCommand extends CommandHelp {
  readonly run: (options: Options, workplace: Workplace) => Promise<Answer>
}

/** Works on the files of the data folder, and opens the store, or keeps it closed, by itself. */
export interface FileCommand extends CommandHelp {
  readonly runOnFiles: (options: Options, config: Config, now: () => number) => Promise<Answer>
}

export type Command = StoreCommand | FileCommand
