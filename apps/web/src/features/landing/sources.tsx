import { Bookmark, Braces, FileText, ListTodo, type LucideIcon, Table2 } from 'lucide-react'
import { Icon } from '../../ui/icon.tsx'
import styles from './landing.module.css'

/** Products and formats whose files the import reads. */
const SOURCES: readonly (readonly [name: string, icon: LucideIcon])[] = [
  ['Chrome', Bookmark],
  ['Firefox', Bookmark],
  ['Safari', Bookmark],
  ['Edge', Bookmark],
  ['Raindrop', Bookmark],
  ['linkding', Bookmark],
  ['Pinboard', Bookmark],
  ['Karakeep', Bookmark],
  ['Pocket', Bookmark],
  ['Notion', FileText],
  ['Obsidian', FileText],
  ['Evernote', FileText],
  ['Keep', FileText],
  ['Todoist', ListTodo],
  ['CSV', Table2],
  ['Markdown', FileText],
  ['JSON', Braces],
]

/** Names of products and formats that can be imported. */
export function Sources() {
  return (
    <section className={styles.cases} aria-labelledby="sources-title">
      <h2 id="sources-title" className={styles.heading}>
        Bring what you have
      </h2>
      <ul className={styles.sources}>
        {SOURCES.map(([name, icon]) => (
          <li key={name} className={styles.source}>
            <Icon of={icon} size={16} />
            {name}
          </li>
        ))}
      </ul>
      <p className={styles.sourcesText}>
        Export a file there, and import it here. Folders become tags, dates stay, and one press takes it all
        back.
      </p>
    </section>
  )
}
