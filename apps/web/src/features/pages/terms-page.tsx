import { useSiteOptions } from '../../shared/site/site-options.ts'
import { SupportMail } from '../../shared/site/support-mail.tsx'
import { PRIVATE_TERMS } from './private-texts.tsx'
import { ProsePage, withBodies } from './prose-page.tsx'

export default function TermsPage() {
  const { kind } = useSiteOptions()
  return (
    <ProsePage
      path="/terms-of-service"
      title="Terms of service"
      lead={
        <p>
          Effective <time dateTime="2024-01-10">10th January 2024</time>. Twelve sections, written to be read.
        </p>
      }
      isNumbered
      sections={kind === 'public' ? SECTIONS : withBodies(SECTIONS, PRIVATE_TERMS)}
    />
  )
}

const SECTIONS = [
  {
    title: 'Introduction',
    body: (
      <>
        <p>
          These terms are an agreement between you and <Operator /> (“we”). Cardinal is a web application in
          which you keep notes, links and todos and find them again by their tags. By signing in you accept
          these terms and the <a href="/privacy-policy">privacy policy</a>. If you don’t accept them, please
          don’t use it.
        </p>
        <p>Cardinal is not meant for children under 13.</p>
      </>
    ),
  },
  {
    title: 'Use of service',
    body: (
      <>
        <p>
          You sign in with an account of a third party. You are responsible for what happens through it, so
          keep it safe.
        </p>
        <p>You agree not to:</p>
        <ul>
          <li>
            use the service for anything unlawful, or keep content in it that you have no right to keep;
          </li>
          <li>try to reach what belongs to somebody else, or to get around limits and protections;</li>
          <li>disturb the service for others, for instance by automated load beyond the published limits.</li>
        </ul>
        <p>Programs may use the published interface with your own tokens, within the same limits as you.</p>
      </>
    ),
  },
  {
    title: 'Content',
    body: (
      <p>
        What you save stays yours. You give us only the permission that running the service needs: to store
        it, to copy it for backups, to send it to your devices and to show it to you. We don’t sell it, we
        don’t show it to others, and no model is trained on it. You are responsible for the content that you
        keep; read <a href="/tips">what not to store</a> first.
      </p>
    ),
  },
  {
    title: 'Payments and subscriptions',
    body: (
      <>
        <p>
          <FreePlan /> Paid plans lift that limit; plans and prices differ by country and are shown on{' '}
          <a href="/pricing">the pricing page</a> before you pay. Payments are handled by a card payment
          provider; we never see or store card numbers.
        </p>
        <p>
          A plan lasts until the end of the time that was paid for. When it ends, your account counts as free:
          nothing is deleted, but new cards can be added only below the free limit.{' '}
          <a href="/refund">Refunds</a> have a page of their own.
        </p>
      </>
    ),
  },
  {
    title: 'Data security',
    body: (
      <p>
        Connections are encrypted, and access to the servers is limited to those who run them. Stored content
        is currently not encrypted; encryption of certain folders is planned. No system is beyond all risk, so
        don’t keep passwords or card numbers here, and download a copy of your data from time to time.
      </p>
    ),
  },
  {
    title: 'Disclaimer',
    body: (
      <p>
        The service is provided as it is and as available. We work to keep it running and correct, but we
        don’t promise that it never fails, or that it fits a particular purpose. What you keep in it, such as
        medical or legal notes, is your own material and no advice from us.
      </p>
    ),
  },
  {
    title: 'Termination',
    body: (
      <p>
        You can delete your account in <a href="/settings">settings</a> at any time; your data then goes with
        it, as the privacy policy describes. We may suspend or end an account that breaks these terms or
        endangers others, after notice by email where that is possible, and with the chance to download your
        data unless the law forbids it.
      </p>
    ),
  },
  {
    title: 'Limitation of liability',
    body: (
      <p>
        As far as the law allows, we are not liable for indirect or consequential loss, such as lost profit or
        lost data of which you kept no copy, and in any case not beyond what you paid us in the twelve months
        before. Nothing here limits liability that cannot be limited by law.
      </p>
    ),
  },
  {
    title: 'Indemnification',
    body: (
      <p>
        If somebody makes a claim against us because of content that you kept here, or because you broke these
        terms or the law, you will cover the reasonable costs that follow from it.
      </p>
    ),
  },
  {
    title: 'Changes to terms',
    body: (
      <p>
        We may change these terms when the service or the law changes. The new text appears here with its
        date. Where a change takes something away from you, you hear of it by email at least 30 days before.
        Using the service after that means that you accept the change.
      </p>
    ),
  },
  {
    title: 'Governing law',
    body: <GoverningLaw />,
  },
  {
    title: 'Contact',
    body: (
      <p>
        Questions about these terms: <SupportMail />, or by post to the address on{' '}
        <a href="/contact">the contact page</a>.
      </p>
    ),
  },
]

function Operator() {
  return useSiteOptions().operatorName
}

function FreePlan() {
  const { freeCardLimit } = useSiteOptions()
  return freeCardLimit === 0
    ? 'The free plan has no limit on cards at present.'
    : `The free plan holds up to ${freeCardLimit} cards in total.`
}

function GoverningLaw() {
  const { operatorLaw } = useSiteOptions()
  return (
    <p>
      These terms are governed by {operatorLaw}. They don’t take from you the protection that the law of the
      country where you live gives to consumers.
    </p>
  )
}
