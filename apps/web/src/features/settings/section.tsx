import { type ReactNode, useId, useRef } from 'react'
import { anchorOf, useListed } from './section-list.tsx'
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
  const place = useRef<HTMLElement>(null)
  useListed(title, place)
  return (
    // It takes the focus when the last row goes from a list in it.
    <section ref={place} id={anchorOf(title)} className={styles.section} aria-labelledby={id} tabIndex={-1}>
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
