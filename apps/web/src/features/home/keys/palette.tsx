import { type Card, displayNameOf, fold, type Id, printSearch } from '@cardinal/domain'
import { useNavigate } from '@tanstack/react-router'
import {
  ArchiveRestore,
  Bookmark,
  ChartColumn,
  Columns2,
  Download,
  FileUp,
  Filter,
  Folders,
  History,
  Inbox,
  Keyboard,
  Layers,
  Link2,
  ListChecks,
  ListTodo,
  type LucideIcon,
  Maximize2,
  Menu as MenuIcon,
  MoonStar,
  PanelLeft,
  PanelRight,
  Pencil,
  Plus,
  RotateCcw,
  Rows3,
  Search,
  Settings,
  Share2,
  SlidersHorizontal,
  Sparkles,
  SquarePen,
  StickyNote,
  Sun,
  Tags,
  Undo2,
} from 'lucide-react'
import { useMemo, useState } from 'react'
import { usePopups } from '../../../overlays/index.ts'
import { useAccount, useAnswer, useSearchesHere } from '../../../replica/index.ts'
import { keep, readKept } from '../../../shared/account/kept.ts'
import { useWorkspaceActs } from '../../../shared/account/use-workspace-acts.ts'
import { TYPE_ICONS } from '../../../shared/cards/card-types.ts'
import { useUndo } from '../../../shared/changes/use-act.ts'
import { keyFor } from '../../../shared/keys/home-keys.ts'
import { cardSearch, DEFAULT_FILTERS } from '../../../shared/search/filters.ts'
import { useRunSavedSearch, wholeSearchText } from '../../../shared/search/saved-searches.ts'
import { type HomeSubject, useHomeAddress, useOpenNote } from '../../../shared/search/use-home-address.ts'
import { anchorOf, findSettings } from '../../../shared/site/settings-pages.ts'
import { cutText } from '../../../shared/text/cut-text.ts'
import { titleOf } from '../../../shared/text/note-title.ts'
import { Icon, Kbd, setTheme } from '../../../ui/index.ts'
import { isComposing } from '../../../ui/typed-keys.ts'
import { device } from '../device.ts'
import { homeFocus, homeSearch, openCommands, openKeyMap } from '../home-screen.ts'
import { focusSearchbar } from '../list/home-list.ts'
import styles from './commands.module.css'

export { AllKeys } from '../../../shared/keys/key-lines.tsx'

/** A field that finds commands, tags, cards and settings, and the list of what it finds. */
export function Palette() {
  const commands = useCommands()
  const [typed, setTyped] = useState('')
  const [marked, setMarked] = useState(0)
  const navigate = useNavigate()
  const openNote = useOpenNote()
  const cards = useFound(typed)
  const settings = fold(typed) === '' ? [] : findSettings(typed).slice(0, SETTINGS)
  const found: readonly Command[] = [
    ...matching(commands, typed),
    ...settings.map(({ title }) => ({
      label: `Setting: ${title}`,
      icon: Settings,
      run: () => void navigate({ to: '/settings', hash: anchorOf(title) } as never),
    })),
    ...cards,
  ]
  const at = Math.min(marked, found.length - 1)
  const run = (command: Command | undefined) => {
    if (command === undefined) return
    if (command.id === undefined) noteCommand(command.label)
    openCommands(false)
    // Closes first, because closing returns the focus, and the command may move it.
    setTimeout(async () => {
      // In a small window an open note covers the list.
      const isCovered = document.querySelector('[aria-modal] [data-note]') !== null
      if (command.isForList === true && isCovered) await openNote(null)
      command.run()
    })
  }
  return (
    <div className={styles.palette}>
      <input
        data-autofocus
        role="combobox"
        aria-label="Find a command, a tag or a card"
        aria-expanded
        aria-controls="commands"
        aria-autocomplete="list"
        aria-activedescendant={at >= 0 ? `command-${at}` : undefined}
        className={styles.field}
        placeholder="What do you want to do, or find?"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setMarked(0)
        }}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return
          if (event.key === 'ArrowDown') setMarked((at + 1) % found.length)
          else if (event.key === 'ArrowUp') setMarked((at - 1 + found.length) % found.length)
          else if (event.key === 'Enter') run(found[at])
          else return
          event.preventDefault()
        }}
      />
      <div id="commands" role="listbox" aria-label="Commands" className={styles.list}>
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of a combobox are its field's.
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the marked option.
          <div
            key={command.id ?? command.label}
            id={`command-${index}`}
            role="option"
            aria-selected={index === at}
            className={styles.command}
            ref={(element) => {
              if (index === at) element?.scrollIntoView({ block: 'nearest' })
            }}
            onClick={() => run(command)}
            onPointerMove={() => setMarked(index)}
          >
            <Icon of={command.icon} size={15} />
            <span className={styles.label}>{command.label}</span>
            {command.shortcut !== undefined && <Kbd keys={command.shortcut} />}
          </div>
        ))}
      </div>
      {found.length === 0 && <p className={styles.none}>No command, tag or card is called that.</p>}
    </div>
  )
}

