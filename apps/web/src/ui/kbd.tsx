import { cx } from './cx.ts'
import styles from './kbd.module.css'

/**
 * A key or combination, written `Mod+Enter`; `Mod` is Cmd on Apple devices and Ctrl elsewhere. Hidden on touch
 * screens as a hint next to a control; `isMeant` shows it everywhere, as in the list of all keys.
 */
export function Kbd({ keys, isMeant = false }: { keys: string; isMeant?: boolean }) {
  return (
    <span className={cx(styles.keys, !isMeant && styles.hint)}>
      {keys.split('+').map((key) => (
        <kbd key={key} className={styles.key}>
          {keyName(key)}
        </kbd>
      ))}
    </span>
  )
}

/** Name of a key on this machine. */
function keyName(key: string): string {
  const isApple = typeof navigator !== 'undefined' && /Mac|iP(hone|ad|od)/.test(navigator.platform)
  if (key === 'Mod') return isApple ? '⌘' : 'Ctrl'
  if (key === 'Alt') return isApple ? '⌥' : 'Alt'
  if (key === 'Shift') return isApple ? '⇧' : 'Shift'
  if (key === 'Enter') return '↵'
  return key
}
