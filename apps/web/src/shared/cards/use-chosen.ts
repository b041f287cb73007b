import type { Id } from '@cardinal/domain'
import { useCallback, useMemo, useState } from 'react'

export interface Chosen {
  readonly ids: ReadonlySet<Id>
  /** Selects or deselects. With `isStretch` selects the range from the last one, in the order shown. */
  toggle(id: Id, shown: readonly Id[], isStretch: boolean): void
  add(ids: readonly Id[]): void
  clear(): void
}

/** Returns the selected items of one screen, for the next act. Lasts as long as the screen. */
export function useChosen(initial: readonly Id[]): Chosen {
  const [state, setState] = useState<{ ids: ReadonlySet<Id>; last: Id | null }>(() => ({
    ids: new Set(initial),
    last: null,
  }))
  const toggle = useCallback((id: Id, shown: readonly Id[], isStretch: boolean) => {
    setState(({ ids, last }) => {
      const next = new Set(ids)
      const from = last === null ? -1 : shown.indexOf(last)
      const to = shown.indexOf(id)
      if (isStretch && from >= 0 && to >= 0) {
        for (const each of shown.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(each)
      } else if (!next.delete(id)) next.add(id)
      return { ids: next, last: id }
    })
  }, [])
  const add = useCallback(
    (more: readonly Id[]) => setState(({ ids, last }) => ({ ids: new Set([...ids, ...more]), last })),
    [],
  )
  const clear = useCallback(() => setState({ ids: new Set(), last: null }), [])
  return useMemo(() => ({ ids: state.ids, toggle, add, clear }), [state.ids, toggle, add, clear])
}
