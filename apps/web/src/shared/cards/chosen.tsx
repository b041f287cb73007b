import type { Id } from '@cardinal/domain'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { Checkbox } from '../../ui/index.ts'

export interface Chosen {
  readonly ids: ReadonlySet<Id>
  /** Selects or deselects. With `isRange` selects the range from the last one, in the order shown. */
  toggle(id: Id, shown: readonly Id[], isRange: boolean): void
  add(ids: readonly Id[]): void
  clear(): void
}

/** The ticked items of one screen. Lasts as long as the screen. */
export function useChosen(initial: readonly Id[]): Chosen {
  const [state, setState] = useState<{ ids: ReadonlySet<Id>; last: Id | null }>(() => ({
    ids: new Set(initial),
    last: null,
  }))
  const toggle = useCallback((id: Id, shown: readonly Id[], isRange: boolean) => {
    setState(({ ids, last }) => {
      const next = new Set(ids)
      const from = last === null ? -1 : shown.indexOf(last)
      const to = shown.indexOf(id)
      if (isRange && from >= 0 && to >= 0) {
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

interface ChooseBoxProps {
  readonly id: Id
  readonly chosen: Chosen
  /** The ids in the order shown, for Shift-click. */
  readonly shownIds: readonly Id[]
  /** Accessible name, if there are no children. */
  readonly label?: string
  readonly className?: string | undefined
  readonly children?: ReactNode
}

/** A checkbox that ticks an item of a list. Shift ticks a range from the last one. */
export function ChooseBox({ id, chosen, shownIds, label, className, children }: ChooseBoxProps) {
  const isRange = useRef(false)
  return (
    <Checkbox
      isChecked={chosen.ids.has(id)}
      aria-label={label}
      className={className}
      onClick={(event) => {
        isRange.current = event.shiftKey
      }}
      onChange={() => chosen.toggle(id, shownIds, isRange.current)}
    >
      {children}
    </Checkbox>
  )
}