/** The most settings found. */
const SETTINGS = 4
/** Key for the labels of commands run last in this browser, latest first. */
const RECENT_KEY = 'recent-commands'
const RECENT = 5

function recentCommands(): readonly string[] {
  const kept = readKept('device', RECENT_KEY)
  return Array.isArray(kept) ? kept.filter((label) => typeof label === 'string') : []
}

function noteCommand(label: string): void {
  keep('device', RECENT_KEY, [label, ...recentCommands().filter((other) => other !== label)].slice(0, RECENT))
}

/**
 * Commands that contain every typed word. Names that begin with the text come first. Without a text, the commands
 * run last.
 */
function matching(commands: readonly Command[], typed: string): readonly Command[] {
  const text = fold(typed)
  if (text === '') {
    const recent = recentCommands().flatMap((label) => commands.find((each) => each.label === label) ?? [])
    return [...recent, ...commands.filter((each) => !recent.includes(each))]
  }
  const words = text.split(' ')
  const has = (command: Command) => words.every((word) => fold(command.label).includes(word))
  const rank = (command: Command) => (fold(command.label).startsWith(text) ? 0 : 1)
  return commands.filter(has).sort((a, b) => rank(a) - rank(b))
}

export interface Command {
  /** Only of a tag or card. Commands are identified by their label. */
  readonly id?: Id
  readonly label: string
  readonly icon: LucideIcon
  readonly shortcut?: string
  /** Whether running it changes the list or the searchbar. */
  readonly isForList?: true
  readonly run: () => void
}

/** The most tags and the most cards shown. */
const TAGS = 4
const CARDS = 6

/** Tags with the text in their name and cards that match it, as commands. */
function useFound(typed: string): readonly Command[] {
  const { setSubject } = useHomeAddress()
  const popups = usePopups()
  const openNote = useOpenNote()
  const isAsking = fold(typed).length > 1
  const keywords = isAsking ? [typed] : null
  const search = useMemo(() => cardSearch(null, typed, '', { ...DEFAULT_FILTERS, showsDone: true }), [typed])
  const named = useAnswer('tagsBySearchword', keywords && { keywords })
  const exact = useAnswer('listCards', isAsking ? { ...search, offset: 0, limit: CARDS } : null)
  const loose = useAnswer('looseMatches', isAsking ? { ...search, limit: CARDS } : null)
  // Enter must not run what an earlier text found.
  if (!isAsking || named.isStale || exact.isStale || loose.isStale) return []
  const { answer: tags = [] } = named
  const groups = [exact.answer, loose.answer?.anyOrder, loose.answer?.close]
  const cards = groups.flatMap((group) => group?.cards ?? [])
  const openTag = (name: string) => {
    setSubject('all')
    homeSearch.getState().put(printSearch({ kind: 'words', words: [name] }))
  }
  const openCard = ({ id, type }: Card) => {
    if (type === 'note') void openNote(id)
    else popups.open('master-editor', { entityId: id })
  }
  return [
    ...tags.slice(0, TAGS).map((tag) => ({
      id: tag.id,
      label: `Tag: ${displayNameOf(tag)}`,
      icon: Tags,
      isForList: true as const,
      run: () => openTag(tag.name),
    })),
    ...cards.slice(0, CARDS).map((card) => ({
      id: card.id,
      label: cutText(titleOf(card.content.trim() || card.page?.title || card.address || '')).shown,
      icon: TYPE_ICONS[card.type],
      run: () => openCard(card),
    })),
  ]
}

const SUBJECTS: readonly { subject: HomeSubject; label: string; icon: LucideIcon }[] = [
  { subject: 'all', label: 'Go to all cards', icon: Inbox },
  { subject: 'link', label: 'Go to links', icon: Link2 },
  { subject: 'note', label: 'Go to notes', icon: StickyNote },
  { subject: 'todo', label: 'Go to todos', icon: ListTodo },
  { subject: 'tag', label: 'Go to tags', icon: Tags },
  { subject: 'workspace', label: 'Go to workspaces', icon: Layers },
  { subject: 'chart', label: 'Go to charts', icon: ChartColumn },
]

/** Commands that edit the active card. */
const EDITORS = [
  { label: 'Edit the text of the card', icon: Pencil, name: 'entity-edit-text' },
  { label: 'Edit the tags of the card', icon: Tags, name: 'entity-edit-tags' },
  { label: 'Edit the card in a form', icon: SquarePen, name: 'home-editEntity' },
  { label: 'Open the card', icon: Maximize2, name: 'master-editor' },
] as const

