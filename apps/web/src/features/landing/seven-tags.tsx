import { lazy, Suspense, useState } from 'react'
import { recordAction } from '../../shared/site/record-action.ts'
import styles from './landing.module.css'

const SevenTagsModal = lazy(() => import('./seven-tags-modal.tsx'))

/** The idea of a small core of tags, with a link that explains it. */
export function SevenTags() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section className={styles.seven}>
      <p className={styles.sevenFigure} aria-hidden="true">
        7
      </p>
      <div>
        <h2 className={styles.heading}>Seven tags hold most of it together</h2>
        <p className={styles.lead}>
          You don’t need a system before you start. A core of about seven tags, used often, leads to all the
          others.{' '}
          <button
            type="button"
            className={styles.textLink}
            onClick={() => {
              setIsOpen(true)
              recordAction('clicked-seeHow')
            }}
          >
            See how
          </button>
        </p>
      </div>
      {isOpen && (
        <Suspense>
          <SevenTagsModal onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </section>
  )
}
