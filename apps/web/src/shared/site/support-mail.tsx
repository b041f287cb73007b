import { useSiteOptions } from './site-options.ts'

/** What the server says where nobody configured an address. */
const UNSET = 'support@localhost'

/** The address to write to, as a link; where there is none, whom to ask. */
export function SupportMail() {
  const { kind, supportEmail, operatorName } = useSiteOptions()
  if (kind === 'private' && supportEmail === UNSET) return <span>{operatorName}</span>
  return <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
}
