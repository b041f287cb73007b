import { Fragment } from 'react'
import { Kbd } from '../../ui/index.ts'
import { BAR_KEYS, HOME_KEYS, type KeyLine, LETTER_RULE } from './home-keys.ts'
import styles from './key-lines.module.css'

/** All keys and what they do, shown by `?` and in the settings. */
export function AllKeys() {
  return (
    <div className={styles.columns}>
      <p className={styles.rule}>{LETTER_RULE}</p>
      <Lines title="On home" lines={HOME_KEYS} />
      <Lines title="In the searchbar and on tags" lines={BAR_KEYS} />
    </div>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly KeyLine[] }) {
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <dl className={styles.list}>
        {lines.map(({ keys, does }) => (
          <div key={does} className={styles.row}>
            <dt>{does}</dt>
            <dd className={styles.keys}>
              {keys.map((each, index) => (
                <Fragment key={each}>
                  {index > 0 && <span className={styles.or}>or</span>}
                  <Kbd keys={each} isMeant />
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
