import type { Color } from '@cardinal/domain'
import { Check, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import { Kbd } from './kbd.tsx'
import styles from './menu.module.css'
import type { Placement } from './place.ts'
import { FloatingPanel } from './popover.tsx'
import { useFloating } from './use-floating.ts'

export interface MenuItem {
  readonly label: string
  readonly icon?: LucideIcon | undefined
  /** A colour shown instead of the icon; null: none. */
  readonly swatch?: Color | null | undefined
  readonly onSelect: () => void
  /** Set: the item can be checked. */
  readonly isChecked?: boolean | undefined
  readonly isDisabled?: boolean | undefined
  readonly isDanger?: boolean | undefined
  readonly shortcut?: string | undefined
  /** Whether a line is drawn above it. */
  readonly startsSection?: boolean | undefined
}

interface MenuTriggerProps {
  popoverTarget: string
  'aria-expanded': boolean
  'aria-controls': string
  'aria-haspopup': 'menu'
}

interface MenuProps {
  label: string
  items: readonly MenuItem[] | (() => readonly MenuItem[])
  trigger: (props: MenuTriggerProps) => ReactNode
  placement?: Placement | undefined
}

/** A button with a menu. Arrows move, letters jump, Enter selects, Escape closes and returns the focus. */
export function Menu({ label, items, trigger, placement }: MenuProps) {
  const floating = useFloating(placement ? { placement } : {})
  return (
    <>
      {trigger({ ...floating.triggerProps, 'aria-haspopup': 'menu' })}
      <FloatingPanel {...floating.panelProps} role="menu" aria-label={label} className={styles.menu}>
        {floating.isOpen && (
          <MenuList items={typeof items === 'function' ? items() : items} close={floating.close} />
        )}
      </FloatingPanel>
    </>
  )
}

/** The items of a menu. Takes the focus when it opens. Its parent must have the role `menu`. */
export function MenuList({ items, close }: { items: readonly MenuItem[]; close: () => void }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    ref.current?.querySelector<HTMLElement>('button:not(:disabled)')?.focus({ preventScroll: true })
  }, [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only moves the focus between the items inside
    <div ref={ref} className={styles.list} onKeyDown={moveFocus}>
      {items.map((item) => (
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: aria-checked is there for menuitemcheckbox alone
        <button
          key={item.label}
          type="button"
          role={item.isChecked === undefined ? 'menuitem' : 'menuitemcheckbox'}
          aria-checked={item.isChecked}
          tabIndex={-1}
          disabled={item.isDisabled}
          className={cx(styles.item, item.isDanger && styles.danger, item.startsSection && styles.section)}
          onClick={() => {
            close()
            item.onSelect()
          }}
          onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
        >
          <span className={styles.icon}>{itemIcon(item)}</span>
          <span className={styles.label}>{item.label}</span>
          {item.shortcut && <Kbd keys={item.shortcut} />}
        </button>
      ))}
    </div>
  )
}

function itemIcon(item: MenuItem): ReactNode {
  if (item.swatch !== undefined)
    return (
      <span className={styles.swatch} data-color={item.swatch ?? undefined}>
        {item.isChecked && <Icon of={Check} size={13} />}
      </span>
    )
  if (item.isChecked) return <Icon of={Check} size={15} />
  return item.icon ? <Icon of={item.icon} size={15} /> : null
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')]
  const at = items.indexOf(document.activeElement as HTMLElement)
  const next = targetOf(event, items, at)
  if (!next) return
  event.preventDefault()
  event.stopPropagation()
  next.focus()
}

function targetOf(event: KeyboardEvent, items: HTMLElement[], at: number): HTMLElement | undefined {
  if (event.key === 'ArrowDown') return items[(at + 1) % items.length]
  if (event.key === 'ArrowUp') return items.at(at <= 0 ? -1 : at - 1)
  if (event.key === 'Home') return items[0]
  if (event.key === 'End') return items.at(-1)
  if (event.key === 'Tab') return items[at]
  if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey) return undefined
  const letter = event.key.toLowerCase()
  const rotated = [...items.slice(at + 1), ...items.slice(0, at + 1)]
  return rotated.find((item) => item.textContent?.trim().toLowerCase().startsWith(letter))
}
