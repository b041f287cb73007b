import { useSiteOptions } from '../../shared/site/site-options.ts'
import { SupportMail } from '../../shared/site/support-mail.tsx'
import { PRIVATE_PRIVACY } from './private-texts.tsx'
import { ProsePage, withBodies } from './prose-page.tsx'

export default function PrivacyPage() {
  const { kind } = useSiteOptions()
  return (
    <ProsePage
      path="/privacy-policy"
      title="Privacy policy"
      lead={
        <p>
          Effective <time dateTime="2024-01-10">10th January 2024</time>. In short: we keep your name, your
          email and what you save, and you can take it all with you or have it all deleted.
        </p>
      }
      isNumbered
      sections={kind === 'public' ? SECTIONS : withBodies(SECTIONS, PRIVATE_PRIVACY)}
    />
  )
}

const SECTIONS = [
  {
    title: 'Introduction',
    body: (
      <p>
        This policy says what Cardinal stores about you, why, where, for how long, and what you can do about
        it. It covers the web application, its installed form and its programming interface.
      </p>
    ),
  },
  {
    title: 'What we collect',
    body: (
      <>
        <p>
          You sign in by a social sign-in button. From that account we collect{' '}
          <strong>only your name and your email address</strong>. No password of yours reaches us when the
          sign-in is another company’s.
        </p>
        <p>
          Beside that we store what you create: cards, subnotes, tags, groups, workspaces, saved searches and
          settings.
        </p>
        <p>
          From visitors who are not signed in we record a few actions: that the landing page was opened and
          how wide the window was, that “How it works” was closed, that “See how” or a sign-in button was
          pressed, and that the usage examples were opened. They carry a random number that your browser
          makes, and your network address only where the operator of the site has set that up.
        </p>
      </>
    ),
  },
  {
    title: 'How we use it',
    body: (
      <p>
        To sign you in, to show you what you saved on all your devices, to suggest tags from your own use of
        them, to keep count of plan limits, and to answer when you write to us. Suggestions are counted, not
        guessed: no model is involved, and nothing is used for advertising.
      </p>
    ),
  },
  {
    title: 'Where it is stored',
    body: (
      <p>
        Your notes, links and todos are stored on the servers of a cloud provider. They are{' '}
        <strong>currently not encrypted</strong> there;{' '}
        <strong>encryption of certain folders is planned</strong>. On their way between you and the servers
        they are encrypted. Your browser keeps a copy of its own, so that the app works offline; signing out
        removes it.
      </p>
    ),
  },
  {
    title: 'Payments',
    body: (
      <p>
        Payments go through a card payment provider. It gets your name and your email address when you choose
        to pay. Card numbers are entered there and never reach us; we learn that a payment succeeded, and
        until when, and keep the number under which the provider knows you. Deleting your account deletes you
        there as a customer too. Pricing and plans are country-specific, so the provider and we need to know
        your country.
      </p>
    ),
  },
  {
    title: 'Cookies and browser storage',
    body: (
      <>
        <p>
          Cookies and your browser’s storage record the time of your last login or refresh and the type of
          your device. Beside that they hold what signing in needs (two tokens and the account’s name and
          email), your theme, a random visitor number, whether you have signed in with this browser, and the
          offline copy of your cards with the list of your recent changes.
        </p>
        <p>There are no advertising or tracking cookies, and no scripts of other companies.</p>
      </>
    ),
  },
  {
    title: 'Sharing',
    body: (
      <p>
        We don’t sell your data. It is shared only with those who help to run the service (the cloud provider
        and the payment provider, each for its part), or where a law obliges us to. What you share yourself,
        at a secret address, can be read by everybody who has the address, until you take it back. Programs
        whose address you name as a webhook are told of your cards.
      </p>
    ),
  },
  {
    title: 'How long we keep it',
    body: (
      <p>
        As long as you have an account. A deleted card can be restored for 30 days; the mark that it was
        deleted is kept for up to 180 days, so that your other devices learn of it. When you delete your
        account, all its data goes from the database at once, and from backups with their next cycle.
      </p>
    ),
  },
  {
    title: 'Security',
    body: (
      <p>
        Sessions end by themselves when they are not used, every use of a stolen session token ends the whole
        session, and you can end the sessions on your other devices in settings. Read{' '}
        <a href="/tips">what is better not kept here</a> all the same.
      </p>
    ),
  },
  {
    title: 'Your rights',
    body: (
      <>
        <p>Wherever you live, you have these eight rights here. Most of them are a button in settings.</p>
        <dl>
          <dt>Access</dt>
          <dd>
            See all that is stored about you: it is what the app shows, and the download holds the rest.
          </dd>
          <dt>Update</dt>
          <dd>Change your name, your email and everything you saved.</dd>
          <dt>Delete</dt>
          <dd>Delete single cards, whole workspaces, or the account with all its data.</dd>
          <dt>Rectification</dt>
          <dd>Have wrong data put right, by yourself in settings or by writing to us.</dd>
          <dt>Objection</dt>
          <dd>Object to a use of your data; we stop it unless a law requires it.</dd>
          <dt>Restriction</dt>
          <dd>Have the use of your data paused while a question about it is settled.</dd>
          <dt>Portability</dt>
          <dd>Download everything in open formats, and take it elsewhere.</dd>
          <dt>Withdrawal of consent</dt>
          <dd>Take back a consent at any time; what was done before stays lawful.</dd>
        </dl>
      </>
    ),
  },
  {
    title: 'Children',
    body: (
      <p>
        Cardinal is not for children under 13, and we don’t knowingly store data of theirs. Tell us if it
        happened; we delete it.
      </p>
    ),
  },
  {
    title: 'Other countries',
    body: (
      <p>
        The servers may stand in another country than yours. Wherever they stand, this policy applies to your
        data, with the safeguards that the law of your country asks for.
      </p>
    ),
  },
  {
    title: 'Changes to this policy',
    body: (
      <p>
        Changes appear here with their date. Where one matters to you, you hear of it by email before it takes
        effect.
      </p>
    ),
  },
  {
    title: 'Contact',
    body: (
      <p>
        Write to <SupportMail /> or to the address on <a href="/contact">the contact page</a>. You may also
        complain to the data protection authority of your country.
      </p>
    ),
  },
]
