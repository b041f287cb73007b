import { type Card, type CardFile, filesOf, withFiles } from '@cardinal/domain'
import { diffCard } from '@cardinal/sync/edits'
import { ChevronLeft, ChevronRight, CloudOff, Download, FileX, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { PopupProps } from '../../overlays/index.ts'
import { bytesOf } from '../../replica/files/file-bytes.ts'
import { CallFailed, session, useSession } from '../../session/index.ts'
import { CardOrGone } from '../../shared/card-form/card-or-gone.tsx'
import { useAct } from '../../shared/changes/use-act.ts'
import { iconOf, isPdf, isPicture, sizeWords } from '../../shared/files/file-words.ts'
import { saveFile } from '../../shared/text/copy-text.ts'
import { fullDate } from '../../shared/text/dates.ts'
import { Button, EmptyState, IconButton, LoadingPlace, toast, UNDERSTOOD } from '../../ui/index.ts'
import styles from './file-viewer.module.css'

/** The files of a card one by one: pictures, PDFs in the browser's viewer, others as downloads. */
export default function FileViewer({ params }: PopupProps<'file-viewer'>) {
  return (
    <CardOrGone id={params.entityId ?? null}>
      {({ card }) => <Viewer key={card.id} card={card} first={params.file ?? ''} />}
    </CardOrGone>
  )
}

function Viewer({ card, first }: { card: Card; first: string }) {
  const files = filesOf(card.files)
  const [shownHash, setShownHash] = useState(first)
  const [lastAt, setLastAt] = useState(0)
  const place = useRef<HTMLDivElement>(null)
  const act = useAct()
  const found = files.findIndex(({ hash }) => hash === shownHash)
  // After a removal the next file shows.
  const at = found >= 0 ? found : Math.min(lastAt, files.length - 1)
  if (at !== lastAt) setLastAt(at)
  const file = files[at]
  const go = (by: number) => {
    const next = files[at + by]
    if (next !== undefined) setShownHash(next.hash)
  }
  const remove = async (gone: CardFile) => {
    const edit = diffCard(card, { files: withFiles(card.files, { added: [], removed: [gone.hash] }) })
    if (edit !== null) await act({ name: 'editCard', args: edit }, { done: `Removed “${gone.name}”` })
    place.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowLeft') go(-1)
    else if (event.key === 'ArrowRight') go(1)
    else if (event.key === 'Home') go(-at)
    else if (event.key === 'End') go(files.length - 1 - at)
    else if (event.key === 'Delete' && file !== undefined) void remove(file)
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows turn the pages wherever the focus is; the buttons do the same.
    <div ref={place} className={styles.viewer} tabIndex={-1} data-autofocus onKeyDown={onKeyDown}>
      {file === undefined ? (
        <EmptyState icon={FileX} title="This card has no files">
          They are added in the form of the card.
        </EmptyState>
      ) : (
        <>
          <Shown key={file.hash} file={file} />
          <div className={styles.bar}>
            <p className={styles.about} aria-live="polite">
              <strong className={styles.name}>{file.name}</strong>
              <span className={styles.details}>
                {files.length > 1 && `${at + 1} of ${files.length} · `}
                {sizeWords(file.size)}
                {file.width !== undefined && ` · ${file.width} × ${file.height}`}
                {file.keptAt !== undefined && ` · as it was on ${fullDate(file.keptAt)}`}
                {isPdf(file) && <WordsOfPdf key={file.hash} hash={file.hash} />}
              </span>
            </p>
            {files.length > 1 && (
              <>
                <IconButton
                  label="Previous"
                  shortcut="ArrowLeft"
                  icon={ChevronLeft}
                  disabled={at === 0}
                  onClick={() => go(-1)}
                />
                <IconButton
                  label="Next"
                  shortcut="ArrowRight"
                  icon={ChevronRight}
                  disabled={at === files.length - 1}
                  onClick={() => go(1)}
                />
              </>
            )}
            <DownloadButton file={file} />
            <IconButton
              label="Remove from the card"
              shortcut="Delete"
              icon={Trash2}
              onClick={() => void remove(file)}
            />
          </div>
        </>
      )}
    </div>
  )
}

/** Why the text of a PDF can't be searched. Renders nothing if it can, or if the server can't be asked. */
function WordsOfPdf({ hash }: { hash: string }) {
  const [state, setState] = useState<string>('read')
  useEffect(() => {
    session.account.call('POST /files/get-texts', { body: { hashes: [hash] } }).then(
      ([file]) => setState(file?.text ?? 'none'),
      () => undefined,
    )
  }, [hash])
  const words = WORDS_OF_STATES[state]
  return words === undefined ? null : <> · {words}</>
}

const WORDS_OF_STATES: Readonly<Record<string, string>> = {
  waiting: 'its words are being read for searches',
  cut: 'searches know the words of its beginning',
  'no-text': 'searches find its name alone: it has pictures and no words',
  locked: 'searches find its name alone: it needs a password',
  damaged: 'searches find its name alone: it is damaged',
  'too-much': 'searches find its name alone: reading its words takes too much time or memory',
}

type Loaded = { readonly address: string } | { readonly problem: string } | null

function Shown({ file }: { file: CardFile }) {
  const [isBroken, setIsBroken] = useState(false)
  const isPage = file.keptAt !== undefined
  const isShown = isPage || (isPicture(file) && !isBroken) || (isPdf(file) && navigator.pdfViewerEnabled)
  const [loaded, load] = useAddress(isShown ? file : null)
  if (!isShown)
    return (
      <EmptyState icon={iconOf(file)} title={file.name}>
        {isPdf(file) || isBroken ? 'This browser has no viewer for it. ' : ''}Download it to open it.
      </EmptyState>
    )
  if (loaded === null) return <LoadingPlace text="Fetching the file" />
  if ('problem' in loaded)
    return (
      <EmptyState
        icon={CloudOff}
        title={isPage ? 'The page is on the server alone' : 'The file is not on this device'}
        actions={<Button onClick={() => void load()}>Try again</Button>}
      >
        {loaded.problem}
      </EmptyState>
    )
  if (isPage)
    return (
      <iframe className={styles.page} title={`Kept page: ${file.name}`} sandbox="" src={loaded.address} />
    )
  return isPdf(file) ? (
    <iframe className={styles.frame} title={file.name} src={loaded.address} />
  ) : (
    <img
      className={styles.picture}
      src={loaded.address}
      alt={file.name}
      width={file.width}
      height={file.height}
      onError={() => setIsBroken(true)}
    />
  )
}

/** The object URL of a file. Loads it again when the network is back. */
function useAddress(file: CardFile | null): readonly [Loaded, () => Promise<void>] {
  const { userId } = useSession()
  const [loaded, setLoaded] = useState<Loaded>(null)
  const isOver = useRef(false)
  const load = async () => {
    if (file === null || userId === null) return
    const next = await addressOf(userId, file)
    if (isOver.current && 'address' in next) URL.revokeObjectURL(next.address)
    else setLoaded(next)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is mounted anew for each file.
  useEffect(() => {
    isOver.current = false
    void load()
    addEventListener('online', load)
    return () => {
      isOver.current = true
      removeEventListener('online', load)
    }
  }, [])
  useEffect(() => () => void (loaded && 'address' in loaded && URL.revokeObjectURL(loaded.address)), [loaded])
  return [loaded, load]
}

async function addressOf(userId: string, file: CardFile): Promise<NonNullable<Loaded>> {
  try {
    if (file.keptAt !== undefined) return { address: await pageAddress(file) }
    const bytes = await bytesOf(userId, file)
    // An object URL has the page's origin, so the type must be one that runs no script, whatever the bytes are.
    return { address: URL.createObjectURL(new Blob([bytes], { type: file.type })) }
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure
    return { problem: failure.message }
  }
}

/**
 * The server's address of a page. A `blob:` address would inherit our content security policy, which blocks the
 * page's styles.
 */
async function pageAddress({ hash }: CardFile): Promise<string> {
  const { path } = await session.account.call('GET /files/{hash}/page-address', { params: { hash } })
  return `${import.meta.env.BASE_URL}api${path}`
}

function DownloadButton({ file }: { file: CardFile }) {
  const { userId } = useSession()
  const save = async () => {
    if (userId === null) return
    try {
      saveFile(file.name, await bytesOf(userId, file))
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      toast(failure.message, UNDERSTOOD)
    }
  }
  return <IconButton label="Download" icon={Download} onClick={() => void save()} />
}
