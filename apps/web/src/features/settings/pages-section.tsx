import { grouped } from '@cardinal/domain'
import { useEffect } from 'react'
import type { DataOf } from '../../session/index.ts'
import { counted } from '../../shared/text/counted.ts'
import { ErrorText, LinkButton } from '../../ui/index.ts'
import { Section } from './section.tsx'
import styles from './settings.module.css'
import { useServerAnswer } from './use-server-list.ts'

type PageProgress = DataOf<'GET /entity/page-progress'>

/** ms between two requests while pages are being fetched. */
const POLL_EVERY_MS = 5_000

/** How far the server has fetched the pages of links. */
export function PagesSection() {
  const { answer, failure, load } = useServerAnswer('GET /entity/page-progress')
  const isUnderWay = answer?.is_on === true && answer.waiting > 0
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setInterval(() => void load(), POLL_EVERY_MS)
    return () => clearInterval(timer)
  }, [isUnderWay, load])
  return (
    <Section
      title="Pages of links"
      about="The server fetches title, description, icon and cover of each link, and finds links whose page is gone. What you wrote stays as it is."
    >
      <ErrorText error={failure} />
      {answer === null && failure === null && <p className={styles.text}>Asking the server …</p>}
      {answer !== null && !answer.is_on && (
        <p className={styles.text}>The operator of this server has turned this off.</p>
      )}
      {answer?.is_on && <Progress {...answer} />}
    </Section>
  )
}

function Progress(progress: PageProgress) {
  const { waiting, fetched, blocked, failing, dead, refused } = progress
  const done = fetched + blocked + failing + dead + refused
  const facts = [
    ['Fetched', fetched],
    ['Kept back by the site', blocked],
    ['Failed, tried again later', failing],
    ['Gone', dead],
    ['Not allowed: a private network or an odd port', refused],
  ] as const
  return (
    <>
      {waiting > 0 && (
        <>
          <progress
            className={styles.progress}
            max={done + waiting}
            value={done}
            aria-label="Pages fetched"
          />
          <p className={styles.text} role="status">
            {`${grouped(waiting)} of ${counted(done + waiting, 'link')} to go: at most five a second, and one at a time for each site.`}
          </p>
        </>
      )}
      <dl className={styles.facts}>
        {facts
          .filter(([, count], index) => index === 0 || count > 0)
          .map(([name, count]) => (
            <div key={name} className={styles.fact}>
              <dt>{name}</dt>
              <dd>{grouped(count)}</dd>
            </div>
          ))}
      </dl>
      {dead > 0 && <LinkButton href="/home?search=is%3Adead">Show links whose page is gone</LinkButton>}
    </>
  )
}
