import { type Id, namesProblem, splitNames, type TagGroup } from '@cardinal/domain'
import { Folders, Plus } from 'lucide-react'
import { type FormEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { useAnswer } from '../../replica/index.ts'
import type { Chosen } from '../../shared/chosen/use-chosen.ts'
import { newId } from '../../shared/new-id.ts'
import { OnceHere } from '../../shared/once-here.tsx'
import { counted } from '../../shared/text/counted.ts'
import { useAct } from '../../shared/undo/use-act.ts'
import { Button, EmptyState, Skeleton, TextField, VirtualList } from '../../ui/index.ts'
import { GroupRow } from './group-row.tsx'
import styles from './grouper.module.css'
import { orderedGroups } from './holding.ts'

export interface GroupPaneProps {
  readonly chosen: Chosen
  /** Undefined until they are known. */
  readonly groups: readonly TagGroup[] | undefined
  readonly openGroupId: Id | null
  readonly onOpenGroup: (id: Id) => void
}

/** Renders all groups, closest to the chosen tags first. A field finds and creates groups. */
export function GroupPane({ chosen, groups, openGroupId, onOpenGroup }: GroupPaneProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const act = useAct()
  const tagIds = useMemo(() => [...chosen.ids], [chosen.ids])
  const { answer: closest } = useAnswer('closestGroups', tagIds.length === 0 ? null : { tagIds })
  const closestIds = useMemo(
    () => (tagIds.length === 0 ? [] : (closest ?? []).map(({ group }) => group.id)),
    [closest, tagIds],
  )
  const shown = useMemo(() => orderedGroups(groups ?? [], closestIds, text), [groups, closestIds, text])
  const fresh = splitNames(text).names.filter((name) => !groups?.some((group) => group.title === name))

  const create = async (event: FormEvent) => {
    event.preventDefault()
    const against = namesProblem(fresh)
    setProblem(against)
    if (against !== null || fresh.length === 0) return
    const made = fresh.map((title) => ({ id: newId(), title }))
    const isDone = await act(
      { name: 'createGroups', args: { groups: made, tagIds } },
      { done: `Created ${fresh.map((title) => `“${title}”`).join(', ')}` },
    )
    if (isDone) setText('')
  }
  return (
    <section aria-label="Groups" className={styles.pane}>
      <form className={styles.controls} onSubmit={create}>
        <TextField
          label="Find or create groups"
          isLabelHidden
          placeholder="Find a group, or name a new one"
          className={styles.grow}
          value={text}
          error={problem}
          autoComplete="off"
          onChange={(event) => {
            setText(event.target.value)
            setProblem(null)
          }}
        />
        <Button type="submit" icon={Plus} disabled={fresh.length === 0}>
          {tagIds.length > 0 && fresh.length > 0 ? `Create with ${counted(tagIds.length, 'tag')}` : 'Create'}
        </Button>
      </form>
      <p className={styles.chosen}>
        {tagIds.length === 0
          ? 'Click a group to see its tags.'
          : 'Tick a group to put the selected tags into it; the closest come first.'}
      </p>
      <GroupRows groups={groups === undefined ? undefined : shown} isFiltered={text !== ''}>
        {(group) => (
          <GroupRow
            group={group}
            chosen={chosen}
            isOpen={group.id === openGroupId}
            onOpen={() => onOpenGroup(group.id)}
          />
        )}
      </GroupRows>
    </section>
  )
}

interface GroupRowsProps {
  /** Undefined until they are known. */
  readonly groups: readonly TagGroup[] | undefined
  readonly isFiltered: boolean
  readonly children: (group: TagGroup) => ReactNode
}

function GroupRows({ groups, isFiltered, children }: GroupRowsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  return (
    <div ref={scroller} className={styles.scroll}>
      {groups === undefined ? (
        <Skeleton lines={8} />
      ) : groups.length === 0 ? (
        <OnceHere>
          <EmptyState icon={Folders} title={isFiltered ? 'No group is called that' : 'No groups yet'}>
            {isFiltered
              ? 'Press Enter to create it.'
              : 'Name one above: tags of a group are suggested together.'}
          </EmptyState>
        </OnceHere>
      ) : (
        <VirtualList
          items={groups}
          keyOf={(group) => group.id}
          estimatedHeight={40}
          label="Groups"
          scrollRef={scroller}
        >
          {children}
        </VirtualList>
      )}
    </div>
  )
}
