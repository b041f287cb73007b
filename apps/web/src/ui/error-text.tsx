import styles from './error-text.module.css'

/** Says why an act failed, to screen readers at once; nothing while nothing failed. */
export function ErrorText({ error, id }: { error: string | null | undefined; id?: string | undefined }) {
  if (error == null || error === '') return null
  return (
    <p id={id} role="alert" className={styles.error}>
      {error}
    </p>
  )
}
