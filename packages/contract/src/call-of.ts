import type { Id } from '@cardinal/domain'
import type { AccountMutation, Mutation } from '@cardinal/sync'
import type { AnyMutationName, ArgsOf, Method } from './call.ts'
import { calls } from './calls.ts'

/** A call as the outbox sends it and as `/sync/push` takes it; the path is without the base path. */
export interface CallToSend {
  readonly method: Method
  readonly path: string
  readonly body: unknown
}

/**
 * Returns the call that carries a mutation to the server. Reading it back with `parseInput` and `toMutation` gives the
 * mutation again.
 *
 * @param workspaceId the workspace that the mutation is made in; null for the account's own
 */
export function callOf(mutation: Mutation | AccountMutation, workspaceId: Id | null): CallToSend {
  const { method, path, fromMutation } = callFor(mutation.name)
  const { params, body } = fromMutation(mutation.args, workspaceId)
  return { method, path: fillPath(path, params ?? {}), body }
}

/** Returns the path with its `{name}` segments filled in. */
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

/** The call of each mutation. A test goes through all mutations. */
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
