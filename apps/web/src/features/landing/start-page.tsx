import { lazy, Suspense, useEffect, useState } from 'react'
import { recordAction } from '../../shared/site/record-action.ts'
import { UNNAMED_OPERATOR, useSiteOptions } from '../../shared/site/site-options.ts'
import { Button } from '../../ui/button.tsx'
import { SiteFrame } from '../../ui/site-frame.tsx'
import styles from './landing.module.css'
import { SignInPrompt } from './sign-in-prompt.tsx'

const HowItWorks = lazy(() => import('./how-it-works.tsx'))

/** The start page of a private site, whose visitors have an account or an invitation. */
export default function StartPage() {
  const [isHowOpen, setIsHowOpen] = useState(false)
  const { operatorName } = useSiteOptions()
  // The HTML written at build doesn't contain the name, and hydration needs the same text.
  const [isNamed, setIsNamed] = useState(false)
  useEffect(() => setIsNamed(operatorName !== UNNAMED_OPERATOR), [operatorName])
  useEffect(() => recordAction(`landed-${window.innerWidth}`), [])
  return (
    <SiteFrame current="/" isShop={false}>
      <section className={styles.hero}>
        <p className={styles.eyebrow}>Notes, links and todos, without folders</p>
        <h1 className={styles.title}>
          One tag is enough <span className={styles.titleSoft}>to find what you saved.</span>
        </h1>
        <p className={styles.tagline}>
          Find saved content faster: type the one tag you remember, and the tags you forgot come to you.
        </p>
        <SignInPrompt
          isAtOnce
          howItWorks={
            <Button size="lg" onClick={() => setIsHowOpen(true)}>
              How it works
            </Button>
          }
        />
        <p className={styles.facts}>
          A private server{isNamed && `, run by ${operatorName}`}. <a href="/tour">See what Cardinal does</a>
        </p>
      </section>
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
