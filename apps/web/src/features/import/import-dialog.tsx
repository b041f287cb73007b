import { grouped } from '@cardinal/domain'
import { FileUp, Undo2 } from 'lucide-react'
import type { PopupProps } from '../../overlays/index.ts'
import { useReplica } from '../../replica/index.ts'
import { HOME_ADDRESS } from '../../shared/site/site-options.ts'
import { counted } from '../../shared/text/counted.ts'
import { Button, Checkbox, DialogActions, LinkButton, Spinner } from '../../ui/index.ts'
import { ChooseColumns } from './choose-columns.tsx'
import { ChooseFile } from './choose-file.tsx'
import { mayBeTable } from './columns-state.ts'
import { EarlierImports } from './earlier-imports.tsx'
import { type ImportClient, importClient } from './import-client.ts'
import styles from './import-dialog.module.css'
import { type Progress, shareDone } from './import-state.ts'
import { PreviewRows, ReadingChoices } from './preview-rows.tsx'
import { ReceiptView } from './receipt-view.tsx'
import { useDroppedFile } from './use-dropped-file.ts'
import { useImport } from './use-import.ts'

/** Renders the import dialog: choose a file, preview, import, and undo. */
export default function ImportDialog({
  close,
  client = importClient,
}: PopupProps & { client?: ImportClient }) {
  const { workspaceId } = useReplica()
  const acts = useImport(client, workspaceId)
  const { state, choose, run, undo, startOver } = acts
  const isOver = useDroppedFile(state.step === 'choose' ? choose : null)
  switch (state.step) {
    case 'choose':
      return (
        <div className={styles.choose}>
          <ChooseFile error={state.error} isOver={isOver} onFile={choose} />
          <EarlierImports client={client} />
        </div>
      )
    case 'reading':
      return (
        <div className={styles.wait}>
          <Spinner text={`Reading ${state.file.name}`} isTextShown size={20} isImmediate />
          <Button size="sm" tone="quiet" onClick={startOver}>
            Cancel
          </Button>
        </div>
      )
    case 'columns':
      return (
        <ChooseColumns
          {...state}
          onChange={acts.changeColumns}
          onDone={acts.takeColumns}
          onBack={startOver}
        />
      )
    case 'preview': {
      const { created } = state.receipt
      return (
        <>
          <ReceiptView file={state.file} receipt={state.receipt} tense="will" error={state.error}>
            <ReadingChoices receipt={state.receipt} reading={state.reading} onChange={acts.changeReading} />
            {state.isWaiting && <Spinner text={`Reading ${state.file.name} again`} isTextShown />}
            {state.receipt.preview && (
              <PreviewRows
                preview={state.receipt.preview}
                showsSpellings={state.showsSpellings}
                isWaiting={state.isWaiting}
              />
            )}
          </ReceiptView>
          {state.receipt.newTags > 0 && (
            <Checkbox
              isChecked={state.showsSpellings}
              onChange={acts.showSpellings}
              className={styles.choice}
            >
              Show new tags as the file spells them
            </Checkbox>
          )}
          <DialogActions>
            <Button onClick={startOver}>Choose another file</Button>
            {mayBeTable(state.file) && <Button onClick={acts.openColumns}>Choose columns</Button>}
            <Button tone="primary" icon={FileUp} disabled={created === 0 || state.isWaiting} onClick={run}>
              {created === 0 ? 'Nothing to import' : `Import ${counted(created, 'card')}`}
            </Button>
          </DialogActions>
        </>
      )
    }
    case 'running':
      return <Running {...state} cancel={acts.cancel} />
    case 'done':
      return (
        <>
          {state.isCancelled && (
            <p role="status">You cancelled this import. What it had added by then is below.</p>
          )}
          <ReceiptView file={state.file} receipt={state.receipt} tense="did" error={state.error}>
            {state.receipt.created > 0 && (
              <p className={styles.about}>
                You can undo this import for 30 days: “Import” in the menu lists it.
              </p>
            )}
          </ReceiptView>
          <DialogActions>
            {state.receipt.created > 0 && (
              <Button icon={Undo2} disabled={state.isUndoing} onClick={undo}>
                {state.isUndoing ? 'Undoing…' : 'Undo import'}
              </Button>
            )}
            <Button onClick={startOver}>Import another file</Button>
            {state.receipt.created > 0 ? (
              <LinkButton tone="primary" href={HOME_ADDRESS}>
                {`Show ${counted(state.receipt.created, 'card')}`}
              </LinkButton>
            ) : (
              <Button tone="primary" onClick={close}>
                Done
              </Button>
            )}
          </DialogActions>
        </>
      )
    case 'undone':
      return (
        <>
          <p role="status">{`Removed ${counted(state.removed, 'card')} of this import.`}</p>
          <DialogActions>
            <Button onClick={startOver}>Import another file</Button>
            <Button tone="primary" onClick={close}>
              Done
            </Button>
          </DialogActions>
        </>
      )
  }
}

function Running(props: {
  file: File
  progress: Progress | null
  isCancelling: boolean
  cancel: () => void
}) {
  const { file, progress, isCancelling, cancel } = props
  const share = shareDone(progress)
  return (
    <div className={styles.wait}>
      <Spinner
        text={isCancelling ? 'Cancelling' : `Importing ${file.name}`}
        isTextShown
        size={20}
        isImmediate
      />
      <progress
        className={styles.progress}
        aria-label="Share of the file that is imported"
        {...(share === null ? {} : { value: share, max: 1 })}
      />
      <p className={styles.about}>
        {share === null
          ? 'The server is reading the file.'
          : `${grouped(progress?.processed ?? 0)} rows so far.`}{' '}
        You can close this: it goes on, and the cards appear as they come.
      </p>
      <Button size="sm" tone="quiet" disabled={isCancelling} onClick={cancel}>
        Cancel import
      </Button>
    </div>
  )
}
