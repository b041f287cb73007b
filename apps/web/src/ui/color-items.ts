import { COLORS, type Color } from '@cardinal/domain'
import type { MenuItem } from './menu.tsx'

/** Menu items for all colours and none, each with a swatch. The present one is ticked. */
export function colorItems(present: Color | null, onSelect: (color: Color | null) => void): MenuItem[] {
  return [...COLORS, null].map((color) => ({
    label: color ?? 'no colour',
    swatch: color,
    isChecked: present === color,
    startsSection: color === null,
    onSelect: () => onSelect(color),
  }))
}
