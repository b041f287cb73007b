import type { Id } from '@cardinal/domain'
import type { AccountMutation, Mutation } from '@cardinal/sync'
import type { AnyMutationName, ArgsOf, Method } from './call.ts'
import { calls } from './calls.ts'

/** A call as the outbox sends it and `/sync/push` accepts it; `path` has no base path. */
export interface CallToSend {
  readonly method: Method
  readonly path: string
  readonly body: unknown
}

/**
 * The call that sends a mutation to the server. Parsing it with `parseInput` and `toMutation` gives the
 * mutation again.
 *
 * @param workspaceId the mutation's workspace; null for the account's own mutations
 */
export function callOf(mutation: Mutation | AccountMutation, workspaceId: Id | null): CallToSend {
  const { method, path, fromMutation } = callFor(mutation.name)
  const { params, body } = fromMutation(mutation.args, workspaceId)
  return { method, path: fillPath(path, params ?? {}), body }
}

export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

interface MutationCall<M extends AnyMutationName> {
  readonly method: Method
  readonly path: string
  readonly fromMutation: (
    args: ArgsOf<M>,
    workspaceId: Id | null,
  ) => { readonly params?: Readonly<Record<string, string>>; readonly body: unknown }
}

/** The call of each mutation. A test checks that no mutation is missing. */
const callByMutation = new Map(
  Object.values(calls).flatMap((call) =>
    call.kind === 'change' && call.fromMutation !== null
      ? [[call.mutation as AnyMutationName, call] as const]
      : [],
  ),
)

function callFor<M extends AnyMutationName>(name: M): MutationCall<M> {
  return callByMutation.get(name) as unknown as MutationCall<M>
}
