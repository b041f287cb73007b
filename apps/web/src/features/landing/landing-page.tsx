import { BookOpen } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { recordAction } from '../../shared/site/record-action.ts'
import { useIsSignedIn } from '../../shared/site/site-page.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ErrorBoundary } from '../../ui/error-view.tsx'
import { SiteFrame } from '../../ui/site-frame.tsx'
import { DemoSkeleton } from './demo-skeleton.tsx'
import { DemoSlots } from './demo-slots.tsx'
import styles from './landing.module.css'
import { Loop } from './loop.tsx'
import { Screenshot } from './screenshot.tsx'
import { SevenTags } from './seven-tags.tsx'
import { SignInPrompt } from './sign-in-prompt.tsx'
import { UseCases } from './use-cases.tsx'

/** The engine and the sample come after the page itself is readable. */
const SampleSearch = lazy(() => import('../../shared/sample/sample-search.tsx'))
const HowItWorks = lazy(() => import('./how-it-works.tsx'))

/** What the sample shows first: the loop at work, one tag typed and six to go on with. */
const FIRST_SEARCH = 'recipe'

export default function LandingPage() {
  const [isHowOpen, setIsHowOpen] = useState(false)
  const isSignedIn = useIsSignedIn()
  useEffect(() => recordAction(`landed-${window.innerWidth}`), [])
  useScrollRequest()

  return (
    <SiteFrame
      current="/"
      actions={
        isSignedIn ? (
          <LinkButton href="/home">Open home</LinkButton>
        ) : (
          <Button onClick={() => setIsHowOpen(true)}>How it works</Button>
        )
      }
    >
      <section className={styles.hero}>
        <h1 className={styles.title}>
          One tag is enough <span className={styles.titleSoft}>to find what you saved.</span>
        </h1>
        <p className={styles.tagline}>
          Find saved content faster: type the one tag you remember, and the tags you forgot come to you. For
          notes, links and todos.
        </p>
        <SignInPrompt
          howItWorks={
            <Button size="lg" icon={BookOpen} onClick={() => setIsHowOpen(true)}>
              How it works
            </Button>
          }
        />
      </section>
      <section className={styles.demo} aria-label="Try it: a sample workspace" id="try">
        <div className={styles.demoHead}>
          <h2 className={styles.demoTitle}>Try it here</h2>
          <p className={styles.demoText}>140 sample cards. Nothing is stored or sent.</p>
        </div>
        <ErrorBoundary>
          <WhenIdle fallback={<DemoSkeleton text={FIRST_SEARCH} />}>
            <SampleSearch initialText={FIRST_SEARCH} isRequestable />
          </WhenIdle>
        </ErrorBoundary>
      </section>
      <Loop />
      <UseCases />
      <DemoSlots />
      <Screenshot />
      <SevenTags />
      {isHowOpen && (
        <Suspense>
          <HowItWorks
            onClose={() => {
              setIsHowOpen(false)
              recordAction('clicked-closed-how-it-works')
            }}
          />
        </Suspense>
      )}
    </SiteFrame>
  )
}

/**
 * Drawn only in a browser, and only when it has nothing better to do: the page can be read and used first.
 * What was written out at build shows the fallback.
 */
function WhenIdle({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const [isTime, setIsTime] = useState(false)
  useEffect(() => {
    // Safari has no idle callback yet.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(() => setIsTime(true), 200)
      return () => clearTimeout(timer)
    }
    const request = requestIdleCallback(() => setIsTime(true), { timeout: 1500 })
    return () => cancelIdleCallback(request)
  }, [])
  return isTime ? <Suspense fallback={fallback}>{children}</Suspense> : fallback
}

/** The page can be asked to scroll to a section by its hash: `videos` or `use-cases`. */
function useScrollRequest(): void {
  useEffect(() => {
    const scroll = () => {
      const id = location.hash.slice(1)
      if (id !== '') document.getElementById(id)?.scrollIntoView()
    }
    scroll()
    addEventListener('hashchange', scroll)
    return () => removeEventListener('hashchange', scroll)
  }, [])
}
