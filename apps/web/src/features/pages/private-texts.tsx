import type { ReactNode } from 'react'
import { useSiteOptions } from '../../shared/site/site-options.ts'

/* Sections of the legal pages with another text on a private server, by title. Its users know the operator,
   nothing is sold, and the machine may be in somebody's home. */

export const PRIVATE_TERMS: Readonly<Record<string, ReactNode>> = {
  'Use of service': (
    <>
      <p>
        You sign in with an account of this server, or of the provider that its operator chose. You are
        responsible for what happens through it, so keep it safe.
      </p>
      <p>You agree not to:</p>
      <ul>
        <li>use the server for anything unlawful, or keep content in it that you have no right to keep;</li>
        <li>try to reach what belongs to somebody else, or to get around limits and protections;</li>
        <li>disturb the server for others, for instance by automated load.</li>
      </ul>
      <p>Programs may use the published interface with your own tokens, within the same limits as you.</p>
    </>
  ),
  'Payments and subscriptions': (
    <p>
      This server doesn’t take payments, and there are no subscriptions. <Limit /> The operator can change
      that limit.
    </p>
  ),
  'Data security': (
    <p>
      Access to the machine is limited to those who run it. Stored content is currently not encrypted, unless
      the operator has encrypted the disk; encryption of certain folders is planned. The connection is
      encrypted where the address begins with https. Don’t keep passwords or card numbers here, and download a
      copy of your data from time to time.
    </p>
  ),
  Disclaimer: (
    <p>
      The server is provided as it is and as available, by somebody who earns nothing by it. What you keep in
      it, such as medical or legal notes, is your own material and no advice from anybody.
    </p>
  ),
  Termination: (
    <p>
      You can delete your account in <a href="/settings">settings</a> at any time; your data then goes with
      it, as the privacy policy describes. The operator may disable or delete an account, and should give you
      the chance to download your data before.
    </p>
  ),
  'Limitation of liability': (
    <p>
      As far as the law allows, the operator is not liable for loss, such as lost data of which you kept no
      copy. Nothing here limits liability that cannot be limited by law.
    </p>
  ),
  Contact: (
    <p>
      Questions about these terms go to <Operator />.
    </p>
  ),
  'Changes to terms': (
    <p>
      The operator may change these terms. The new text appears here. Using the server after that means that
      you accept the change.
    </p>
  ),
}

export const PRIVATE_PRIVACY: Readonly<Record<string, ReactNode>> = {
  'What we collect': (
    <>
      <p>
        You sign in with an account of this server, or by a social sign-in button where the operator has set
        that up. From that account it keeps <strong>only your name and your email address</strong>, and a
        scrambled form of your password where the account is its own.
      </p>
      <p>
        Beside that it stores what you create: cards, subnotes, tags, groups, workspaces, saved searches and
        settings; and, for 90 days, what happened to your account, such as sign-ins.
      </p>
      <p>
        From visitors who are not signed in it records a few actions, such as that the start page was opened
        and how wide the window was. They carry a random number that your browser makes.
      </p>
    </>
  ),
  'How we use it': (
    <p>
      To sign you in, to show you what you saved on all your devices, to suggest tags from your own use of
      them, and to keep to limits. Suggestions are counted, not guessed: no model is involved, and nothing is
      used for advertising.
    </p>
  ),
  'Where it is stored': (
    <p>
      Your notes, links and todos are stored on the machine that runs this server: at home, or at a cloud
      provider that the operator chose. They are <strong>currently not encrypted</strong> there, so that{' '}
      <Operator /> could read them; <strong>encryption of certain folders is planned</strong>. On their way
      they are encrypted where the address begins with https. Your browser keeps a copy of its own, so that
      the app works offline; signing out removes it.
    </p>
  ),
  Payments: (
    <p>
      This server doesn’t take payments, and no card payment provider hears of you. Public sites of Cardinal
      may sell plans at country-specific prices; yours doesn’t.
    </p>
  ),
  Sharing: (
    <>
      <p>
        Nothing is shared with anybody, unless a law obliges the operator to. What you share yourself, at a
        secret address, can be read by everybody who has the address, until you take it back. Programs whose
        address you name as a webhook are told of your cards.
      </p>
      <p>
        When you save a link, the server fetches that page for its title, description, icon and cover, unless
        the operator has switched that off. The site hears of the server, and never of you or your browser.
      </p>
    </>
  ),
  'How long we keep it': (
    <p>
      As long as you have an account. A deleted card can be restored for 30 days; the mark that it was deleted
      is kept for up to 180 days, so that your other devices learn of it. When you delete your account, all
      its data goes from the database at once. Backups that the operator made before still hold it until they
      are replaced.
    </p>
  ),
  'Other countries': (
    <p>
      The machine stands where its operator put it. Ask <Operator /> where that is.
    </p>
  ),
  'Changes to this policy': <p>Changes appear here, with their date in the list of changes of Cardinal.</p>,
}

function Operator() {
  return useSiteOptions().operatorName
}

function Limit() {
  const { freeCardLimit } = useSiteOptions()
  return freeCardLimit === 0
    ? 'It sets no limit on cards.'
    : `Each account may keep up to ${freeCardLimit} cards in total.`
}
