import styles from './landing.module.css'
import { useIsDark, useMedia } from './use-media.ts'

/** The picture is for windows wider than this; others get the product itself, above. */
const WIDE = '(min-width: 1025px)'

/** A real picture of home, made by `build/pictures.mjs`; not even loaded where it isn't shown. */
export function Screenshot() {
  const isWide = useMedia(WIDE)
  const isDark = useIsDark()
  if (!isWide) return null
  return (
    <section className={styles.screenshot} aria-labelledby="screenshot-title">
      <h2 id="screenshot-title" className={styles.heading}>
        Your whole memory on one calm screen
      </h2>
      <img
        src={isDark ? '/pictures/home-dark.webp' : '/pictures/home-light.webp'}
        alt="Home of Cardinal: workspaces and saved searches at the left, the searchbar with suggestions and the cards found in the middle, matching tags at the right."
        width={1440}
        height={900}
        loading="lazy"
        className={styles.picture}
      />
    </section>
  )
}
