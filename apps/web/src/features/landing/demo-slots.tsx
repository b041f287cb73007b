import { ExternalLink, Play } from 'lucide-react'
import { useSiteOptions } from '../../shared/site/site-options.ts'
import { Icon } from '../../ui/icon.tsx'
import { useIsDark } from '../../ui/use-media.ts'
import styles from './landing.module.css'
import { TryButton } from './try-button.tsx'

const SLOTS = [
  {
    title: 'Medical notes',
    text: 'A year of ward notes, found by the one word that stuck.',
    video: 'medical',
    search: 'medical, emergency',
  },
  {
    title: 'Recipe links',
    text: 'From 400 bookmarks to tonight’s dinner in two clicks.',
    video: 'recipes',
    search: 'recipe, weekend, baking',
  },
  {
    title: 'Project tasks',
    text: 'What is urgent, what waits, and what is not the client’s.',
    video: 'project',
    search: 'project, urgent',
  },
] as const

/** The three demonstrations, each with a search to try in the sample and a film if one is published. */
export function DemoSlots() {
  const { demoUrls } = useSiteOptions()
  const hasFilm = SLOTS.some(({ video }) => demoUrls[video] !== null)
  return (
    <section className={styles.slots} id="videos" aria-labelledby="videos-title">
      <h2 id="videos-title" className={styles.heading}>
        {hasFilm ? 'Three demonstrations' : 'Three searches to try'}
      </h2>
      <ul className={styles.slotList}>
        {SLOTS.map((slot) => (
          <li key={slot.title} className={styles.slot}>
            <SlotPicture title={slot.title} name={slot.video} video={demoUrls[slot.video]} />
            <h3 className={styles.caseTitle}>{slot.title}</h3>
            <p className={styles.caseText}>{slot.text}</p>
            <TryButton search={slot.search} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface SlotPictureProps {
  title: string
  name: 'medical' | 'recipes' | 'project'
  video: string | null
}

/** A picture of the search in the product. It links to the film, if one is published. */
function SlotPicture({ title, name, video }: SlotPictureProps) {
  const theme = useIsDark() ? 'dark' : 'light'
  const picture = (
    <span className={styles.slotPicture} aria-hidden="true">
      <img
        src={`/pictures/${name}-${theme}.webp`}
        alt=""
        width={960}
        height={540}
        loading="lazy"
        className={styles.poster}
      />
      {video !== null && (
        <span className={styles.play}>
          <Icon of={Play} size={22} />
        </span>
      )}
    </span>
  )
  if (video === null) return picture
  return (
    <a href={video} target="_blank" rel="noopener noreferrer" className={styles.slotLink}>
      {picture}
      <span className={styles.slotCaption}>
        Watch the film: {title} <Icon of={ExternalLink} size={13} />
        <span className="visually-hidden">(opens in a new tab)</span>
      </span>
    </a>
  )
}
