import { Eye, Link2, ListTodo, StickyNote, Tags } from 'lucide-react'
import { type PopupName, usePrefetchPopup } from '../../overlays/index.ts'
import { Button, Menu } from '../../ui/index.ts'

const SHEETS = [
  { name: 'playground-link', label: 'Links', icon: Link2 },
  { name: 'playground-note', label: 'Notes', icon: StickyNote },
  { name: 'playground-todo', label: 'Todos', icon: ListTodo },
  { name: 'playground-tag', label: 'Tags', icon: Tags },
] as const

/** A button that searches one kind in a sheet at the top, without changing home's search. */
export default function PeekMenu({ size, onOpen }: { size?: 'sm'; onOpen: (name: PopupName) => void }) {
  const prefetch = usePrefetchPopup()
  return (
    <Menu
      label="Peek at"
      items={SHEETS.map(({ name, label, icon }) => ({
        label,
        icon,
        onSelect: () => onOpen(name),
      }))}
      trigger={(trigger) => (
        <Button
          size={size}
          tone="quiet"
          icon={Eye}
          onPointerEnter={() => prefetch('playground-link')}
          {...trigger}
        >
          Peek at…
        </Button>
      )}
    />
  )
}
