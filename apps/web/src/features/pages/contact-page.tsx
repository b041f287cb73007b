import { SupportMail } from '../../shared/site/support-mail.tsx'
import { ProsePage } from './prose-page.tsx'
import { siteConfig } from './site-config.ts'

export default function ContactPage() {
  return (
    <ProsePage
      path="/contact"
      title="Contact"
      lead={<p>A person reads every message, in India’s working hours, usually within two days.</p>}
      sections={[
        {
          title: 'By email',
          body: (
            <>
              <p>
                <SupportMail />
              </p>
              <p>
                For help, say what you did, what you expected and what happened instead; the time helps too.
                Please don’t send cards or tokens along: we can look things up without them.
              </p>
            </>
          ),
        },
        {
          title: 'By post',
          body: (
            <address>
              Cardinal
              <br />
              {siteConfig.officeAddress}
            </address>
          ),
        },
        {
          title: 'A security problem',
          body: (
            <p>
              Write to the same address with “security” in the subject. We answer within two days, fix first,
              and thank you by name if you like. The same is said in{' '}
              <a href="/.well-known/security.txt">security.txt</a>.
            </p>
          ),
        },
      ]}
    />
  )
}
