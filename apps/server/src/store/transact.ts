import type { Result } from '@cardinal/domain'
import type { Db } from './tables/db.ts'

/** Carries out work in one transaction: a refusal or a throw leaves no trace of it. */
export type Transact = <T, E>(work: (tx: Db) => Promise<Result<T, E>>) => Promise<Result<T, E>>
