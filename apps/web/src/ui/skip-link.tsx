import styles from './skip-link.module.css'

/** The first stop of Tab on a page: leads past what stands before the content. `onSkip` takes the focus there itself. */
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
