import type { Node } from '../../src/operations/start.ts'
import type { Store, StoreTransaction, Written } from '../../src/store/index.ts'

/**
 * Makes a node throw, as from a bug, when it writes a row for which `isOf` is true. Returns a function that ends
 * this.
 */
export function failFor({ store }: Node, isOf: (row: Written) => boolean): () => void {
  const real = { transact: store.transact, change: store.change }
  const failing = (tx: StoreTransaction): StoreTransaction => ({
    ...tx,
    changes: {
      ...tx.changes,
      write: async (place, rows) => {
        if (rows.some(isOf)) throw new TypeError('A fault of the code.')
        await tx.changes.write(place, rows)
      },
    },
  })
  Object.assign(store, {
    transact: ((work) => real.transact((tx) => work(failing(tx)))) as Store['transact'],
    change: ((userId, work) => real.change(userId, (tx) => work(failing(tx)))) as Store['change'],
  })
  return () => void Object.assign(store, real)
}
