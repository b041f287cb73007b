import { type ReactNode, useId } from 'react'
import styles from './settings.module.css'

/** One part of the settings: what it is about at the left, what can be done at the right. */
export function Section({
  title,
  about,
  children,
}: {
  title: string
  about?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    // It takes the focus when the last row goes from a list in it.
    <section className={styles.section} aria-labelledby={id} tabIndex={-1}>
      <div className={styles.about}>
        <h2 id={id} className={styles.heading}>
          {title}
        </h2>
        {about && <p className={styles.text}>{about}</p>}
      </div>
      <div className={styles.content}>{children}</div>
    </section>
  )
}
