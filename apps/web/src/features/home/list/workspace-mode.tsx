import { fold, searchWords, type Workspace } from '@cardinal/domain'
import { Layers, Plus } from 'lucide-react'
import { useStore } from 'zustand'
import { useAccount } from '../../../replica/index.ts'
import { useWorkspaceActs, workspaceNameProblem } from '../../../shared/account/use-workspace-acts.ts'
import { WorkspaceList } from '../../../shared/account/workspace-list.tsx'
import { useHomeScreen } from '../../../shared/search/home-screen.tsx'
import { counted } from '../../../shared/text/counted.ts'
import { Button, EmptyState, HelpPopover } from '../../../ui/index.ts'
import styles from './workspace-mode.module.css'

/** The list of workspaces on the home page. The searchbar filters them by name, and a press opens one. */
export default function WorkspaceMode() {
  const { search } = useHomeScreen()
  const { workspaces } = useAccount()
  const text = useStore(search, (state) => state.text)
  const acts = useWorkspaceActs()
  const shown = matchingWorkspaces(workspaces, text)
  const canCreate = text.trim() !== '' && workspaceNameProblem(text, workspaces, null) === null
  const create = async () => {
    if (await acts.create(canCreate ? text : undefined)) search.getState().clear()
  }
  return (
    <section aria-label="Workspaces" className={styles.mode}>
      <header className={styles.head}>
        <h2 className={styles.title}>{counted(shown.length, 'workspace')}</h2>
        <HelpPopover about="Workspaces">
          Each workspace has cards, tags and groups of its own; a search never crosses them. The one that is
          open opens again on all your devices.
        </HelpPopover>
        <span className={styles.grow} />
        <Button size="sm" icon={Plus} onClick={() => void create()}>
          {canCreate ? `Create “${text.trim()}”` : 'New workspace'}
        </Button>
      </header>
      {shown.length > 0 ? (
        <WorkspaceList shown={shown} size="md" />
      ) : (
        <EmptyState
          icon={Layers}
          title={`No workspace has “${fold(text)}” in its name`}
          actions={
            <Button size="sm" onClick={() => search.getState().clear()}>
              Show {counted(workspaces.length, 'workspace')}
            </Button>
          }
        />
      )}
    </section>
  )
}

/** Workspaces whose name contains each of the words and none of the excluded ones, in their order. */
function matchingWorkspaces(workspaces: readonly Workspace[], text: string): readonly Workspace[] {
  const words = searchWords(text)
  return workspaces.filter((workspace) =>
    words.every((word) => fold(workspace.name).includes(fold(word.text)) !== word.isExcluded),
  )
}
