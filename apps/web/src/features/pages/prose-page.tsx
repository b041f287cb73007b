import type { ReactNode } from 'react'
import { SitePage } from '../../shared/site/site-page.tsx'
import styles from './prose.module.css'

interface ProseSection {
  readonly title: string
  readonly body: ReactNode
}

interface ProsePageProps {
  path: string
  title: string
  lead?: ReactNode
  sections: readonly ProseSection[]
  /** Whether sections are numbered, as in legal texts. */
  isNumbered?: boolean
  children?: ReactNode
}

/** A page of text: title, lead, sections, and on wide screens a list of the sections. */
export function ProsePage({ path, title, lead, sections, isNumbered = false, children }: ProsePageProps) {
  const titles = sections.map((section, index) =>
    isNumbered ? `${index + 1}. ${section.title}` : section.title,
  )
  return (
    <SitePage path={path}>
      <div className={styles.page}>
        <header className={styles.header}>
          <h1 className={styles.title}>{title}</h1>
          {lead && <div className={styles.lead}>{lead}</div>}
        </header>
        {sections.length > 4 && (
          <nav aria-label="On this page" className={styles.contents}>
            <ol>
              {titles.map((each) => (
                <li key={each}>
                  <a href={`#${anchorOf(each)}`}>{each}</a>
                </li>
              ))}
            </ol>
          </nav>
        )}
        <div className={styles.body}>
          {sections.map((section, index) => (
            <section key={section.title} id={anchorOf(titles[index] ?? '')} className={styles.section}>
              <h2>{titles[index]}</h2>
              {section.body}
            </section>
          ))}
          {children}
        </div>
      </div>
    </SitePage>
  )
}

/** Replaces bodies of sections, by title. */
export function withBodies(
  sections: readonly ProseSection[],
  bodies: Readonly<Record<string, ReactNode>>,
): readonly ProseSection[] {
  return sections.map((section) => ({ ...section, body: bodies[section.title] ?? section.body }))
}

function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
