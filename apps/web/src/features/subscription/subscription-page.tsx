import { useSearch } from '@tanstack/react-router'
import { useSession } from '../../session/index.ts'
import { pressSignIn } from '../../shared/site/record-action.ts'
import { SitePage } from '../../shared/site/site-page.tsx'
import { Button, EmptyState } from '../../ui/index.ts'
import { Paying } from './paying.tsx'
import { PlanState } from './plan-state.tsx'
import styles from './subscription.module.css'

export default function SubscriptionPage() {
  const { isSignedIn } = useSession()
  const { paid } = useSearch({ strict: false }) as { paid?: boolean }
  return (
    <SitePage path="/subscription">
      <div className={styles.page}>
        <h1 className={styles.title}>Subscription page</h1>
        {isSignedIn ? <PlanState isJustPaid={paid === true} /> : <SignedOut />}
        <Paying />
      </div>
    </SitePage>
  )
}

function SignedOut() {
  return (
    <EmptyState
      title="Sign in to see your plan"
      actions={
        <Button tone="primary" onClick={() => pressSignIn('/subscription')}>
          Sign in
        </Button>
      }
    />
  )
}
