/** Expected errors are values, never thrown. */
export type Result<T, E> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E }

export function ok<T>(value: T): Result<T, never> {
  return { ok: true, value }
}

export function refused<E>(error: E): Result<never, E> {
  return { ok: false, error }
}
