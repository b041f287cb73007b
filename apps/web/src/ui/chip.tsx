import { ListTodo, Minus, Shapes, X } from 'lucide-react'
import type { CSSProperties, KeyboardEvent, MouseEvent, ReactNode } from 'react'
import styles from './chip.module.css'
import { openContextMenu } from './context-menu.tsx'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import type { MenuItem } from './menu.tsx'
import { useLongPress } from './use-long-press.ts'

interface ChipProps {
  label: string
  /** The tag's name, if it is shown by a display name. */
  tagName?: string | undefined
  /** Colour of the tag, by name; null or absent: neutral. */
  color?: string | null | undefined
  /** Whether the search includes or excludes the tag. */
  state?: 'none' | 'included' | 'excluded' | undefined
  /** Number of its cards. */
  count?: number | undefined
  /** From 0 to 1: the chip fills its row, with a bar of this length behind its text. */
  share?: number | undefined
  /** Why it is shown, in a few words: "on 7 of 9". */
  reason?: string | undefined
  /** Drawn without an edge. The reason is only in the tooltip and for screen readers. */
  isQuiet?: boolean | undefined
  /** The typed part of the label, in bold. */
  match?: string | undefined
  /** Whether it shares a group (yellow) or todos (blue) with the tag under the pointer. */
  sharesGroup?: boolean | undefined
  sharesTodos?: boolean | undefined
  onInclude?: (() => void) | undefined
  onExclude?: (() => void) | undefined
  onRemove?: (() => void) | undefined
  /** Items of its menu, made when the menu opens. */
  menuItems?: (() => readonly MenuItem[]) | undefined
  /** Called when hover or focus begins and ends. */
  onPoint?: ((isPointed: boolean) => void) | undefined
  size?: 'sm' | 'md' | undefined
  tabIndex?: number | undefined
  before?: ReactNode | undefined
}

/**
 * A tag, which behaves the same everywhere. A click includes it; Alt-click or the minus after its name excludes
 * it; right click, the menu key or a long press opens its menu. By keyboard: Enter, minus, Delete, the menu key.
 */
export function Chip(props: ChipProps) {
  const {
    label,
    color,
    state = 'none',
    count,
    share,
    reason,
    onInclude,
    onExclude,
    onRemove,
    menuItems,
    onPoint,
  } = props
  const longPress = useLongPress(menuItems && ((at) => openContextMenu(`Tag ${label}`, menuItems(), at)))

  const onClick = (event: MouseEvent) => {
    if (event.altKey && onExclude) onExclude()
    else onInclude?.()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = actOfKey(event, props)
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside do the same from the keyboard
    <span
      {...longPress}
      className={cx(
        styles.chip,
        styles[props.size ?? 'md'],
        styles[state],
        share !== undefined && styles.line,
        props.isQuiet && styles.quiet,
      )}
      style={share === undefined ? undefined : ({ '--share': share } as CSSProperties)}
      data-color={color ?? undefined}
      data-group={props.sharesGroup ? '' : undefined}
      data-todos={props.sharesTodos ? '' : undefined}
      onPointerEnter={onPoint && ((event) => event.pointerType === 'mouse' && onPoint(true))}
      onMouseLeave={onPoint && (() => onPoint(false))}
      // Pressing ends the highlighting of related tags.
      onPointerDownCapture={onPoint && (() => onPoint(false))}
    >
      <button
        type="button"
        className={cx(styles.main, onRemove ? styles.hasCross : onExclude && styles.hasMinus)}
        tabIndex={props.tabIndex}
        aria-pressed={state === 'none' ? undefined : true}
        aria-label={chipName(props)}
        title={[props.tagName, reason].filter(Boolean).join(', ') || undefined}
        onClick={onClick}
        onKeyDown={onKeyDown}
        onFocus={onPoint && (() => onPoint(true))}
        onBlur={onPoint && (() => onPoint(false))}
      >
        {props.before}
        {state === 'excluded' && <Icon of={Minus} size={12} className={styles.sign} />}
        <span className={styles.label}>{withMatch(label, props.match)}</span>
        {count !== undefined && <span className={styles.count}>{count.toLocaleString()}</span>}
        {reason && !props.isQuiet && <span className={styles.reason}>{reason}</span>}
      </button>
      {(props.sharesGroup || props.sharesTodos) && (
        <span className={styles.marks} aria-hidden="true">
          {props.sharesGroup && <Icon of={Shapes} size={11} />}
          {props.sharesTodos && <Icon of={ListTodo} size={11} />}
        </span>
      )}
      <Side label={label} onRemove={onRemove} onExclude={onExclude} />
    </span>
  )
}

/** The button at the end of the chip, which removes or excludes it. */
function Side({ label, onRemove, onExclude }: Pick<ChipProps, 'label' | 'onRemove' | 'onExclude'>) {
  if (onRemove)
    return (
      <button
        type="button"
        tabIndex={-1}
        className={styles.side}
        aria-label={`Remove ${label}`}
        onClick={onRemove}
      >
        <Icon of={X} size={13} />
      </button>
    )
  if (!onExclude) return null
  return (
    <button
      type="button"
      tabIndex={-1}
      className={cx(styles.side, styles.minus)}
      aria-label={`Exclude ${label}`}
      onClick={onExclude}
    />
  )
}

/** Name for screen readers: all that the chip shows, in words. */
function chipName({ label, tagName, state, count, reason, sharesGroup, sharesTodos }: ChipProps): string {
  const parts = [
    label,
    tagName && `tag ${tagName}`,
    state === 'included' && 'included',
    state === 'excluded' && 'excluded',
    count !== undefined && `${count.toLocaleString()} ${count === 1 ? 'card' : 'cards'}`,
    reason,
    sharesGroup && 'shares a group',
    sharesTodos && 'shares todos',
  ]
  return parts.filter(Boolean).join(', ')
}

function actOfKey(event: KeyboardEvent, { onExclude, onRemove }: ChipProps): (() => void) | undefined {
  if (event.key === '-' || (event.key === 'Enter' && event.altKey)) return onExclude
  if (event.key === 'Delete' || event.key === 'Backspace') return onRemove
  return undefined
}

function withMatch(label: string, match: string | undefined): ReactNode {
  const at = match ? label.toLowerCase().indexOf(match.toLowerCase()) : -1
  if (!match || at < 0) return label
  return (
    <>
      {label.slice(0, at)}
      <b>{label.slice(at, at + match.length)}</b>
      {label.slice(at + match.length)}
    </>
  )
}
