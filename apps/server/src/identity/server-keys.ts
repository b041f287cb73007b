import { ok } from '@cardinal/domain'
import type { Store } from '../store/index.ts'

/** Creates the key at first use; all nodes and later starts get the same one. */
export async function serverKey(
  store: Store,
  name: string,
  make: () => string | Promise<string>,
): Promise<string> {
  const known = await store.serverKeys.byName(name)
  if (known !== undefined) return known
  const made = await make()
  const kept = await store.transact(async (tx) => {
    await tx.serverKeys.insertNew(name, made)
    return ok(await tx.serverKeys.byName(name))
  })
  if (!kept.ok || kept.value === undefined) throw new Error(`The key ${name} could not be kept.`)
  return kept.value
}
