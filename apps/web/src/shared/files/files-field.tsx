import { type CardFile, type CardFiles, type FilesEdit, filesOf, LIMITS } from '@cardinal/domain'
import { Camera, Paperclip, RotateCw, X } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import { usePopups } from '../../overlays/index.ts'
import { retryUpload, stopUpload, type Upload, uploadStore } from '../../replica/files/uploads.ts'
import { useSession } from '../../session/index.ts'
import { Button, IconButton, toast } from '../../ui/index.ts'
import { pastedFiles, sizeWords } from './file-words.ts'
import styles from './files.module.css'
import { Thumbnail } from './thumbnail.tsx'
import { useAttaching } from './use-attaching.ts'

interface FilesFieldProps {
  readonly files: CardFiles | null
  /** Adds files to the form's present files, and removes others. */
  readonly onEdit: (edit: FilesEdit) => void
  /** The saved card, whose files the viewer shows. Null: the card is new. */
  readonly saved: { readonly cardId: string; readonly files: CardFiles | null } | null
  /** The element that receives dropped and pasted files. */
  readonly place: RefObject<HTMLElement | null>
  /** Returns the files to attach at the start. Called once. */
  readonly given?: (() => Promise<readonly File[]>) | undefined
  /** Resolves once all chosen files are attached or refused. Saving the form waits for it. */
  readonly attaching?: RefObject<Promise<unknown>> | undefined
}

/** The files of a card in a form: from a picker or the camera, dropped, or pasted. */
export function FilesField({ files, onEdit, saved, place, given, attaching }: FilesFieldProps) {
  const picker = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const { attach, reading, problem } = useAttaching()
  const shown = filesOf(files)
  const savedHashes = new Set(filesOf(saved?.files ?? null).map(({ hash }) => hash))
  const room = LIMITS.filesPerCard - shown.length
  const take = useCallback(
    async (given: readonly File[]) => {
      const taken = attach(given, room).then((added) => {
        if (added.length > 0) flushSync(() => onEdit({ added, removed: [] }))
      })
      if (attaching) attaching.current = Promise.allSettled([attaching.current, taken])
      await taken
    },
    [attach, room, onEdit, attaching],
  )
  const isOver = useDropsAndPastes(place, take)
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const taken = given?.().then((found) => latest.current(found))
    if (attaching && taken) attaching.current = taken.catch(() => {})
  }, [given, attaching])
  const remove = (file: CardFile) => {
    onEdit({ added: [], removed: [file.hash] })
    toast(`Removed “${file.name}” from the card`, {
      label: 'Undo',
      onSelect: () => onEdit({ added: [file], removed: [] }),
    })
  }
  const picked = (input: HTMLInputElement) => {
    void take([...(input.files ?? [])])
    // Reset, so that the same file can be chosen again after it was removed.
    input.value = ''
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend for what the label says.
    <div role="group" aria-label="Files" className={styles.field} data-over={isOver || undefined}>
      {shown.length > 0 && (
        <ul className={styles.list}>
          {shown.map((file) => (
            <Attached
              key={file.hash}
              file={file}
              cardId={savedHashes.has(file.hash) ? (saved?.cardId ?? null) : null}
              onRemove={() => remove(file)}
            />
          ))}
        </ul>
      )}
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        data-part="files"
        onChange={(event) => picked(event.currentTarget)}
      />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={(event) => picked(event.currentTarget)}
      />
      <div className={styles.buttons}>
        <Button size="sm" icon={Paperclip} disabled={room === 0} onClick={() => picker.current?.click()}>
          Add files
        </Button>
        <Button
          size="sm"
          icon={Camera}
          className={styles.camera}
          disabled={room === 0}
          onClick={() => camera.current?.click()}
        >
          Take a photo
        </Button>
        <span className={styles.hint} role="status">
          {reading > 0 ? 'Reading …' : isOver ? 'Drop to attach' : ''}
        </span>
      </div>
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}

interface AttachedProps {
  readonly file: CardFile
  /** The card whose viewer opens the file. Null: it isn't saved yet. */
  readonly cardId: string | null
  readonly onRemove: () => void
}

function Attached({ file, cardId, onRemove }: AttachedProps) {
  const popups = usePopups()
  const { userId } = useSession()
  const upload = useStore(uploadStore, ({ byHash }) => byHash.get(file.hash))
  const isStopped = upload?.state === 'stopped' || upload?.state === 'refused'
  const look = (
    <>
      <Thumbnail file={file} />
      <span className={styles.about}>
        <span className={styles.name}>{file.name}</span>
        <span className={styles.size}>{sizeWords(file.size)}</span>
      </span>
    </>
  )
  return (
    <li className={styles.attached}>
      {cardId === null ? (
        <span className={styles.look}>{look}</span>
      ) : (
        <button
          type="button"
          className={styles.look}
          aria-label={`Open “${file.name}”`}
          onClick={() => popups.open('file-viewer', { entityId: cardId, file: file.hash })}
        >
          {look}
        </button>
      )}
      {isStopped && userId !== null && (
        <IconButton
          label={`Send “${file.name}” again`}
          icon={RotateCw}
          size="sm"
          onClick={() => void retryUpload(userId, file.hash)}
        />
      )}
      {upload !== undefined && !isStopped && userId !== null && (
        <Button
          size="sm"
          tone="quiet"
          aria-label={`Cancel sending “${file.name}”`}
          onClick={() => void stopUpload(userId, file.hash)}
        >
          Cancel
        </Button>
      )}
      <IconButton label={`Remove “${file.name}”`} icon={X} size="sm" onClick={onRemove} />
      {upload !== undefined && <Progress upload={upload} />}
    </li>
  )
}

/** How much of a file is uploaded, or why the upload stopped. */
function Progress({ upload: { state, sent, size, reason } }: { upload: Upload }) {
  const percent = Math.floor((sent / size) * 100)
  const words = {
    sending: `Sending, ${percent} %`,
    waiting: reason === null ? 'Waits to be sent' : `Waits to be sent. ${reason}`,
    stopped: 'Not sent: you cancelled it',
    refused: `Not sent: ${reason ?? ''}`,
  }[state]
  return (
    <span className={styles.progress} data-state={state}>
      {state === 'sending' && <progress max={size} value={sent} aria-label="Sent" />}
      <span>{words}</span>
    </span>
  )
}

/**
 * Handles files that are dropped on the window or pasted in the place.
 *
 * @returns whether files are dragged over the window
 */
function useDropsAndPastes(
  place: RefObject<HTMLElement | null>,
  onFiles: (files: readonly File[]) => Promise<void>,
): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    // A form below an open dialog ignores files.
    const isHere = () => place.current !== null && place.current.closest('[inert]') === null
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files') || !isHere()) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setIsOver(true)
    }
    const leave = (event: DragEvent) => event.relatedTarget === null && setIsOver(false)
    const drop = (event: DragEvent) => {
      setIsOver(false)
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length === 0 || event.defaultPrevented || !isHere()) return
      event.preventDefault()
      void onFiles(files)
    }
    const paste = (event: ClipboardEvent) => {
      const files = pastedFiles(event.clipboardData)
      const isInside = event.target === document.body || place.current?.contains(event.target as Node)
      if (files.length === 0 || event.defaultPrevented || !isInside || !isHere()) return
      event.preventDefault()
      void onFiles(files)
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    addEventListener('paste', paste)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
      removeEventListener('paste', paste)
    }
  }, [place, onFiles])
  return isOver
}
