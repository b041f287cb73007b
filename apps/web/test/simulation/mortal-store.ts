import type { IdbStore } from '../../src/replica/worker/store/idb-store.ts'
import type { ReplicaStore } from '../../src/replica/worker/store/store.ts'
import type { Activity } from './activity.ts'

/** Notes the key of each change passed to a store. */
export function noted<Store extends ReplicaStore>(store: Store, keyOf: WeakMap<object, string>): Store {
  const enqueue = store.enqueue.bind(store)
  store.enqueue = (entries) => {
    for (const { mutation, key } of entries) keyOf.set(mutation, key)
    return enqueue(entries)
  }
  return store
}

/**
 * A store whose tab may die between any two steps. A running transaction then completes or not, without an
 * answer, and no other begins.
 *
 * @param onStep called before and after each transaction; may kill the tab
 * @param hasRoom whether rows and entries can be written
 */
export function mortalStore(
  store: IdbStore,
  activity: Activity,
  isAlive: () => boolean,
  onStep: () => void,
  hasRoom: () => boolean,
): IdbStore {
  return new Proxy(store, {
    get(target, name) {
      const member = Reflect.get(target, name, target) as unknown
      if (typeof member !== 'function') return member
      if (name === 'close') return () => target.close()
      return async (...args: unknown[]) => {
        onStep()
        if (!isAlive()) return new Promise(() => {})
        if (TAKES_ROOM.has(name) && !hasRoom()) throw new DOMException('No room.', 'QuotaExceededError')
        const call = member as (...args: unknown[]) => Promise<unknown>
        const outcome = await activity.during(async () => {
          try {
            return { value: await call.apply(target, args) }
          } catch (error) {
            return { error }
          }
        })
        onStep()
        if (!isAlive()) return new Promise(() => {})
        if ('error' in outcome) throw outcome.error
        return outcome.value
      }
    },
  })
}

const TAKES_ROOM: ReadonlySet<string | symbol> = new Set<keyof IdbStore>([
  'adopt',
  'enqueue',
  'appendBatch',
  'writeSlice',
  'finishLoad',
])
