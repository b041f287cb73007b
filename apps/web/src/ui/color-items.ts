import { COLORS, type Color } from '@cardinal/domain'
import type { MenuItem } from './menu.tsx'

/** The colours and none as the items of a menu, each with its swatch and a tick on the present one. */
export function colorItems(present: Color | null, onSelect: (color: Color | null) => void): MenuItem[] {
  return [...COLORS, null].map((color) => ({
    label: color ?? 'no colour',
    swatch: color,
    isChecked: present === color,
    startsSection: color === null,
    onSelect: () => onSelect(color),
  }))
}
