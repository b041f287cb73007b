import styles from './kbd.module.css'

/** A key or a combination, written `Mod+Enter`; `Mod` is Cmd on Apple's machines and Ctrl elsewhere. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span className={styles.keys}>
      {keys.split('+').map((key) => (
        <kbd key={key} className={styles.key}>
          {keyName(key)}
        </kbd>
      ))}
    </span>
  )
}

/** The word for a key on this machine. */
export function keyName(key: string): string {
  const isApple = typeof navigator !== 'undefined' && /Mac|iP(hone|ad|od)/.test(navigator.platform)
  if (key === 'Mod') return isApple ? '⌘' : 'Ctrl'
  if (key === 'Alt') return isApple ? '⌥' : 'Alt'
  if (key === 'Shift') return isApple ? '⇧' : 'Shift'
  if (key === 'Enter') return '↵'
  return key
}
