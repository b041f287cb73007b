import { ArrowLeft, BookOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { LinkButton, Logo } from '../../ui/index.ts'
import { ThemeSwitch } from '../../ui/theme-switch.tsx'
import { SectionLinks, SectionListProvider } from './section-list.tsx'
import styles from './settings-frame.module.css'

/**
 * Renders the app's frame with the list of sections in its rail; where there is no room for a rail, above the sections.
 */
export function SettingsFrame({ children }: { children: ReactNode }) {
  return (
    <SectionListProvider>
      <div className={styles.frame}>
        <header className={styles.rail}>
          <div className={styles.head}>
            <a href="/home" className={styles.logo} aria-label="Cardinal, home">
              <Logo />
            </a>
            <ThemeSwitch />
          </div>
          <LinkButton href="/home" size="sm" icon={ArrowLeft}>
            Back to the cards
          </LinkButton>
          <nav aria-label="Sections of the settings">
            <SectionLinks />
          </nav>
          <div className={styles.foot}>
            <LinkButton href="/docs" size="sm" tone="quiet" icon={BookOpen}>
              Manual
            </LinkButton>
          </div>
        </header>
        <main className={styles.middle} id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
    </SectionListProvider>
  )
}
