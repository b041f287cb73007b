import { type Id, ok, type Refusal, type Result } from '@cardinal/domain'
import type { AccountMutation, AccountMutationArgs, Mutation, MutationArgs } from '@cardinal/sync'
import * as z from 'zod/mini'

/**
 * Who may make a call. `public`: anybody. `read`, `add`, `write`: a session, or a personal token of that scope
 * (write includes both others). `token`: a session, or any personal token. `session`: a signed-in person only, never a personal
 * token.
 */
export type Access = 'public' | 'token' | 'read' | 'add' | 'write' | 'session'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Format of the answer. Handlers write all but `json` themselves. */
export type AnswerForm = 'json' | 'ndjson' | 'events' | 'file' | 'redirect' | 'html'

type Schema = z.core.$ZodType

interface Parts<P extends Schema, Q extends Schema, B extends Schema, A extends Schema> {
  readonly method: Method
  /** Below the base path; a segment in braces is a parameter. */
  readonly path: string
  readonly access: Access
  /** One sentence for the API page. */
  readonly description: string
  readonly params: P
  readonly query: Q
  readonly body: B
  readonly answer: A
  readonly answerForm: AnswerForm
  /** `file`: the body is the file itself, of any content type; the `body` schema does not apply. */
  readonly takes: 'json' | 'file'
  /** Bytes. Larger bodies are refused while they arrive. */
  readonly maxBody: number
  /** How many requests it counts as in rate limits. */
  readonly cost: number
  /** Whether a session needs a sign-in, or a confirmation by the person, within the last ten minutes. */
  readonly needsFreshSignIn: boolean
}

/** Bytes: of public calls, of most others, of calls that carry whole cards, and of an import's file. */
export const MAX_BODY = {
  public: 16 * 1024,
  usual: 1024 * 1024,
  large: 10 * 1024 * 1024,
  file: 64 * 1024 * 1024,
} as const

export interface Question<P extends Schema, Q extends Schema, B extends Schema, A extends Schema>
  extends Parts<P, Q, B, A> {
  readonly kind: 'question'
}

interface PlainCall<P extends Schema, Q extends Schema, B extends Schema, A extends Schema>
  extends Parts<P, Q, B, A> {
  readonly kind: 'call'
}

/** A call that runs a mutation of a workspace or of the account. */
export interface Change<
  M extends AnyMutationName,
  P extends Schema,
  Q extends Schema,
  B extends Schema,
  A extends Schema,
> extends Parts<P, Q, B, A> {
  readonly kind: 'change'
  readonly mutation: M
  /** The mutation for checked input, or the reason for a refusal. */
  readonly toMutation: (input: Input<P, Q, B>, tools: MutationTools) => Result<MutationNamed<M>, Refusal>
  /** The reverse of `toMutation`, for the call that sends the mutation; see `callOf`. */
  readonly fromMutation: ((args: ArgsOf<M>, workspaceId: Id | null) => Sent<P, B>) | null
}

export interface MutationTools {
  readonly newId: () => Id
  /** ms since 1970 */
  readonly now: number
}

type AllArgs = MutationArgs & AccountMutationArgs
export type AnyMutationName = keyof AllArgs
export type ArgsOf<M extends AnyMutationName> = AllArgs[M]
type MutationNamed<M extends AnyMutationName> = Extract<Mutation | AccountMutation, { name: M }>

interface Input<P extends Schema, Q extends Schema, B extends Schema> {
  readonly params: z.output<P>
  readonly query: z.output<Q>
  readonly body: z.output<B>
}

interface Sent<P extends Schema, B extends Schema> {
  readonly params?: z.input<P>
  readonly body: z.input<B>
}

/** Any call, for code that uses only the common fields. */
export type AnyCall = Parts<Schema, Schema, Schema, Schema> & {
  readonly kind: 'question' | 'call' | 'change'
}

/** Checked input, with defaults filled in. */
export type InputOf<C extends AnyCall> = Input<C['params'], C['query'], C['body']>
/** A request: fields with a default may be omitted, and so may empty parts. */
export type RequestOf<C extends AnyCall> = Part<'params', C['params']> &
  Part<'query', C['query']> &
  Part<'body', C['body']>
