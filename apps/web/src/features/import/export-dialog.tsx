import { Download } from 'lucide-react'
import { useState } from 'react'
import type { PopupProps } from '../../overlays/index.ts'
import { useAccount, useReplica } from '../../replica/index.ts'
import { CallFailed } from '../../session/index.ts'
import { saveFile } from '../../shared/save-file.ts'
import { Button, DialogActions, toast } from '../../ui/index.ts'
import { EXPORT_FORMATS, type ExportFormat, exportFile } from './import-client.ts'
import styles from './import-dialog.module.css'

const ABOUT: Readonly<Record<ExportFormat, { name: string; text: string }>> = {
  json: { name: 'JSON', text: 'Everything, to be imported here again without loss.' },
  html: { name: 'Bookmarks', text: 'Links as a bookmark file that every browser reads.' },
  csv: { name: 'CSV', text: 'One row a card, for a spreadsheet.' },
  markdown: { name: 'Markdown', text: 'To be read, and kept, as text.' },
}

/** The open workspace as a file. */
export default function ExportDialog({ close }: PopupProps) {
  const { workspaceId } = useReplica()
  const { workspaces } = useAccount()
  const [format, setFormat] = useState<ExportFormat>('json')
  const [isWaiting, setIsWaiting] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const name = workspaces.find((workspace) => workspace.id === workspaceId)?.name ?? 'this workspace'
  const run = async () => {
    setIsWaiting(true)
    setError(null)
    try {
      const file = await exportFile(workspaceId, format)
      saveFile(file.name, file.content)
      toast(`Exported as ${ABOUT[format].name}`)
      close()
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      setError(failure.message)
    } finally {
      setIsWaiting(false)
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      <fieldset className={styles.formats}>
        <legend>All cards, tags and groups of “{name}” as</legend>
        {EXPORT_FORMATS.map((each) => (
          <label key={each} className={styles.format}>
            <input type="radio" name="format" checked={format === each} onChange={() => setFormat(each)} />
            <span>
              <b>{ABOUT[each].name}</b>
              <span className={styles.about}>{ABOUT[each].text}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {error !== null && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <DialogActions>
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" tone="primary" icon={Download} disabled={isWaiting}>
          {isWaiting ? 'Making the file' : 'Download'}
        </Button>
      </DialogActions>
    </form>
  )
}
