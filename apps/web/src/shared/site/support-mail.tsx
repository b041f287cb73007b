import { useSiteOptions } from './site-options.ts'

/** The address to write to, as a link. */
export function SupportMail() {
  const { supportEmail } = useSiteOptions()
  return <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
}
