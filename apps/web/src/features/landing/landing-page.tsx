import { BookOpen } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { recordAction } from '../../shared/site/record-action.ts'
import { HOME_ADDRESS, useSiteOptions } from '../../shared/site/site-options.ts'
import { useIsSignedIn } from '../../shared/site/site-page.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { SiteFrame } from '../../ui/site-frame.tsx'
import { Comparison } from './comparison.tsx'
import { Demo } from './demo.tsx'
import { DemoSlots } from './demo-slots.tsx'
import styles from './landing.module.css'
import { Loop } from './loop.tsx'
import { Screenshot } from './screenshot.tsx'
import { SevenTags } from './seven-tags.tsx'
import { SignInPrompt } from './sign-in-prompt.tsx'
import { Sources } from './sources.tsx'
import { UseCases } from './use-cases.tsx'
import { Yours } from './yours.tsx'

const HowItWorks = lazy(() => import('./how-it-works.tsx'))

export default function LandingPage() {
  const [isHowOpen, setIsHowOpen] = useState(false)
  const isSignedIn = useIsSignedIn()
  const { kind } = useSiteOptions()
  useEffect(() => recordAction(`landed-${window.innerWidth}`), [])
  useScrollRequest()

  return (
    <SiteFrame
      current="/"
      isShop={kind === 'public'}
      actions={
        isSignedIn ? (
          <LinkButton href="/home">Open home</LinkButton>
        ) : (
          <Button onClick={() => setIsHowOpen(true)}>How it works</Button>
        )
      }
    >
      <section className={styles.hero}>
        <p className={styles.eyebrow}>Notes, links and todos, without folders</p>
        <h1 className={styles.title}>
          One tag is enough <span className={styles.titleSoft}>to find what you saved.</span>
        </h1>
        <p className={styles.tagline}>
          Find saved content faster: type the one tag you remember, and the tags you forgot come to you.
        </p>
        <p className={styles.facts}>Free, open source, works offline.</p>
        <SignInPrompt
          howItWorks={
            <Button size="lg" icon={BookOpen} onClick={() => setIsHowOpen(true)}>
              How it works
            </Button>
          }
        />
      </section>
      <Demo />
      <Screenshot />
      <Loop />
      <Comparison />
      <UseCases />
      <DemoSlots />
      <SevenTags />
      <Sources />
      <Yours />
      <LastStart isSignedIn={isSignedIn} />
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

/** A second sign-in at the end of the page. */
function LastStart({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <section className={styles.last} aria-labelledby="last-title">
      <h2 id="last-title" className={styles.heading}>
        Save ten things. Find one of them tomorrow.
      </h2>
      <LinkButton href={isSignedIn ? HOME_ADDRESS : '#sign-in'} tone="primary" size="lg">
        {isSignedIn ? 'Open home' : 'Start'}
      </LinkButton>
    </section>
  )
}

/** Scrolls to the section in the address's hash: `videos` or `use-cases`. */
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
