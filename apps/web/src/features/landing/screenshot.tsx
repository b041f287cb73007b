import { useIsDark, useMedia } from '../../ui/use-media.ts'
import styles from './landing.module.css'

/** Narrower windows show no screenshot (LP-5). */
const WIDE = '(min-width: 1025px)'

/** A screenshot of home, made by `npm run pictures`. It isn't loaded where it is hidden. */
export function Screenshot() {
  const isWide = useMedia(WIDE)
  const theme = useIsDark() ? 'dark' : 'light'
  if (!isWide) return null
  return (
    <section className={styles.screenshot} aria-labelledby="screenshot-title">
      <h2 id="screenshot-title" className={styles.heading}>
        Your whole memory on one calm screen
      </h2>
      <img
        src={`/pictures/home-${theme}.webp`}
        alt="Home of Cardinal: workspaces and saved searches at the left, the searchbar with suggestions and the cards found in the middle, matching tags at the right."
        width={1440}
        height={900}
        loading="lazy"
        className={styles.picture}
      />
    </section>
  )
}
