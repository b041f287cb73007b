import { type CardType, namesProblem, type SearchbarSubject, splitNames } from '@cardinal/domain'
import { useCallback } from 'react'
import { newId } from '../../parts/new-id.ts'
import { homeFocus, homeSearch } from '../../parts/search/home-screen.ts'
import { findAddress } from '../../parts/text/address.ts'
import { counted } from '../../parts/text/counted.ts'
import { type Act, useAct } from '../../parts/undo/use-act.ts'
import { useWorkspaceActs, type WorkspaceActs } from '../../parts/workspaces/use-workspace-acts.ts'
import { type Replica, useReplica } from '../../replica/index.ts'
import { toast, UNDERSTOOD } from '../../ui/index.ts'

/** Adds what stands in the searchbar: a card, tags or a workspace, by what the bar is set to. */
export function useAdd(subject: SearchbarSubject | null): (text: string) => void {
  const act = useAct()
  const replica = useReplica()
  const workspaces = useWorkspaceActs()
  return useCallback(
    (text) => {
      if (subject === null) return
      if (subject === 'tag') void addTags(act, text)
      else if (subject === 'workspace') void addWorkspace(workspaces, text)
      else void addCard(act, replica, subject, text.trim())
    },
    [subject, act, replica, workspaces],
  )
}

async function addCard(act: Act, replica: Replica, type: CardType, content: string): Promise<void> {
  const id = newId()
  const adding = act(
    { name: 'createCard', args: { card: { id, type, content } } },
    { done: `Added a ${type}` },
  )
  // The list is asked for in the same moment; what is refused comes back into the bar.
  homeSearch.getState().clear()
  if (!(await adding)) {
    if (homeSearch.getState().text === '') homeSearch.getState().put(content)
    return
  }
  homeFocus.getState().setJustAdded(id)
  const address = type === 'link' ? findAddress(content) : null
  if (address === null) return
  const known = await replica.ask('cardsWithAddress', { address: address.href })
  if (known.some((card) => card.id !== id)) {
    toast('This address was saved already', {
      label: 'Show it',
      onSelect: () => homeSearch.getState().put(address.host),
    })
  }
}

/** Every name of the list that is no tag yet; a bad one stops all of them, so that nothing is half done. */
async function addTags(act: Act, text: string): Promise<void> {
  const { names } = splitNames(text)
  const problem = namesProblem(names)
  if (problem !== null) return toast(problem, UNDERSTOOD)
  const tags = names.map((name) => ({ id: newId(), name }))
  if (tags.length === 0) return
  const done = tags.length === 1 ? `Created the tag “${names[0]}”` : `Created ${counted(tags.length, 'tag')}`
  const isDone = await act({ name: 'createTags', args: { tags, attachToCardIds: [] } }, { done })
  if (isDone) homeSearch.getState().clear()
}

async function addWorkspace(workspaces: WorkspaceActs, name: string): Promise<void> {
  if (await workspaces.create(name)) homeSearch.getState().clear()
}
