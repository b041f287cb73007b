import type { Id } from '@cardinal/domain'
import { type ReactNode, useRef } from 'react'
import { Checkbox } from '../../ui/index.ts'
import type { Chosen } from './use-chosen.ts'

export interface ChooseBoxProps {
  readonly id: Id
  readonly chosen: Chosen
  /** The ids in the order shown, for Shift-click. */
  readonly shownIds: readonly Id[]
  /** Names it for screen readers, where no children do. */
  readonly label?: string
  readonly className?: string | undefined
  readonly children?: ReactNode
}

/** Renders a checkbox that selects an item of a list; with Shift the range from the last one. */
export function ChooseBox({ id, chosen, shownIds, label, className, children }: ChooseBoxProps) {
  const isStretch = useRef(false)
  return (
    <Checkbox
      isChecked={chosen.ids.has(id)}
      aria-label={label}
      className={className}
      onClick={(event) => {
        isStretch.current = event.shiftKey
      }}
      onChange={() => chosen.toggle(id, shownIds, isStretch.current)}
    >
      {children}
    </Checkbox>
  )
}
