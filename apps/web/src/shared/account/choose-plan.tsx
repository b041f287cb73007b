import type { BillingPeriod } from '@cardinal/domain'
import { Button, type ControlSize } from '../../ui/button.tsx'
import styles from './billing.module.css'
import { useProviderPage } from './use-provider-page.ts'

interface ChoosePlanProps {
  country: string
  period: BillingPeriod
  size?: ControlSize
}

/** Renders a button that opens the payment page of the plan. It shows a failure in place. */
export function ChoosePlan({ country, period, size = 'md' }: ChoosePlanProps) {
  const [state, leave] = useProviderPage()
  return (
    <>
      <Button
        tone="primary"
        size={size}
        disabled={state.kind === 'leaving'}
        onClick={() => void leave('/billing/start-checkout', { country, plan: period })}
      >
        {state.kind === 'leaving' ? 'Opening the payment page…' : 'Choose plan'}
      </Button>
      {state.kind === 'failed' && (
        <p role="alert" className={styles.problem}>
          {state.sentence}
        </p>
      )}
    </>
  )
}

/** Renders a button that opens the page for payment cards, invoices and cancelling. */
export function ManagePayments() {
  const [state, leave] = useProviderPage()
  return (
    <>
      <Button disabled={state.kind === 'leaving'} onClick={() => void leave('/billing/open-portal', {})}>
        {state.kind === 'leaving' ? 'Opening the payment page…' : 'Manage payments'}
      </Button>
      {state.kind === 'failed' && (
        <p role="alert" className={styles.problem}>
          {state.sentence}
        </p>
      )}
    </>
  )
}
