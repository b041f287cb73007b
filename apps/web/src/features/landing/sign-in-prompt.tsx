import { LogIn } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { serverNow } from '../../replica/server-now.ts'
import { session } from '../../session/index.ts'
import { hasReadHow, hasSignedInBefore, rememberHowRead } from '../../shared/account/kept.ts'
import { pressSignIn } from '../../shared/site/record-action.ts'
import { useSiteOptions } from '../../shared/site/site-options.ts'
import { useIsSignedIn } from '../../shared/site/site-page.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Spinner } from '../../ui/loading.tsx'
import styles from './landing.module.css'
import { wantedPage } from './wanted-page.ts'

/** ms that the spinner shows between the tick and the button. */
const SPINNER_MS = 2000

function keptSentence(unsent: number): string {
  const are = unsent === 1 ? 'change that was not sent is' : 'changes that were not sent are'
  return `${unsent} ${are} kept on this device until you are back.`
}

interface SignInPromptProps {
  howItWorks: ReactNode
  /** Whether the sign-in shows without reading first, for visitors who know the product. */
  isAtOnce?: boolean
}

/**
 * Asks visitors to read how it works, tick a box, wait two seconds, and sign in. A browser with an earlier
 * sign-in offers it at once.
 */
export function SignInPrompt({ howItWorks, isAtOnce = false }: SignInPromptProps) {
  const isSignedIn = useIsSignedIn()
  const [isTicked, setIsTicked] = useState(false)
  const [isReady, setIsReady] = useState(false)
  const [message, setMessage] = useState<string | null>(null)

  const [isKnown, setIsKnown] = useState(false)

  // After hydration, because the HTML written at build doesn't know it.
  useEffect(() => {
    setIsKnown(hasSignedInBefore())
    setIsTicked(hasReadHow())
    const forced = session.snapshot().forcedLoginMessage
    setMessage(forced)
    if (forced === null) return
    import('../../replica/forget-copies.ts')
      .then(({ forgetCopies }) => forgetCopies(serverNow()))
      .then(
        (unsent) => setMessage(unsent === 0 ? forced : `${forced} ${keptSentence(unsent)}`),
        () => {}, // Storage is blocked, so nothing was stored.
      )
  }, [])
  useEffect(() => {
    setIsReady(false)
    if (!isTicked) return
    const timer = setTimeout(() => setIsReady(true), SPINNER_MS)
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
          <Ways />
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
              {isReady && <Ways />}
              {!isTicked && <span className={styles.startText}>Then sign in, or create an account.</span>}
            </div>
          </li>
        </ol>
      )}
    </div>
  )
}

/**
 * Both ways to sign in. Accounts are created here only with the embedded provider. Other providers decide that
 * themselves.
 */
function Ways() {
  const { takesNewAccounts } = useSiteOptions()
  return (
    <>
      <Button tone="primary" size="lg" icon={LogIn} onClick={() => pressSignIn(wantedPage(), 'sign-in')}>
        Sign in
      </Button>
      {takesNewAccounts && (
        <Button size="lg" onClick={() => pressSignIn(wantedPage(), 'create')}>
          Create account
        </Button>
      )}
    </>
  )
}
