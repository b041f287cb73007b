import { useState } from 'react'
import { siteHue } from '../../../shared/text/link-text.ts'
import { pictureAddress } from '../../../shared/text/picture-address.ts'
import styles from './site-icon.module.css'

/**
 * Renders a site's icon. Until the server has fetched it, or where there is none: the first letter of the site's name,
 * in a colour derived from the name.
 *
 * @param icon the name of a picture; empty: there is none
 */
export function SiteIcon({ host, icon = '' }: { host: string; icon?: string | undefined }) {
  const [failed, setFailed] = useState('')
  if (icon !== '' && icon !== failed)
    return (
      <img
        src={pictureAddress(icon)}
        alt=""
        width={28}
        height={28}
        decoding="async"
        className={styles.picture}
        onError={() => setFailed(icon)}
      />
    )
  const [letter = '?'] = host
  return (
    <span className={styles.icon} style={{ '--site': siteHue(host) } as never} aria-hidden="true">
      {letter}
    </span>
  )
}

/** Renders the picture of a page in a list of covers. If it can't be loaded, the icon shows. */
export function SiteCover({ cover }: { cover: string }) {
  const [failed, setFailed] = useState('')
  if (cover === failed) return null
  return (
    <img
      src={pictureAddress(cover)}
      alt=""
      width={480}
      height={270}
      loading="lazy"
      decoding="async"
      className={styles.cover}
      onError={() => setFailed(cover)}
    />
  )
}
