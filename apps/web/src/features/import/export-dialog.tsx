import {
  EXPORT_FORMATS,
  type ExportFormat,
  listed,
  NOT_IN_ACCOUNT,
  notHeld,
} from '@cardinal/contract/export-formats'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { PopupProps } from '../../overlays/index.ts'
import { useAccount, useReplica } from '../../replica/index.ts'
import { CallFailed } from '../../session/index.ts'
import { isDefault } from '../../shared/search/filters.ts'
import { useHomeScreen } from '../../shared/search/home-screen.tsx'
import { isCardType, useHomeAddress } from '../../shared/search/use-home-address.ts'
import { saveFile } from '../../shared/text/copy-text.ts'
import { Button, DialogActions, ErrorText, toast } from '../../ui/index.ts'
import {
  EXPORT_SCOPES,
  type ExportScope,
  exportAccount,
  exportFile,
  searchParameters,
} from './import-client.ts'
import styles from './import-dialog.module.css'

const ABOUT: Readonly<Record<ExportFormat, { name: string; text: string }>> = {
  json: { name: 'JSON', text: 'To be imported here again.' },
  html: { name: 'Bookmarks', text: 'Links as a bookmark file that every browser reads.' },
  csv: { name: 'CSV', text: 'One row a card, for a spreadsheet.' },
  markdown: { name: 'Markdown', text: 'To be read, and kept, as text.' },
  'markdown-zip': {
    name: 'Markdown, a file each',
    text: 'A zip for Obsidian and the like, with front matter and attachments.',
  },
}

/** Explanations of exports of a whole account. Keys: whether the bytes of files are included. */
const ABOUT_ACCOUNT = {
  'without-files': { name: 'JSON', text: 'To be imported here again, without the files of cards.' },
  'with-files': {
    name: 'Zip',
    text: 'The JSON and the files of cards. Up to 64 MB it can be imported here again.',
  },
} as const

const SCOPES: Readonly<Record<ExportScope, string>> = {
  workspace: 'This workspace',
  search: 'The present search',
  account: 'The whole account',
}

/** Exports the open workspace, the results of the search, or the whole account as a file. */
export default function ExportDialog({ close }: PopupProps) {
  const { search } = useHomeScreen()
  const [scope, setScope] = useState<ExportScope>('workspace')
  const [format, setFormat] = useState<ExportFormat>('json')
  const [hasFiles, setHasFiles] = useState(false)
  const { error, isWaiting, run } = useExport(scope, { format, hasFiles }, close)
  const hasSearch = useStore(
    search,
    (state) => !isDefault(state.filters, state.secondText) || state.text !== '',
  )
  const text = useStore(search, (state) => state.text.trim())
  const { workspaceId } = useReplica()
  const { workspaces } = useAccount()
  const name = workspaces.find((workspace) => workspace.id === workspaceId)?.name ?? 'this workspace'
  const about: Readonly<Record<ExportScope, string>> = {
    workspace: `All cards, tags and groups of “${name}”.`,
    search: text === '' ? 'The cards that your filters leave.' : `The cards that “${text}” finds.`,
    account: 'All workspaces, settings, searches, deleted cards and copies of pages, to be imported whole.',
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      <fieldset className={styles.formats}>
        <legend>What</legend>
        {EXPORT_SCOPES.filter((each) => each !== 'search' || hasSearch).map((each) => (
          <Choice
            key={each}
            group="scope"
            name={SCOPES[each]}
            text={about[each]}
            isChosen={scope === each}
            choose={() => setScope(each)}
          />
        ))}
      </fieldset>
      <fieldset className={styles.formats}>
        <legend>As</legend>
        {scope === 'account'
          ? (['without-files', 'with-files'] as const).map((each) => (
              <Choice
                key={each}
                group="format"
                {...ABOUT_ACCOUNT[each]}
                isChosen={hasFiles === (each === 'with-files')}
                choose={() => setHasFiles(each === 'with-files')}
              />
            ))
          : EXPORT_FORMATS.map((each) => (
              <Choice
                key={each}
                group="format"
                {...ABOUT[each]}
                isChosen={format === each}
                choose={() => setFormat(each)}
              />
            ))}
      </fieldset>
      <p className={styles.about}>
        {`Not in this file: ${scope === 'account' ? listed(NOT_IN_ACCOUNT) : notHeld(format)}.`}
      </p>
      <ErrorText error={error} />
      <DialogActions>
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" tone="primary" icon={Download} disabled={isWaiting}>
          {isWaiting ? 'Making the file' : 'Download'}
        </Button>
      </DialogActions>
    </form>
  )
}

interface ChoiceProps {
  readonly group: string
  readonly name: string
  readonly text: string
  readonly isChosen: boolean
  readonly choose: () => void
}

/** A radio button with a line of explanation. */
function Choice({ group, name, text, isChosen, choose }: ChoiceProps) {
  return (
    <label className={styles.format}>
      <input type="radio" name={group} checked={isChosen} onChange={choose} />
      <span>
        <b>{name}</b>
        <span className={styles.about}>{text}</span>
      </span>
    </label>
  )
}

/** Downloads the file, saves it, and closes the dialog. */
function useExport(
  scope: ExportScope,
  { format, hasFiles }: { format: ExportFormat; hasFiles: boolean },
  close: () => void,
) {
  const home = useHomeScreen()
  const { workspaceId } = useReplica()
  const { subject } = useHomeAddress()
  const [isWaiting, setIsWaiting] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const run = async () => {
    setIsWaiting(true)
    setError(null)
    const type = isCardType(subject) ? subject : null
    const search = scope === 'search' ? searchParameters(type, home.search.getState()) : {}
    try {
      const isAccount = scope === 'account'
      const file = await (isAccount ? exportAccount(hasFiles) : exportFile(workspaceId, format, search))
      saveFile(file.name, file.content)
      const { name } = isAccount ? ABOUT_ACCOUNT[hasFiles ? 'with-files' : 'without-files'] : ABOUT[format]
      toast(`Exported as ${name}`)
      close()
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      setError(failure.message)
    } finally {
      setIsWaiting(false)
    }
  }
  return { error, isWaiting, run }
}
