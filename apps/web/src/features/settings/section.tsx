import { type ReactNode, useId } from 'react'
import { anchorOf } from '../../shared/site/settings-pages.ts'
import styles from './settings.module.css'

/** A part of the settings: title and explanation at the left, controls at the right. */
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
    // Gets the focus when the last row of a list in the section is removed.
    <section id={anchorOf(title)} className={styles.section} aria-labelledby={id} tabIndex={-1}>
      <div>
        <h2 id={id} className={styles.heading}>
          {title}
        </h2>
        {about && <p className={styles.text}>{about}</p>}
      </div>
      <div className={styles.content}>{children}</div>
    </section>
  )
}
