import { lazy, Suspense, useState } from 'react'
import { showInSample } from '../../../shared/sample/sample-request.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorBoundary } from '../../../ui/error-view.tsx'
import { LoadingPlace } from '../../../ui/loading.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { CHAPTERS, holds } from './chapters.ts'
import styles from './manual.module.css'
import { ManualChapter } from './manual-chapter.tsx'

const SampleSearch = lazy(() => import('../../../shared/sample/sample-search.tsx'))

/** Windows with room for the sandbox beside the chapters. `manual.module.css` has the same width. */
const HAS_ROOM_QUERY = '(min-width: 80em)'

/** The chapters with their contents list, a search over them, and a sandbox for their examples. */
export function Manual() {
  const [search, setSearch] = useState('')
  /** The example pressed last. Null: the sandbox was not opened yet. */
  const [tried, setTried] = useState<{ readonly chapter: string; readonly search: string } | null>(null)
  const isBeside = useMedia(HAS_ROOM_QUERY)
  const found = CHAPTERS.filter((chapter) => holds(chapter, search))
  const tryIt = (chapter: string, words: string) => {
    setTried({ chapter, search: words })
    showInSample(words)
  }
  return (
    <div className={styles.manual}>
      <nav aria-label="Chapters" className={styles.contents}>
        <TextField
          label="Search the manual"
          type="search"
          value={search}
          maxLength={100}
          onChange={(event) => setSearch(event.target.value)}
        />
        <p role="status" className={styles.found}>
          {search.trim() === '' ? '' : foundText(found.length)}
          {found.length === 0 && <a href="/faqs">Look in the FAQs</a>}
        </p>
        <ol className={styles.list}>
          {found.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.chapters}>
        {found.map((chapter) => (
          <ManualChapter
            key={chapter.id}
            chapter={chapter}
            onTry={(words) => tryIt(chapter.id, words)}
            tried={!isBeside && tried?.chapter === chapter.id ? tried.search : null}
            sandbox={<Sandbox />}
          />
        ))}
      </div>
      {isBeside && (
        <aside className={styles.beside} aria-label="Sandbox">
          {tried === null ? (
            <div className={styles.closed}>
              <p>Press an example, and it runs here, over 140 sample cards.</p>
              <Button onClick={() => tryIt('find', 'recipe')}>Open the sandbox</Button>
            </div>
          ) : (
            <Sandbox />
          )}
        </aside>
      )}
    </div>
  )
}

function Sandbox() {
  return (
    <div className={styles.sandbox}>
      <ErrorBoundary>
        <Suspense fallback={<LoadingPlace text="Loading the sample" />}>
          <SampleSearch initialText="recipe" isRequestable canAdd />
        </Suspense>
      </ErrorBoundary>
    </div>
  )
}

function foundText(count: number): string {
  if (count === 0) return 'No chapter matches this search. '
  return count === 1 ? '1 chapter' : `${count} chapters`
}
