import styles from './skip-link.module.css'

/** The first tab stop of a page, which skips to the content. If given, `onSkip` moves the focus itself. */
export function SkipLink({ to, text, onSkip }: { to: string; text: string; onSkip?: () => void }) {
  return (
    <a
      href={`#${to}`}
      className={styles.skip}
      onClick={
        onSkip &&
        ((event) => {
          event.preventDefault()
          onSkip()
        })
      }
    >
      {text}
    </a>
  )
}
