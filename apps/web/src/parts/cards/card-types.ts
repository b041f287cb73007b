import type { CardType } from '@cardinal/domain'
import { CircleCheckBig, Link2, type LucideIcon, StickyNote } from 'lucide-react'

/** A card type's icon, the same everywhere. */
export const TYPE_ICONS: Readonly<Record<CardType, LucideIcon>> = {
  todo: CircleCheckBig,
  note: StickyNote,
  link: Link2,
}
