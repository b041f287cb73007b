import {
  addressKey,
  addressOfLink,
  type CardType,
  namesProblem,
  type SearchbarSubject,
  splitLinks,
  splitNames,
} from '@cardinal/domain'
import type { NewCard } from '@cardinal/sync'
import { useCallback, useEffect, useState } from 'react'
import { confirm } from '../../../overlays/index.ts'
import { type Replica, useReplica } from '../../../replica/index.ts'
import { useWorkspaceActs, type WorkspaceActs } from '../../../shared/account/use-workspace-acts.ts'
import { loadCapture } from '../../../shared/capture/captured.ts'
import { newId } from '../../../shared/changes/new-id.ts'
import { type Act, useAct } from '../../../shared/changes/use-act.ts'
import { counted } from '../../../shared/text/counted.ts'
import { toast, UNDERSTOOD } from '../../../ui/index.ts'
import { device } from '../device.ts'
import { homeFocus, homeSearch } from '../home-screen.ts'

/** How a text is added: as the screen decides, as one link, or as a link per address in it. */
export type AddWay = 'as-set' | 'link' | 'each'

/**
 * Adds the text of the searchbar as a card, as tags or as a workspace (`subject`). `isWarned`: the bar shows that
 * the address is saved already.
 */
export function useAdd(
  subject: SearchbarSubject | null,
): (text: string, way?: AddWay, isWarned?: boolean) => void {
  const act = useAct()
  const replica = useReplica()
  const workspaces = useWorkspaceActs()
  return useCallback(
    (text, way = 'as-set', isWarned = false) => {
      if (subject === null) return
      once(text, () => {
        if (subject === 'tag') return addTags(act, text)
        if (subject === 'workspace') return addWorkspace(workspaces, text)
        if (way === 'each') return addEach(act, replica, text)
        return addCard(act, replica, way === 'link' ? 'link' : subject, text.trim(), isWarned)
      })
    },
    [subject, act, replica, workspaces],
  )
}

/** Texts that are being added. */
const underWay = new Set<string>()

/** Adds a text of the bar, unless an earlier press is adding it. */
function once(text: string, add: () => Promise<void>): void {
  if (underWay.has(text) || homeSearch.getState().text.trim() !== text.trim()) return
  underWay.add(text)
  void add().finally(() => underWay.delete(text))
}

async function addCard(
  act: Act,
  replica: Replica,
  type: CardType,
  written: string,
  isWarned: boolean,
): Promise<void> {
  const { refused } = homeSearch.getState()
  const captured = await (await loadCapture())?.captureCard(replica, written, type, refused)
  const { content, dates, tagIds, said, making } = captured ?? { ...PLAIN, content: written }
  if (content === '') return
  const address = type === 'link' && !isWarned ? addressOfLink(content) : null
  if (address !== null && (await replica.ask('cardsWithAddress', { address })).length > 0) {
    // Enter was pressed before the address was looked up. `put` skips the pause in typing, so that the bar shows
    // the warning.
    if (homeSearch.getState().text.trim() === written) homeSearch.getState().put(written)
    return
  }
  const id = newId()
  device.getState().useKind(type)
  homeFocus.getState().setJustAdded(id)
  const adding = act(
    [...making, { name: 'createCard', args: { card: { id, type, content, tagIds, ...dates } } }],
    { done: [`Added a ${type}`, said].filter(Boolean).join(', ') },
  )
  // Clear the bar before the answer, so that the list loads at once. A refused text is restored.
  if (homeSearch.getState().text.trim() === written) homeSearch.getState().clear()
  if (await adding) return
  homeFocus.getState().setJustAdded(null)
  restoreText(written, refused)
}

/** The capture of a text in which nothing is recognised. */
const PLAIN = { dates: {}, tagIds: [], said: '', making: [] }

/** Adds a link per address in a text, after a question that says how many are new and how many are saved already. */
async function addEach(act: Act, replica: Replica, text: string): Promise<void> {
  const links = splitLinks(text)
  if (links.length > MOST_AT_ONCE) return toast(TOO_MANY_AT_ONCE, UNDERSTOOD)
  const fresh = await withoutSaved(replica, links)
  const saved = links.length - fresh.length
  const ofSaved = `${counted(saved, 'address is', 'addresses are')} saved already, or there twice, and left out.`
  if (fresh.length === 0) return toast(ofSaved, UNDERSTOOD)
  const isWanted = await confirm({
    title: `Add ${counted(fresh.length, 'link')}?`,
    text: `Each address becomes a link of its own.${saved === 0 ? '' : ` ${ofSaved}`}`,
    confirmLabel: `Add ${counted(fresh.length, 'link')}`,
  })
  if (!isWanted) return
  const cards = fresh.map((content): NewCard => ({ id: newId(), type: 'link', content }))
  const adding = act(
    cards.map((card) => ({ name: 'createCard', args: { card } })),
    { done: `Added ${counted(cards.length, 'link')}` },
  )
  homeSearch.getState().clear()
  if (!(await adding)) restoreText(text)
}

/** Restores a refused text, unless the person has typed something else. */
function restoreText(text: string, refused: readonly string[] = []): void {
  const { text: present, put, refuse } = homeSearch.getState()
  if (present !== '') return
  put(text)
  for (const words of refused) refuse(words)
}

/** The most links that one paste adds. More must be imported from a file. */
const MOST_AT_ONCE = 200

const TOO_MANY_AT_ONCE = `At most ${MOST_AT_ONCE} links are added at once. Import more of them as a file.`

/** Adds all names of the list that are no tags yet. One invalid name stops all of them. */
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

/** Texts whose address isn't saved yet, without duplicates. */
async function withoutSaved(replica: Replica, links: readonly string[]): Promise<string[]> {
  const seen = new Set<string>()
  const fresh: string[] = []
  for (const link of links) {
    const address = addressOfLink(link) ?? link
    const known = await replica.ask('cardsWithAddress', { address })
    if (known.length === 0 && !seen.has(addressKey(address))) fresh.push(link)
    seen.add(addressKey(address))
  }
  return fresh
}

/**
 * The number of links that are not saved yet. Null: not known yet. Above `MOST_AT_ONCE`, all links count without
 * a look-up.
 */
export function useFreshCount(links: readonly string[]): number | null {
  const replica = useReplica()
  const [known, setKnown] = useState<{ links: readonly string[]; count: number } | null>(null)
  const isAsked = links.length > 1 && links.length <= MOST_AT_ONCE
  useEffect(() => {
    if (!isAsked) return
    let isWanted = true
    withoutSaved(replica, links).then(
      (fresh) => isWanted && setKnown({ links, count: fresh.length }),
      // The replica is closing. The next replica is asked again.
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [replica, links, isAsked])
  if (!isAsked) return links.length
  return known?.links === links ? known.count : null
}
