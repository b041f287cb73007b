import { useSiteOptions } from '../../shared/site/site-options.ts'
import { ProsePage } from './prose-page.tsx'

export default function ShippingPage() {
  const { kind } = useSiteOptions()
  if (kind === 'public') return <PublicShipping />
  return (
    <ProsePage
      path="/shipping"
      title="Shipping policy"
      lead={<p>Nothing is sold on this server and nothing is shipped. Cardinal is a page in your browser.</p>}
      sections={[]}
    />
  )
}

function PublicShipping() {
  return (
    <ProsePage
      path="/shipping"
      title="Shipping policy"
      lead={
        <p>Cardinal is a service on the internet. Nothing is shipped, so nothing can get lost on the way.</p>
      }
      sections={[
        {
          title: 'How it is delivered',
          body: (
            <p>
              The free plan is there as soon as you sign in. A paid plan is active within moments of the
              payment provider’s confirmation; your <a href="/subscription">subscription page</a> then shows
              the plan and the day until which it is paid.
            </p>
          ),
        },
        {
          title: 'If a plan does not arrive',
          body: (
            <p>
              Reload the page once. If the plan is not shown an hour after the payment,{' '}
              <a href="/contact">write to us</a> with the time of the payment and the email of your account.
              We either set the plan or refund the payment.
            </p>
          ),
        },
        {
          title: 'Charges',
          body: (
            <p>There are no charges for delivery, for installing the app on your devices, or for updates.</p>
          ),
        },
      ]}
    />
  )
}
