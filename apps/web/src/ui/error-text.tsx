import styles from './error-text.module.css'

/** Shows why an act failed, and announces it to screen readers. */
export function ErrorText({ error, id }: { error: string | null | undefined; id?: string | undefined }) {
  if (error == null || error === '') return null
  return (
    <p id={id} role="alert" className={styles.error}>
      {error}
    </p>
  )
}
