import { type Card, filesOf } from '@cardinal/domain'
import { usePopups } from '../../overlays/index.ts'
import { isPicture, sizeWords } from './file-words.ts'
import styles from './files.module.css'
import { Thumbnail } from './thumbnail.tsx'

interface RowFilesProps {
  readonly card: Card
  readonly isActive: boolean
  /** How many are drawn; the others are counted. */
  readonly most: number
}

/** Renders the files of a card in its row: small pictures, and names of others. A press opens the viewer. */
export default function RowFiles({ card, isActive, most }: RowFilesProps) {
  const popups = usePopups()
  const files = filesOf(card.files)
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
          aria-label={`Open the ${isPicture(file) ? 'picture' : 'file'} “${file.name}”`}
          onClick={() => open(file.hash)}
        >
          <Thumbnail file={file} />
          {!isPicture(file) && <span className={styles.name}>{file.name}</span>}
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
