import { useSiteOptions } from '../../shared/site/site-options.ts'
import { SupportMail } from '../../shared/site/support-mail.tsx'
import { ProsePage } from './prose-page.tsx'

export default function ContactPage() {
  const { kind } = useSiteOptions()
  return kind === 'public' ? <PublicContact /> : <PrivateContact />
}

function PublicContact() {
  return (
    <ProsePage
      path="/contact"
      title="Contact"
      lead={<p>A person reads every message, usually within two working days.</p>}
      sections={[
        { title: 'By email', body: <ByEmail /> },
        { title: 'By post', body: <PostalAddress /> },
        { title: 'A security problem', body: <SecurityProblem /> },
      ]}
    />
  )
}

/**
 * Distinguishes the operator of the server from the maker of the program, so that people write to the right one.
 * The HTML is written before the operator is known, so `data-told` in `prose.module.css` hides fields that are
 * not configured.
 */
function PrivateContact() {
  const { operatorName, operatorAddress, supportEmail } = useSiteOptions()
  return (
    <ProsePage
      path="/contact"
      title="Contact"
      lead={
        <p>
          This is a private server<span data-told={operatorName}>, run by {operatorName}</span>. The person
          who set it up can lift the limit of cards; if that is you, docs/running.md says how.
        </p>
      }
      sections={[
        {
          title: 'By email',
          body: (
            <div data-told={supportEmail}>
              <ByEmail />
            </div>
          ),
        },
        {
          title: 'By post',
          body: (
            <div data-told={operatorAddress}>
              <PostalAddress />
            </div>
          ),
        },
        {
          title: 'A forgotten password',
          body: (
            <p>
              The operator can give you a code that sets a new one. Nobody, the operator included, can see the
              old one.
            </p>
          ),
        },
        {
          title: 'The makers of Cardinal',
          body: (
            <p>
              Cardinal is open source and made in Pune, India. Its makers don’t run this server, and cannot
              see what is kept on it. Report faults of the program at the place you got it from.
            </p>
          ),
        },
      ]}
    />
  )
}

function ByEmail() {
  const { supportEmail } = useSiteOptions()
  return (
    <div>
      <p data-untold={supportEmail}>The operator of this server has not given an email address.</p>
      <div data-told={supportEmail}>
        <p>
          <SupportMail />
        </p>
        <p>
          For help, say what you did, what you expected and what happened instead; the time helps too. Please
          don’t send cards or tokens along: nobody needs them to help you.
        </p>
      </div>
    </div>
  )
}

function SecurityProblem() {
  const { supportEmail } = useSiteOptions()
  return (
    <p>
      <span data-told={supportEmail}>Write to the same address with “security” in the subject.</span>
      <span data-untold={supportEmail}>Write to the postal address.</span> We answer within two days, fix
      first, and thank you by name if you like. The same is said in{' '}
      <a href="/.well-known/security.txt">security.txt</a>.
    </p>
  )
}

function PostalAddress() {
  const { operatorName, operatorAddress } = useSiteOptions()
  return (
    <address>
      {operatorName}
      <br />
      {operatorAddress}
    </address>
  )
}
