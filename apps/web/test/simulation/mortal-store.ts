import type { NewEntry, ReplicaStore } from '../../src/replica/worker/store/store.ts'
import type { Activity } from './activity.ts'

/**
 * A store whose tab may die between any two steps: a transaction that was begun completes or not by itself,
 * but nobody hears of it any more, and none begins.
 *
 * @param onStep is called before and after each transaction, and may end the tab
 * @param hasRoom whether rows and entries can be written at the moment
 * @param keyOf learns the key of each change that is handed over
 */
export function mortalStore(
  store: ReplicaStore,
  activity: Activity,
  isAlive: () => boolean,
  onStep: () => void,
  hasRoom: () => boolean,
  keyOf: WeakMap<object, string>,
): ReplicaStore {
  return new Proxy(store, {
    get(target, name) {
      const member = Reflect.get(target, name, target) as unknown
      if (typeof member !== 'function') return member
      if (name === 'close') return () => target.close()
      return async (...args: unknown[]) => {
        if (name === 'enqueue')
          for (const { mutation, key } of args[0] as readonly NewEntry[]) keyOf.set(mutation, key)
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

const TAKES_ROOM: ReadonlySet<string | symbol> = new Set<keyof ReplicaStore>([
  'enqueue',
  'amend',
  'appendBatch',
  'writeSlice',
  'finishLoad',
])
