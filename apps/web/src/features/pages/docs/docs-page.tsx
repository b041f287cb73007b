import { useState } from 'react'
import { recordAction } from '../../../shared/site/record-action.ts'
import { SitePage, useIsSignedIn } from '../../../shared/site/site-page.tsx'
import { Accordion } from '../../../ui/accordion.tsx'
import { Button } from '../../../ui/button.tsx'
import prose from '../prose.module.css'
import styles from './docs.module.css'
import { ExampleBody } from './example-body.tsx'
import { Manual } from './manual.tsx'
import { HowItWorks, HowTheSearchbarWorks } from './manual-details.tsx'
import { USAGE_EXAMPLES } from './usage-examples.ts'

export default function DocsPage() {
  const [isDetailShown, setIsDetailShown] = useState(false)
  const [openId, setOpenId] = useState<string | null>(null)
  const isSignedIn = useIsSignedIn()
  const onOpen = (id: string | null) => {
    setOpenId(id)
    if (id !== null && !isSignedIn) recordAction('route-usageExample')
  }

  return (
    <SitePage path="/docs">
      <div className={styles.page}>
        <header className={styles.header}>
          <h1 className={prose.title}>User manual</h1>
          <p className={prose.lead}>Five minutes to read, with searches that you can press and try.</p>
        </header>

        <div className={styles.three}>
          <section>
            <h2 className={styles.heading}>The problem</h2>
            <p>
              You saved it, you tagged it, and now you don’t know which tags you used. Forgetting tags is what
              makes tags useless everywhere else.
            </p>
          </section>
          <section>
            <h2 className={styles.heading}>The solution</h2>
            <p>
              Recall the forgotten tags through those you remember. Type one; the others that stand on the
              same cards are shown, the most useful first. Pick, and the list narrows.
            </p>
          </section>
          <section>
            <h2 className={styles.heading}>The features</h2>
            <ul className={styles.features}>
              <li>Easy tag grouping</li>
              <li>Advanced tag suggestions, each with its reason</li>
              <li>Advanced search with exclusion</li>
              <li>Notes, links and todos, all in one place</li>
            </ul>
          </section>
        </div>

        {isDetailShown ? (
          <div className={styles.details} id="details">
            <HowItWorks />
            <HowTheSearchbarWorks />
          </div>
        ) : (
          <Button className={styles.more} onClick={() => setIsDetailShown(true)}>
            See more
          </Button>
        )}

        <Manual />

        <section className={styles.examples} id="usage-examples" aria-labelledby="examples-title">
          <h2 id="examples-title" className={styles.examplesTitle}>
            Ten people, ten ways
          </h2>
          <p className={styles.examplesText}>
            Open one, read how it is done, and try it on a handful of that person’s cards.
          </p>
          <Accordion
            items={USAGE_EXAMPLES.map((example) => ({
              id: example.id,
              title: example.persona,
              content: <ExampleBody example={example} />,
            }))}
            openId={openId}
            onChange={onOpen}
          />
        </section>
      </div>
    </SitePage>
  )
}
