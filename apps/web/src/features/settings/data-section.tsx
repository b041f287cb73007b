import { Bookmark, Download, FileUp } from 'lucide-react'
import { usePopups } from '../../overlays/index.ts'
import { download } from '../../session/files.ts'
import { copyText, saveFile } from '../../shared/text/copy-text.ts'
import { Button, ErrorText } from '../../ui/index.ts'
import { Section } from './section.tsx'
import styles from './settings.module.css'
import { useAttempt } from './use-attempt.ts'

/** Buttons that import, export, and save the whole account. */
export function DataSection() {
  const popups = usePopups()
  const { attempt, isRunning, error } = useAttempt()
  return (
    <Section
      title="Import and export"
      about="Import bookmarks, export a workspace, or download everything that is stored about you."
    >
      <div className={styles.buttons}>
        <Button icon={FileUp} onClick={() => popups.open('import-file')}>
          Import a file
        </Button>
        <Button icon={Download} onClick={() => popups.open('export-workspace')}>
          Export the open workspace
        </Button>
        <Button icon={Download} disabled={isRunning} onClick={() => void attempt(downloadAll)}>
          {isRunning ? 'Making the file' : 'Download everything'}
        </Button>
        <Button icon={Bookmark} onClick={() => void copyText(bookmarklet())}>
          Copy the bookmarklet
        </Button>
      </div>
      <p className={styles.text}>
        The bookmarklet saves the page that is open in any browser: make a bookmark, and paste it as the
        address.
      </p>
      <ErrorText error={error} />
    </Section>
  )
}

/** Saves all data of the person as a file. Rejects with `CallFailed`. */
export async function downloadAll(): Promise<void> {
  const { name, content } = await download('GET /user/export')
  saveFile(name, content)
}

/** A bookmarklet that opens the form for a new card with a page's address, title and selected text. */
function bookmarklet(): string {
  const address = JSON.stringify(new URL('add', document.baseURI).href)
  return `javascript:void open(${address}+'?'+new URLSearchParams({url:location.href,title:document.title,text:String(getSelection())}))`
}
