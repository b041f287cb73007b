import { siteHue } from '../../../shared/text/link-text.ts'
import styles from './site-icon.module.css'

/** A site's icon: the first letter of its name, in a colour that the name always gets. */
export function SiteIcon({ host }: { host: string }) {
  const [letter = '?'] = host
  return (
    <span className={styles.icon} style={{ '--site': siteHue(host) } as never} aria-hidden="true">
      {letter}
    </span>
  )
}