/** The whole answer on the wire, with its `data`. */
export type AnswerOf<C extends AnyCall> = z.output<C['answer']>

type Part<Name extends string, S extends Schema> =
  Record<never, never> extends z.input<S>
    ? { readonly [N in Name]?: z.input<S> }
    : { readonly [N in Name]: z.input<S> }

/** An omitted body or parameter list counts as an empty object. */
export const nothing = z.strictObject({})
/** Unknown query parameters are ignored: proxies and caches add some. */
const anyQuery = z.object({})

type Nothing = typeof nothing
type AnyQuery = typeof anyQuery
type Given<P extends Schema, Q extends Schema, B extends Schema, A extends Schema> = Pick<
  Parts<P, Q, B, A>,
  'method' | 'path' | 'description' | 'answer'
> &
  Partial<Parts<P, Q, B, A>>

/**
 * Method and path as literal types, by which a client finds the schemas of `POST /user/sign-out` without
 * loading their code.
 */
interface At<M extends Method, Path extends string> {
  readonly method: M
  readonly path: Path
}

export function defineQuestion<
  A extends Schema,
  const M extends Method,
  const Path extends string,
  P extends Schema = Nothing,
  Q extends Schema = AnyQuery,
  B extends Schema = Nothing,
>(given: Given<P, Q, B, A> & At<M, Path>): Question<P, Q, B, A> & At<M, Path> {
  return { ...parts(given, 'read'), kind: 'question' }
}

/** A call that neither reads a workspace nor runs a mutation: sessions, files, operations. */
export function defineCall<
  A extends Schema,
  const M extends Method,
  const Path extends string,
  P extends Schema = Nothing,
  Q extends Schema = AnyQuery,
  B extends Schema = Nothing,
>(given: Given<P, Q, B, A> & At<M, Path> & { readonly access: Access }): PlainCall<P, Q, B, A> & At<M, Path> {
  return { ...parts(given, given.access), kind: 'call' }
}

/** `toArgs` converts checked input to the mutation's arguments, `fromArgs` back. */
export function defineChange<
  const M extends AnyMutationName,
  A extends Schema,
  const Verb extends Method,
  const Path extends string,
  P extends Schema = Nothing,
  Q extends Schema = AnyQuery,
  B extends Schema = Nothing,
>(
  given: Given<P, Q, B, A> &
    At<Verb, Path> & {
      readonly mutation: M
      readonly toArgs: (input: Input<P, Q, B>, tools: MutationTools) => ArgsOf<M> | Result<ArgsOf<M>, Refusal>
      readonly fromArgs?: (args: ArgsOf<M>, workspaceId: Id | null) => Sent<P, B>
    },
): Change<M, P, Q, B, A> & At<Verb, Path> {
  const { mutation, toArgs, fromArgs, ...rest } = given
  return {
    ...parts(rest as Given<P, Q, B, A> & At<Verb, Path>, 'write'),

    kind: 'change',
    mutation,
    toMutation: (input, tools) => {
      const args = asResult<ArgsOf<M>>(toArgs(input, tools))
      return args.ok ? ok({ name: mutation, args: args.value } as MutationNamed<M>) : args
    },
    fromMutation: fromArgs ?? null,
  }
}

function asResult<T extends object>(value: T | Result<T, Refusal>): Result<T, Refusal> {
  return 'ok' in value ? value : ok(value)
}

/** Fills in defaults for omitted parts. */
function parts<
  P extends Schema,
  Q extends Schema,
  B extends Schema,
  A extends Schema,
  M extends Method,
  Path extends string,
>(given: Given<P, Q, B, A> & At<M, Path>, access: Access): Parts<P, Q, B, A> & At<M, Path> {
  return {
    access,
    params: nothing as Schema as P,
    query: anyQuery as Schema as Q,
    body: nothing as Schema as B,
    answerForm: 'json',
    takes: 'json',
    cost: 1,
    needsFreshSignIn: false,
    maxBody: access === 'public' ? MAX_BODY.public : MAX_BODY.usual,
    ...given,
  }
}
