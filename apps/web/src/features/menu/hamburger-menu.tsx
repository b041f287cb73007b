import { useNavigate } from '@tanstack/react-router'
import {
  ArchiveRestore,
  Bookmark,
  ChartColumn,
  FileDown,
  FileUp,
  History,
  Layers,
  ListTodo,
  LogOut,
  Plus,
  Settings,
  Tags,
} from 'lucide-react'
import { type PopupName, type PopupProps, usePopups } from '../../overlays/index.ts'
import { useSearchesHere } from '../../replica/index.ts'
import { useSession } from '../../session/index.ts'
import { useLeave } from '../../shared/account/use-leave.ts'
import { useWorkspaceActs } from '../../shared/account/use-workspace-acts.ts'
import { WorkspaceList } from '../../shared/account/workspace-list.tsx'
import PeekMenu from '../../shared/search/peek-menu.tsx'
import { useRunSavedSearch } from '../../shared/search/saved-searches.ts'
import { Button, Icon, LinkButton, Segmented, type Theme, useTheme } from '../../ui/index.ts'
import styles from './hamburger-menu.module.css'

const PLACES = [
  { subject: 'tag', label: 'Tags', icon: Tags },
  { subject: 'workspace', label: 'Workspaces', icon: Layers },
  { subject: 'chart', label: 'Charts', icon: ChartColumn },
] as const

const THEME_CHOICES: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** The entries of a wide window's rail, and the ones of the account. */
export default function HamburgerMenu({ close }: PopupProps) {
  const popups = usePopups()
  const acts = useWorkspaceActs()
  const navigate = useNavigate()
  const go = (name: PopupName) => popups.replace('hamburger-menu', name)
  return (
    <div className={styles.menu}>
      <section className={styles.part}>
        <Button icon={Plus} onClick={() => go('quick-add')}>
          Add a card
        </Button>
        <PeekMenu onOpen={go} />
      </section>
      <section className={styles.part}>
        {PLACES.map(({ subject, label, icon }) => (
          <Button
            key={subject}
            tone="quiet"
            icon={icon}
            onClick={() => void navigate({ to: '/home', search: { primary_opt: subject } as never })}
          >
            {label}
          </Button>
        ))}
      </section>
      <section className={styles.part}>
        <h3 className={styles.title}>Workspaces</h3>
        <WorkspaceList onOpened={close} />
        <Button tone="quiet" icon={Plus} onClick={() => void acts.create()}>
          New workspace
        </Button>
      </section>
      <SavedSearches onRun={close} />
      <section className={styles.part}>
        <Button tone="quiet" icon={FileUp} onClick={() => go('import-file')}>
          Import
        </Button>
        <Button tone="quiet" icon={FileDown} onClick={() => go('export-workspace')}>
          Export
        </Button>
        <Button tone="quiet" icon={ListTodo} onClick={() => go('done-todos')}>
          Done
        </Button>
        <Button tone="quiet" icon={History} onClick={() => go('recent-acts')}>
          Recent changes
        </Button>
        <Button tone="quiet" icon={ArchiveRestore} onClick={() => go('deleted-cards')}>
          Recently deleted
        </Button>
        <LinkButton tone="quiet" icon={Settings} href="/settings">
          Settings
        </LinkButton>
      </section>
      <ThemeChoice />
      <Account />
    </div>
  )
}

function SavedSearches({ onRun }: { onRun: () => void }) {
  const saved = useSearchesHere()
  const run = useRunSavedSearch()
  if (saved.length === 0) return null
  return (
    <section className={styles.part}>
      <h3 className={styles.title}>Saved searches</h3>
      {[...saved].reverse().map((search) => (
        <button
          key={search}
          type="button"
          className={styles.search}
          onClick={() => {
            onRun()
            run(search)
          }}
        >
          <Icon of={Bookmark} size={14} />
          {search}
        </button>
      ))}
    </section>
  )
}

function ThemeChoice() {
  const [theme, setTheme] = useTheme()
  return (
    <section className={styles.part}>
      <h3 className={styles.title}>Theme</h3>
      <Segmented label="Theme" segments={THEME_CHOICES} value={theme} onChange={setTheme} size="sm" />
    </section>
  )
}

function Account() {
  const { user } = useSession()
  const leave = useLeave()
  return (
    <section className={styles.part}>
      {user && (
        <p className={styles.user}>
          {user.name}
          <span>{user.email}</span>
        </p>
      )}
      <Button tone="quiet" icon={LogOut} onClick={() => void leave()}>
        Sign out
      </Button>
    </section>
  )
}
