import { Copy, ExternalLink } from 'lucide-react'
import { confirm } from '../../overlays/index.ts'
import { useAccount } from '../../replica/index.ts'
import { type DataOf, session } from '../../session/index.ts'
import { copyText } from '../../shared/text/copy-text.ts'
import { shortDay } from '../../shared/text/dates.ts'
import { Button, ErrorText, LinkButton, moveFocusFrom } from '../../ui/index.ts'
import { ListOnItsWay } from './list-on-its-way.tsx'
import { Section } from './section.tsx'
import styles from './settings.module.css'
import { useAttempt } from './use-attempt.ts'
import { useServerList } from './use-server-list.ts'

/** A shared search as the server lists it. */
type SharedSearch = DataOf<'GET /user/shared-searches'>[number]

const SHOWN = { descriptions: 'descriptions', tags: 'tags', texts: 'notes and todos' } as const

/** Shared searches, each with buttons that open, copy and revoke it. */
export function SharedSearchesSection() {
  const list = useServerList('GET /user/shared-searches')
  const { attempt, error } = useAttempt()
  const problem = error ?? (list.rows && list.failure)
  const takeBack = async ({ shared_id, title }: SharedSearch, button: HTMLElement) => {
    const isSure = await confirm({
      title: `Take “${title}” back?`,
      text: 'Its page and its feeds are gone at once, for everybody who has the address.',
      confirmLabel: 'Take it back',
      isDanger: true,
    })
    if (!isSure) return
    const isGone = await attempt(async () => {
      await session.account.call('POST /user/remove-shared-search', { body: { shared_id } })
      return true
    })
    if (isGone) moveFocusFrom(button)
    await list.load()
  }
  return (
    <Section
      title="Shared searches"
      about="Pages and feeds of a search, at secret addresses. Everybody who has an address can read what is there."
    >
      <ErrorText error={problem} />
      <SharedList list={list} onTakeBack={(shared, button) => void takeBack(shared, button)} />
    </Section>
  )
}

interface ListProps {
  readonly list: ReturnType<typeof useServerList<'GET /user/shared-searches'>>
  readonly onTakeBack: (shared: SharedSearch, button: HTMLElement) => void
}

function SharedList({ list, onTakeBack }: ListProps) {
  const { workspaces } = useAccount()
  if (list.rows === null) return <ListOnItsWay list={list} />
  if (list.rows.length === 0)
    return <p className={styles.text}>None. On home, the menu “View” shares the present search.</p>
  return (
    <ul className={styles.rows}>
      {list.rows.map((shared) => {
        const { shared_id, title, path, shows, workspace_id, createdAt } = shared
        const address = new URL(path, location.origin).href
        const workspace = workspaces.find(({ id }) => id === workspace_id)?.name
        const parts = ['titles and addresses', ...shows.map((part) => SHOWN[part])].join(', ')
        return (
          <li key={shared_id} className={styles.row}>
            <span className={styles.rowName}>
              {title}
              <span className={styles.badge}>{workspace ?? 'workspace is gone'}</span>
              <span className={styles.detail}>
                {parts}; since {shortDay(createdAt)}
              </span>
            </span>
            <span className={styles.buttons}>
              <LinkButton
                size="sm"
                icon={ExternalLink}
                href={address}
                target="_blank"
                rel="noreferrer"
                aria-label={`Open ${title}`}
              >
                Open
              </LinkButton>
              <Button
                size="sm"
                icon={Copy}
                aria-label={`Copy the address of ${title}`}
                onClick={() => void copyText(address)}
              >
                Copy
              </Button>
              <Button
                size="sm"
                tone="danger"
                aria-label={`Take ${title} back`}
                onClick={({ currentTarget }) => onTakeBack(shared, currentTarget)}
              >
                Take back
              </Button>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
