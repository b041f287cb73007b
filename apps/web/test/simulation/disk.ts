import 'fake-indexeddb/auto'

const copyOfAnything = globalThis.structuredClone

/**
 * The storage of the simulated devices copies each row that it takes or gives. Plain data, as our rows are, is
 * copied here in a twentieth of the time that Node's own copying takes; everything else is left to that.
 */
globalThis.structuredClone = <T>(value: T): T => copyOf(value) as T

function copyOf(value: unknown): unknown {
  if (value === null || SINGLE.has(typeof value)) return value
  if (Array.isArray(value)) return value.map(copyOf)
  if (Object.getPrototypeOf(value) !== Object.prototype) return copyOfAnything(value)
  const copy: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(value as object)) copy[name] = copyOf(part)
  return copy
}

const SINGLE: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'undefined'])
