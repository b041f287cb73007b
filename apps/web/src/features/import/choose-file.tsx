import { FileUp } from 'lucide-react'
import { useId, useRef } from 'react'
import { Button, cx, ErrorText, Icon } from '../../ui/index.ts'
import styles from './import-dialog.module.css'

const TAKEN =
  '.html,.htm,.json,.csv,.tsv,.md,.txt,.zip,.tar,.gz,.jex,.enex,.org,.taskpaper,.ics,.rdf,.bib,.ris,.xbel,.opml,.bear2bk,.xml,.url,.website,.webloc,.desktop,text/html,text/csv,application/json'

/** The step that chooses or drops a file. It also shows why the last file was refused. */
export function ChooseFile(props: {
  error: string | null
  /** Whether a file is dragged over the window. */
  isOver: boolean
  onFile: (file: File) => void
}) {
  const { error, isOver, onFile } = props
  const input = useRef<HTMLInputElement>(null)
  const errorId = useId()
  return (
    <div
      className={styles.choose}
      onPaste={({ clipboardData }) => {
        const text = clipboardData.getData('text/plain')
        const pasted =
          text.trim() === '' ? undefined : new File([text], 'Pasted text', { type: 'text/plain' })
        const file = clipboardData.files[0] ?? pasted
        if (file !== undefined) onFile(file)
      }}
    >
      <div className={cx(styles.drop, isOver && styles.over)}>
        <Icon of={FileUp} size={24} className={styles.icon} />
        <p>Drop a file here, paste one or its text, or</p>
        <Button
          tone="primary"
          aria-describedby={error === null ? undefined : errorId}
          onClick={() => input.current?.click()}
          autoFocus
        >
          Choose a file
        </Button>
        <input
          ref={input}
          type="file"
          accept={TAKEN}
          className="visually-hidden"
          tabIndex={-1}
          aria-label="File to import"
          onChange={(event) => {
            const [file] = event.target.files ?? []
            event.target.value = ''
            if (file) onFile(file)
          }}
        />
      </div>
      <ErrorText id={errorId} error={error} />
      <dl className={styles.kinds}>
        <dt>Bookmarks</dt>
        <dd>
          The HTML file that every browser and most bookmark services export. Folders become tags and groups.
        </dd>
        <dt>Cardinal</dt>
        <dd>A JSON, CSV or Markdown file that was exported here.</dd>
        <dt>Other services</dt>
        <dd>
          Pinboard, Pocket, Raindrop, Karakeep, Linkwarden, Instapaper, Omnivore, Wallabag, Google Keep,
          Simplenote, Standard Notes, Evernote, Notion, Obsidian, Joplin, Org files, Roam, Trilium, Memos,
          TiddlyWiki, Trello, Asana, OmniFocus, TaskPaper, Todoist, TickTick, Things, Google Tasks, Apple
          Reminders (.ics), Remember The Milk, Taskwarrior, Toodledo, Workflowy (OPML), todo.txt, Zotero,
          BibTeX, RIS, XBEL and OneTab, as they export, also as zip or tar.
        </dd>
        <dt>A table or a list</dt>
        <dd>
          A CSV file: you say what a column means where its name does not. Or a list of addresses, one on each
          line. Or shortcuts of a desktop (.url, .webloc, .desktop), one or a zip of them.
        </dd>
      </dl>
    </div>
  )
}
