import { UNNAMED_OPERATOR, useSiteOptions } from './site-options.ts'

/** The server's value if no address is configured. */
const UNSET = 'support@localhost'

/** Whom to ask for a plan if payment by card is impossible. The address only if one is configured. */
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
 * The support address as a link, or whom to ask. The build renders both, before the address is known, and
 * `prose.module.css` hides one.
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
