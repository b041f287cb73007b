import { type Card, type CardFile, filesOf, keptPagesOf } from '@cardinal/domain'
import { usePopups } from '../../overlays/index.ts'
import { fullDate } from '../text/dates.ts'
import { isPicture, sizeWords } from './file-words.ts'
import styles from './files.module.css'
import { Thumbnail } from './thumbnail.tsx'

interface RowFilesProps {
  readonly card: Card
  readonly isActive: boolean
  /** The most files drawn. The rest is counted. */
  readonly most: number
}

/** The files of a card in its row: small pictures, and names of other files. A press opens the viewer. */
export default function RowFiles({ card, isActive, most }: RowFilesProps) {
  const popups = usePopups()
  // The latest page. The viewer also has earlier ones.
  const [page] = keptPagesOf(card.files)
  const others = filesOf(card.files).filter(({ keptAt }) => keptAt === undefined)
  const files = page === undefined ? others : [page, ...others]
  const open = (hash: string) => popups.open('file-viewer', { entityId: card.id, file: hash })
  const [hidden] = files.slice(most)
  return (
    <>
      {files.slice(0, most).map((file) => (
        <button
          key={file.hash}
          type="button"
          className={styles.open}
          data-named={!isPicture(file) || undefined}
          tabIndex={isActive ? 0 : -1}
          title={`${file.name}, ${sizeWords(file.size)}`}
          aria-label={labelOf(file)}
          onClick={() => open(file.hash)}
        >
          <Thumbnail file={file} />
          {!isPicture(file) && (
            <span className={styles.name}>{file.keptAt === undefined ? file.name : 'Kept page'}</span>
          )}
        </button>
      ))}
      {hidden && (
        <button
          type="button"
          className={styles.open}
          tabIndex={isActive ? 0 : -1}
          aria-label={`Open ${files.length - most} more`}
          onClick={() => open(hidden.hash)}
        >
          <span className={styles.thumbnail}>{`+${files.length - most}`}</span>
        </button>
      )}
    </>
  )
}

function labelOf(file: CardFile): string {
  if (file.keptAt !== undefined) return `Open the kept page of ${fullDate(file.keptAt)}`
  return `Open the ${isPicture(file) ? 'picture' : 'file'} “${file.name}”`
}
