import { UNNAMED_OPERATOR, useSiteOptions } from './site-options.ts'

/** What the server says where nobody configured an address. */
const UNSET = 'support@localhost'

/** Renders whom to ask for a plan where nobody can pay here: an address only where one is configured. */
export function AskForPlan() {
  const { supportEmail } = useSiteOptions()
  if (supportEmail === UNSET) return 'Ask the operator of this server for a plan.'
  return (
    <>
      To get a plan, or to end one, write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a> from the
      email of your account.
    </>
  )
}

/**
 * Renders the address to write to, as a link; where there is none, whom to ask. Both are written out at build, before
 * the address is known, and `prose.module.css` shows one of them.
 */
export function SupportMail() {
  const { kind, supportEmail, operatorName } = useSiteOptions()
  return (
    <>
      <a data-told={supportEmail} href={`mailto:${supportEmail}`}>
        {supportEmail}
      </a>
      <span data-untold={supportEmail}>{kind === 'private' ? operatorName : UNNAMED_OPERATOR}</span>
    </>
  )
}
