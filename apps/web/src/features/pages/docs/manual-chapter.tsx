import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { useIsDark } from '../../../ui/use-media.ts'
import type { Chapter } from './chapters.ts'
import styles from './manual.module.css'
import { RichText } from './rich-text.tsx'

interface ManualChapterProps {
  chapter: Chapter
  /** Called to run a search in the sandbox. */
  onTry: (search: string) => void
  /** The example whose sandbox is below it, in windows without room beside the chapters. */
  tried: string | null
  sandbox: ReactNode
}

/** Renders a chapter: its texts, its examples and its picture. */
export function ManualChapter({ chapter, onTry, tried, sandbox }: ManualChapterProps) {
  const { id, title, paragraphs, examples, picture } = chapter
  return (
    <section className={styles.chapter} id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>
          <RichText text={paragraph} />
        </p>
      ))}
      {examples && (
        <ul className={styles.examples}>
          {examples.map(({ search, finds }) => (
            <li key={search} className={styles.example}>
              <button
                type="button"
                className={styles.try}
                aria-label={`Try the search ${search}`}
                onClick={() => onTry(search)}
              >
                <Icon of={Search} size={14} />
                <code>{search}</code>
              </button>
              <span className={styles.finds}>{finds}</span>
              {tried === search && sandbox}
            </li>
          ))}
        </ul>
      )}
      {picture !== undefined && <ChapterPicture id={id} text={picture} />}
    </section>
  )
}

/** A screenshot made by `build/pictures.mjs`. */
function ChapterPicture({ id, text }: { id: string; text: string }) {
  const theme = useIsDark() ? 'dark' : 'light'
  return (
    <img
      src={`/pictures/manual-${id}-${theme}.webp`}
      alt={text}
      width={960}
      height={480}
      loading="lazy"
      className={styles.picture}
    />
  )
}
