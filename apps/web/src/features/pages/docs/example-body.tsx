import { Search } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ErrorBoundary } from '../../../ui/error-view.tsx'
import { LoadingPlace } from '../../../ui/loading.tsx'
import styles from './docs.module.css'
import type { UsageExample } from './usage-examples.ts'

const SampleSearch = lazy(() => import('../../../shared/sample/sample-search.tsx'))

/** A usage example: four parts to read, and the searchbar over that person's cards. */
export function ExampleBody({ example }: { example: UsageExample }) {
  const [isTrying, setIsTrying] = useState(false)
  return (
    <div className={styles.example}>
      <dl className={styles.parts}>
        <dt>Scenario</dt>
        <dd>{example.scenario}</dd>
        <dt>Tags and groups</dt>
        <dd>{example.tagsAndGroups}</dd>
        <dt>Usage</dt>
        <dd>{example.usage}</dd>
        <dt>Outcome</dt>
        <dd>{example.outcome}</dd>
      </dl>
      {isTrying ? (
        <section className={styles.sample} aria-label={`Cards of the example: ${example.persona}`}>
          <ErrorBoundary>
            <Suspense fallback={<LoadingPlace text="Loading the sample" />}>
              <SampleSearch initialText={example.search} cards={example.cards} />
            </Suspense>
          </ErrorBoundary>
        </section>
      ) : (
        <Button icon={Search} onClick={() => setIsTrying(true)}>
          Try it: {example.search}
        </Button>
      )}
    </div>
  )
}
