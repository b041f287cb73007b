import { LogIn } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { session, signIn } from '../../session/index.ts'
import { hasReadHow, hasSignedInBefore, rememberHowRead } from '../../shared/device/known-browser.ts'
import { recordAction } from '../../shared/site/record-action.ts'
import { useIsSignedIn } from '../../shared/site/site-page.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Spinner } from '../../ui/loading.tsx'
import styles from './landing.module.css'
import { wantedPage } from './wanted-page.ts'

/** ms between the tick and the button, with the yellow-green spinner. */
const WAIT = 2000

function keptSentence(unsent: number): string {
  const are = unsent === 1 ? 'change that was not sent is' : 'changes that were not sent are'
  return `${unsent} ${are} kept on this device until you are back.`
}

interface SignInPromptProps {
  howItWorks: ReactNode
  /** Everybody here knows what it is: nothing has to be read first. */
  isAtOnce?: boolean
}

/**
 * Read how it works, tick, wait two seconds, sign in. With a browser that somebody signed in with before, sign in at
 * once.
 */
export function SignInPrompt({ howItWorks, isAtOnce = false }: SignInPromptProps) {
  const isSignedIn = useIsSignedIn()
  const [isTicked, setIsTicked] = useState(false)
  const [isReady, setIsReady] = useState(false)
  const [message, setMessage] = useState<string | null>(null)

  const [isKnown, setIsKnown] = useState(false)

  // Read after the first draw: a page that was written out at build doesn't know it.
  useEffect(() => {
    setIsKnown(hasSignedInBefore())
    setIsTicked(hasReadHow())
    const forced = session.snapshot().forcedLoginMessage
    setMessage(forced)
    if (forced === null) return
    import('../../replica/forget-copies.ts')
      .then(({ forgetCopies }) => forgetCopies())
      .then(
        (unsent) => setMessage(unsent === 0 ? forced : `${forced} ${keptSentence(unsent)}`),
        () => {}, // Storage is closed to the page: nothing was kept.
      )
  }, [])
  useEffect(() => {
    setIsReady(false)
    if (!isTicked) return
    const timer = setTimeout(() => setIsReady(true), WAIT)
    return () => clearTimeout(timer)
  }, [isTicked])

  const tick = (isRead: boolean) => {
    setIsTicked(isRead)
    rememberHowRead(isRead)
  }

  if (isSignedIn) {
    return (
      <div className={styles.prompt}>
        <LinkButton href="/home" tone="primary" size="lg">
          Open home
        </LinkButton>
        {howItWorks}
      </div>
    )
  }
  return (
    <div className={styles.prompt} id="sign-in">
      {message && (
        <p role="alert" className={styles.forced}>
          {message}
        </p>
      )}
      {isKnown || isAtOnce ? (
        <>
          <SignInButton />
          {howItWorks}
        </>
      ) : (
        <ol className={styles.start} aria-label="Start">
          <li className={styles.startStep}>
            <span className={styles.startText}>Read how it works. It takes a minute.</span>
            {howItWorks}
          </li>
          <li className={styles.startStep}>
            <Checkbox isChecked={isTicked} onChange={tick} className={styles.tick}>
              I have read How it Works
            </Checkbox>
            <div className={styles.signIn} aria-live="polite">
              {isTicked && !isReady && (
                <Spinner tone="lime" size={26} text="Getting the sign-in ready" isImmediate />
              )}
              {isReady && <SignInButton />}
              {!isTicked && <span className={styles.startText}>Then sign in, or create an account.</span>}
            </div>
          </li>
        </ol>
      )}
    </div>
  )
}

/** Leads to the provider, which shows the way in to a browser it knows, and to others how to make an account. */
function SignInButton() {
  return (
    <Button
      tone="primary"
      size="lg"
      icon={LogIn}
      onClick={() => {
        recordAction('clicked-login')
        signIn(wantedPage())
      }}
    >
      Sign in
    </Button>
  )
}
