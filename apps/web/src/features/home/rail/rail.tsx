import {
  ArchiveRestore,
  Bookmark,
  ChevronsUpDown,
  FileUp,
  History,
  Layers,
  ListTodo,
  PanelLeft,
  Plus,
  Settings,
  X,
} from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useStore } from 'zustand'
import { usePopups } from '../../../overlays/index.ts'
import { useAccount, useAnswer, useReplica } from '../../../replica/index.ts'
import { useWorkspaceActs } from '../../../shared/account/use-workspace-acts.ts'
import { keyFor } from '../../../shared/keys/home-keys.ts'
import {
  sameSearch,
  useRunSavedSearch,
  useSavedSearches,
  wholeSearchText,
} from '../../../shared/search/saved-searches.ts'
import { useHomeAddress } from '../../../shared/search/use-home-address.ts'
import { lineOf } from '../../../shared/text/note-title.ts'
import { Button, Icon, IconButton, LinkButton, Logo, Menu } from '../../../ui/index.ts'
import { PlaceSelector } from '../bar/type-selector.tsx'
import { deferredSearch } from '../deferred-search.ts'
import { device, useDevice } from '../device.ts'
import { homeFocus } from '../home-screen.ts'
import styles from './rail.module.css'
import { RailGroups, RailSection } from './rail-groups.tsx'

const PeekMenu = lazy(() => import('../../../shared/search/peek-menu.tsx'))

/** The left rail: workspace, saved searches, groups, recently used cards. Folds to icons. */
export function Rail() {
  const isOpen = useDevice((state) => state.isRailOpen)
  const popups = usePopups()
  const fold = () => device.getState().set({ isRailOpen: !isOpen })
  if (!isOpen) return <FoldedRail onOpen={fold} />
  return (
    <nav className={styles.rail} aria-label="Workspace">
      <div className={styles.head}>
        <Logo />
        <IconButton label="Fold the rail" icon={PanelLeft} size="sm" onClick={fold} />
      </div>
      <WorkspaceSwitcher />
      <Button size="sm" icon={Plus} onClick={() => popups.open('quick-add')}>
        Add a card
      </Button>
      <PlaceSelector />
      <RailSections />
      <div className={styles.foot}>
        <Suspense
          fallback={
            <Button size="sm" tone="quiet">
              Peek at…
            </Button>
          }
        >
          <PeekMenu size="sm" onOpen={(name) => popups.open(name)} />
        </Suspense>
        <Button size="sm" tone="quiet" icon={FileUp} onClick={() => popups.open('import-file')}>
          Import
        </Button>
        <Button size="sm" tone="quiet" icon={ListTodo} onClick={() => popups.open('done-todos')}>
          Done
        </Button>
        <Button size="sm" tone="quiet" icon={History} onClick={() => popups.open('recent-acts')}>
          Recent changes
        </Button>
        <Button size="sm" tone="quiet" icon={ArchiveRestore} onClick={() => popups.open('deleted-cards')}>
          Recently deleted
        </Button>
        <LinkButton size="sm" tone="quiet" icon={Settings} href="/settings">
          Settings
        </LinkButton>
      </div>
    </nav>
  )
}

/** Saved searches, groups and recently used cards. Their number changes, so they are below everything else. */
function RailSections() {
  // What is above the other sections is known once the account is loaded.
  const isKnown = useAccount().workspaces.length > 0
  return (
    <div className={styles.sections}>
      {isKnown && (
        <>
          <SavedSearches />
          <RailGroups />
          <RecentCards />
        </>
      )}
    </div>
  )
}

function FoldedRail({ onOpen }: { onOpen: () => void }) {
  const popups = usePopups()
  return (
    <nav className={styles.folded} aria-label="Workspace">
      <IconButton label="Unfold the rail" icon={PanelLeft} onClick={onOpen} />
      <IconButton
        label="Add a card"
        shortcut={keyFor('add')}
        icon={Plus}
        onClick={() => popups.open('quick-add')}
      />
      <PlaceSelector isFolded />
      <IconButton label="Saved searches" icon={Bookmark} onClick={onOpen} />
      <IconButton label="Import" icon={FileUp} onClick={() => popups.open('import-file')} />
    </nav>
  )
}

function SavedSearches() {
  const { saved, remove } = useSavedSearches()
  const text = useStore(deferredSearch, wholeSearchText)
  const run = useRunSavedSearch()
  return (
    <RailSection name="saved" title="Saved searches">
      {saved.length === 0 && <p className={styles.none}>Search for something, then save it with the star.</p>}
      <ul className={styles.list}>
        {[...saved].reverse().map((search) => (
          <li key={search} className={styles.item}>
            <button
              type="button"
              className={styles.run}
              aria-current={sameSearch(search, text) ? 'true' : undefined}
              onClick={() => run(search)}
            >
              {search}
            </button>
            <IconButton
              label={`Remove the saved search ${search}`}
              icon={X}
              size="sm"
              className={styles.remove}
              onClick={() => remove(search)}
            />
          </li>
        ))}
      </ul>
    </RailSection>
  )
}

const NO_CARDS: readonly string[] = []

function RecentCards() {
  const { workspaceId } = useReplica()
  const ids = useDevice((state) => state.recentByWorkspace[workspaceId] ?? NO_CARDS)
  const { answer } = useAnswer('cardsById', ids.length === 0 ? null : { ids }, 'deferred')
  const { answer: groups } = useAnswer('allGroups', {}, 'deferred')
  const popups = usePopups()
  const cards = (answer ?? []).filter((card) => card !== undefined)
  // Otherwise groups that load later would move the cards down.
  if (cards.length === 0 || groups === undefined) return null
  return (
    <RailSection name="recent" title="Recent">
      <ul className={styles.list}>
        {cards.map((card) => (
          <li key={card.id} className={styles.item}>
            <button
              type="button"
              className={styles.run}
              onClick={() => {
                homeFocus.getState().setCard(card.id)
                popups.open('master-editor', { entityId: card.id })
              }}
            >
              {lineOf(card, 60)}
            </button>
          </li>
        ))}
      </ul>
    </RailSection>
  )
}

/** Shows the open workspace, and switches to another. */
function WorkspaceSwitcher() {
  const account = useAccount()
  const { workspaceId } = useReplica()
  const acts = useWorkspaceActs()
  const { setSubject } = useHomeAddress()
  const open = account.workspaces.find((workspace) => workspace.id === workspaceId)
  return (
    <Menu
      label="Workspaces"
      items={[
        ...account.workspaces.map((workspace) => ({
          label: workspace.name,
          isChecked: workspace.id === workspaceId,
          onSelect: () => void acts.open(workspace.id),
        })),
        { label: 'New workspace…', icon: Plus, startsSection: true, onSelect: () => void acts.create() },
        { label: 'All workspaces', icon: Layers, onSelect: () => setSubject('workspace') },
      ]}
      trigger={(trigger) => (
        <Button
          size="sm"
          icon={Layers}
          after={<Icon of={ChevronsUpDown} size={13} />}
          className={styles.switcher}
          {...trigger}
        >
          {open?.name ?? 'Workspace'}
        </Button>
      )}
    />
  )
}