/** All commands of the palette, in the order shown without a typed text. */
function useCommands(): readonly Command[] {
  const address = useHomeAddress()
  const popups = usePopups()
  const navigate = useNavigate()
  const undo = useUndo()
  const account = useAccount()
  const searches = useSearchesHere()
  const acts = useWorkspaceActs()
  const runSaved = useRunSavedSearch()
  return useMemo(() => {
    const toggleDevice = (key: 'isRailOpen' | 'isPanelOpen') => () =>
      device.getState().set({ [key]: !device.getState()[key] })
    const go = SUBJECTS.map(({ subject, label, icon }) => ({
      label,
      icon,
      isForList: true as const,
      run: () => address.setSubject(subject),
    }))
    const saved = [...searches].reverse().map((search) => ({
      label: `Saved search: ${search}`,
      icon: Bookmark,
      isForList: true as const,
      run: () => runSaved(search),
    }))
    const workspaces = account.workspaces.map((workspace) => ({
      label: `Switch to workspace ${workspace.name}`,
      icon: Layers,
      run: () => void acts.open(workspace.id),
    }))
    const editing = homeFocus.getState().cardId === null ? [] : EDITORS
    return [
      { label: 'Search', icon: Search, shortcut: keyFor('search'), isForList: true, run: focusSearchbar },
      { label: 'Add a card', icon: Plus, shortcut: keyFor('add'), run: () => popups.open('quick-add') },
      { label: 'New card with all fields', icon: Plus, run: () => popups.open('home-addEntity') },
      ...editing.map(({ label, icon, name }) => ({
        label,
        icon,
        run: () => popups.open(name, { entityId: homeFocus.getState().cardId ?? undefined }),
      })),
      {
        label: 'New tags from the words of the search',
        icon: Tags,
        run: () => popups.open('next-to--unmatched-tagging-experience', {}),
      },
      ...go,
      { label: 'Menu', icon: MenuIcon, run: () => popups.open('hamburger-menu') },
      { label: 'Sort', icon: SlidersHorizontal, run: () => popups.open('home-sorter') },
      { label: 'Filter by date and colour', icon: Filter, run: () => popups.open('home-filter') },
      { label: 'Layout and fields', icon: Rows3, run: () => popups.open('home-viewer') },
      { label: 'Act on the result', icon: ListChecks, run: () => popups.open('home-action') },
      {
        label: 'Reset the filters',
        icon: RotateCcw,
        isForList: true,
        run: () => homeSearch.getState().resetFilters(),
      },
      { label: 'One column', icon: Rows3, isForList: true, run: () => address.setColumns('col') },
      { label: 'Several columns', icon: Columns2, isForList: true, run: () => address.setColumns('cols') },
      {
        label: 'Density: comfortable',
        icon: Rows3,
        isForList: true,
        run: () => address.setDensity('comfortable'),
      },
      { label: 'Density: compact', icon: Rows3, isForList: true, run: () => address.setDensity('compact') },
      { label: 'Density: cards', icon: Rows3, isForList: true, run: () => address.setDensity('cards') },
      { label: 'Tag cards', icon: Tags, run: () => popups.open('tagger') },
      { label: 'Tag desk', icon: ListChecks, run: () => popups.open('tag-desk') },
      { label: 'Rules', icon: Sparkles, run: () => popups.open('tag-rules') },
      {
        label: 'Make a rule of this search',
        icon: Sparkles,
        run: () => popups.open('tag-rules', { search: wholeSearchText(homeSearch.getState()) }),
      },
      { label: 'Group tags', icon: Folders, run: () => popups.open('grouper') },
      { label: 'Peek at links', icon: Link2, run: () => popups.open('playground-link') },
      {
        label: 'Peek at notes',
        icon: StickyNote,
        run: () => popups.open('playground-note'),
      },
      {
        label: 'Peek at todos',
        icon: ListTodo,
        run: () => popups.open('playground-todo'),
      },
      { label: 'Peek at tags', icon: Tags, run: () => popups.open('playground-tag') },
      { label: 'Undo', icon: Undo2, shortcut: keyFor('undo'), run: undo },
      { label: 'Done todos', icon: ListTodo, run: () => popups.open('done-todos') },
      { label: 'Recent changes', icon: History, run: () => popups.open('recent-acts') },
      { label: 'Recently deleted cards', icon: ArchiveRestore, run: () => popups.open('deleted-cards') },
      { label: 'Import a file', icon: FileUp, run: () => popups.open('import-file') },
      { label: 'Export the workspace', icon: Download, run: () => popups.open('export-workspace') },
      { label: 'Share this search', icon: Share2, run: () => popups.open('share-search') },
      {
        label: 'Act on link results: open, copy, export',
        icon: Download,
        run: () => popups.open('above-link-results'),
      },
      { label: 'Fold the left rail', icon: PanelLeft, run: toggleDevice('isRailOpen') },
      { label: 'Fold the tags panel', icon: PanelRight, run: toggleDevice('isPanelOpen') },
      { label: 'Light theme', icon: Sun, run: () => setTheme('light') },
      { label: 'Dark theme', icon: MoonStar, run: () => setTheme('dark') },
      { label: 'Follow the system’s theme', icon: Sun, run: () => setTheme('system') },
      { label: 'Settings', icon: Settings, run: () => void navigate({ to: '/settings' as never }) },
      { label: 'Search language', icon: Search, run: () => popups.open('search-language') },
      { label: 'Keys', icon: Keyboard, shortcut: keyFor('keys'), run: () => openKeyMap(true) },
      ...saved,
      ...workspaces,
    ]
  }, [address, popups, navigate, undo, account, searches, acts, runSaved])
}
