import type { ReplicaStore } from '../../src/replica/worker/store/store.ts'
import type { Activity } from './activity.ts'

/**
 * A store whose tab may die between any two steps: a transaction that was begun completes or not by itself,
 * but nobody hears of it any more, and none begins.
 *
 * @param onStep is called before and after each transaction, and may end the tab
 */
export function mortalStore(
  store: ReplicaStore,
  activity: Activity,
  isAlive: () => boolean,
  onStep: () => void,
): ReplicaStore {
  return new Proxy(store, {
    get(target, name) {
      const member = Reflect.get(target, name, target) as unknown
      if (typeof member !== 'function') return member
      if (name === 'close') return () => target.close()
      return async (...args: unknown[]) => {
        onStep()
        if (!isAlive()) return new Promise(() => {})
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
