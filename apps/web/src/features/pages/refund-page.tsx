import { useSiteOptions } from '../../shared/site/site-options.ts'
import { SupportMail } from '../../shared/site/support-mail.tsx'
import { ProsePage } from './prose-page.tsx'

export default function RefundPage() {
  const { kind } = useSiteOptions()
  if (kind === 'public') return <PublicRefund />
  return (
    <ProsePage
      path="/refund"
      title="Refund policy"
      lead={<p>This server doesn’t take payments, so there is nothing to refund.</p>}
      sections={[]}
    />
  )
}

function PublicRefund() {
  return (
    <ProsePage
      path="/refund"
      title="Refund policy"
      lead={
        <p>If it is not for you, you get your money back. No reasons are asked for in the first 14 days.</p>
      }
      sections={[
        {
          title: 'Within 14 days',
          body: (
            <p>
              Write to <SupportMail /> from the email of your account within 14 days of a payment, first or
              renewed, and it is refunded in full.
            </p>
          ),
        },
        {
          title: 'After 14 days',
          body: (
            <p>
              A plan that is cancelled later stays active until the end of the time that was paid for. If the
              service was unusable for more than two days through our fault, the part of the price that falls
              to those days is refunded whenever you ask.
            </p>
          ),
        },
        {
          title: 'How it is paid back',
          body: (
            <p>
              To the card that was charged, through the same payment provider, within five working days of our
              answer; banks may take some more. Where a plan was charged twice, the second charge is returned
              without your asking.
            </p>
          ),
        },
        {
          title: 'Your cards',
          body: (
            <p>
              A refund never deletes anything. The account counts as free again: all cards stay readable, and
              new ones can be added below the limit of the free plan.
            </p>
          ),
        },
      ]}
    />
  )
}
