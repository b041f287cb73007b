import { useIsDark, useMedia } from '../../shared/site/use-media.ts'
import styles from './landing.module.css'

/** Windows wider than this show the desktop picture, others the phone's. */
const WIDE = '(min-width: 1025px)'
const PHONE = '(max-width: 43.75em)'

/** Renders a screenshot of home, made by `npm run pictures`. Where it isn't shown, it isn't loaded. */
export function Screenshot() {
  const isWide = useMedia(WIDE)
  const isPhone = useMedia(PHONE)
  const theme = useIsDark() ? 'dark' : 'light'
  if (!isWide && !isPhone) return null
  return (
    <section className={styles.screenshot} aria-labelledby="screenshot-title">
      <h2 id="screenshot-title" className={styles.heading}>
        Your whole memory on one calm screen
      </h2>
      {isWide ? (
        <img
          src={`/pictures/home-${theme}.webp`}
          alt="Home of Cardinal: workspaces and saved searches at the left, the searchbar with suggestions and the cards found in the middle, matching tags at the right."
          width={1440}
          height={900}
          loading="lazy"
          className={styles.picture}
        />
      ) : (
        <img
          src={`/pictures/narrow-${theme}.webp`}
          alt="Cardinal on a phone: the searchbar with suggested tags, and the cards found."
          width={390}
          height={700}
          loading="lazy"
          className={styles.phonePicture}
        />
      )}
    </section>
  )
}
