import { useNavigate } from '@tanstack/react-router'
import { ArrowLeft, BookOpen } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { session } from '../../session/index.ts'
import { query } from '../../session/query.ts'
import { anchorOf, findSettings, SERVER_PAGE, SETTINGS_PAGES } from '../../shared/site/settings-pages.ts'
import { LinkButton, Logo } from '../../ui/index.ts'
import { TextField } from '../../ui/text-field.tsx'
import { ThemeSwitch } from '../../ui/theme-switch.tsx'
import { useMedia } from '../../ui/use-media.ts'
import styles from './settings-frame.module.css'

/**
 * Windows with room for the rail. The width is in rem, so that large text counts as a narrow window. The style
 * sheet has the same width.
 */
const HAS_RAIL_QUERY = '(min-width: 62em)'

/**
 * The frame of the settings, with the pages in the rail. Without room for a rail, the pages are listed if
 * `isList`; otherwise a link goes back to the list.
 *
 * @param props.current title of the shown page
 * @param props.isList whether the address names no page
 */
export function SettingsFrame({
  current,
  isList = false,
  children,
}: {
  current: string
  isList?: boolean
  children: ReactNode
}) {
  const hasRail = useMedia(HAS_RAIL_QUERY)
  return (
    <div className={styles.frame}>
      <header className={styles.rail}>
        <div className={styles.head}>
          <a href="/home" className={styles.logo} aria-label="Cardinal, home">
            <Logo />
          </a>
          <ThemeSwitch />
        </div>
        <div className={styles.back}>
          <LinkButton href="/home" size="sm" icon={ArrowLeft}>
            Back to the cards
          </LinkButton>
          {!hasRail && !isList && (
            <LinkButton href="/settings" size="sm" tone="quiet">
              All settings
            </LinkButton>
          )}
        </div>
        {hasRail && <SettingsList current={current} />}
        {(hasRail || isList) && (
          <div className={styles.foot}>
            <LinkButton href="/docs" size="sm" tone="quiet" icon={BookOpen}>
              Manual
            </LinkButton>
          </div>
        )}
      </header>
      <main className={styles.middle} id="content" tabIndex={-1}>
        {!hasRail && isList ? (
          <div className={styles.list}>
            <h1>Settings page</h1>
            <SettingsList hasTexts />
          </div>
        ) : (
          children
        )}
      </main>
    </div>
  )
}

/** A search over all sections, and below it the pages or the found sections. */
function SettingsList({ current, hasTexts = false }: { current?: string; hasTexts?: boolean }) {
  const [search, setSearch] = useState('')
  const isOwner = useIsServerOwner()
  const navigate = useNavigate()
  const isSearching = search.trim() !== ''
  const found = isSearching ? findSettings(search) : []
  const open = () => {
    const first = found[0]
    if (first === undefined) return
    setSearch('')
    void navigate({ to: '/settings', hash: anchorOf(first.title) })
  }
  return (
    <nav aria-label="Pages of the settings" className={styles.pages}>
      <TextField
        label="Find a setting"
        type="search"
        value={search}
        maxLength={100}
        onChange={(event) => setSearch(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') open()
          if (event.key === 'Escape') setSearch('')
        }}
      />
      <p role="status" className={styles.none}>
        {isSearching && found.length === 0 && 'No setting is called so.'}
      </p>
      <ul className={styles.links}>
        {isSearching
          ? found.map(({ title, page }) => (
              <li key={title}>
                <a
                  href={`/settings#${anchorOf(title)}`}
                  className={styles.link}
                  onClick={() => setSearch('')}
                >
                  <span>{title}</span>
                  {title !== page && <span className={styles.about}>{page}</span>}
                </a>
              </li>
            ))
          : [...SETTINGS_PAGES, ...(isOwner ? [SERVER_PAGE] : [])].map(({ title, about, href }) => (
              <li key={title}>
                <a
                  href={href ?? `/settings#${anchorOf(title)}`}
                  className={styles.link}
                  aria-current={title === current ? 'page' : undefined}
                >
                  <span>{title}</span>
                  {hasTexts && <span className={styles.about}>{about}</span>}
                </a>
              </li>
            ))}
      </ul>
    </nav>
  )
}

/** Whether the person owns the server. False while the server can't be reached. */
function useIsServerOwner(): boolean {
  const [isOwner, setIsOwner] = useState(false)
  useEffect(() => {
    query(session.account, 'GET /user/get-profile').then(
      (profile) => setIsOwner(profile.is_server_owner === true),
      () => {},
    )
  }, [])
  return isOwner
}
