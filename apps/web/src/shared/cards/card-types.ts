import type { CardType } from '@cardinal/domain'
import { Link2, ListTodo, type LucideIcon, StickyNote } from 'lucide-react'

/** The icon of a card type. */
export const TYPE_ICONS: Readonly<Record<CardType, LucideIcon>> = {
  todo: ListTodo,
  note: StickyNote,
  link: Link2,
}
