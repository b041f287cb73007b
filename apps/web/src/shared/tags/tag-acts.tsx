import { checkName, displayNameOf, fold, type Id, type TagGroup } from '@cardinal/domain'
import type { TagInUse } from '@cardinal/engine'
import type { Mutation } from '@cardinal/sync/edits'
import { Folders, Merge, Network, Palette, PencilLine, Trash2 } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useAnswer, useReplica } from '../../replica/index.ts'
import { ColorPicker } from '../../ui/color-picker.tsx'
import { Button, Checkbox, Chip, Popover, TextField } from '../../ui/index.ts'
import { newId } from '../changes/new-id.ts'
import { useAct } from '../changes/use-act.ts'
import { counted } from '../text/counted.ts'
import { deleteTags } from './delete-tags.ts'
import findStyles from './find-tag.module.css'
import { FindTag, NamesForm } from './find-tag.tsx'
import { renamedBy, renaming } from './rename-by-pattern.ts'
import styles from './tag-acts.module.css'
import { mayGetParent, newTag } from './tag-parents.ts'

interface TagActsProps {
  /** The ticked tags. */
  readonly tags: readonly TagInUse[]
  /** Called after an act that removes some of the tags, with their ids. */
  readonly onGone: (ids: readonly Id[]) => void
}

/** Acts on all ticked tags: merge, parent, group, colour, rename by a pattern, delete. */
export function TagActs({ tags, onGone }: TagActsProps) {
  const replica = useReplica()
  const remove = async () => {
    if (await deleteTags(replica, tags)) onGone(tags.map(({ id }) => id))
  }
  const closing = (close: () => void) => (gone: readonly Id[]) => {
    close()
    onGone(gone)
  }
  return (
    <>
      <Panel label="Merge the selected tags" button="Merge" icon={Merge}>
        {(close) => <MergeInto tags={tags} onDone={closing(close)} />}
      </Panel>
      <Panel label="Parent of the selected tags" button="Parent" icon={Network}>
        {(close) => <ParentOf tags={tags} onDone={close} />}
      </Panel>
      <Panel label="Group of the selected tags" button="Group" icon={Folders}>
        {(close) => <GroupOf tags={tags} onDone={close} />}
      </Panel>
      <Panel label="Colour of the selected tags" button="Colour" icon={Palette}>
        {(close) => <ColorOf tags={tags} onDone={close} />}
      </Panel>
      <Panel label="Rename the selected tags" button="Rename" icon={PencilLine}>
        {(close) => <RenameBy tags={tags} onDone={closing(close)} />}
      </Panel>
      <Button size="sm" tone="danger" icon={Trash2} onClick={() => void remove()}>
        Delete
      </Button>
    </>
  )
}

interface PanelProps {
  label: string
  button: string
  icon: typeof Merge
  children: (close: () => void) => ReactNode
}

function Panel({ label, button, icon, children }: PanelProps) {
  return (
    <Popover
      label={label}
      placement="top-start"
      trigger={(trigger) => (
        <Button size="sm" icon={icon} {...trigger}>
          {button}
        </Button>
      )}
    >
      {children}
    </Popover>
  )
}

function MergeInto({ tags, onDone }: { tags: readonly TagInUse[]; onDone: (gone: readonly Id[]) => void }) {
  const act = useAct()
  const [keepsNames, setKeepsNames] = useState(true)
  const mostUsedFirst = [...tags].sort((a, b) => b.cardCount - a.cardCount)
  const merge = async (into: { id: Id; name: string }, before: readonly Mutation[]) => {
    const tagIds = tags.map(({ id }) => id).filter((id) => id !== into.id)
    if (tagIds.length === 0) return false
    const isDone = await act(
      [...before, { name: 'mergeTags', args: { tagIds, intoTagId: into.id, keepsNames } }],
      { done: `Merged ${counted(tagIds.length, 'tag')} into “${into.name}”` },
    )
    if (isDone) onDone(tagIds)
    return isDone
  }
  return (
    <div className={styles.form}>
      <FindTag
        label="The tag that stays"
        button="Merge"
        taken={tags.length === 1 ? new Set(tags.map(({ id }) => id)) : NO_IDS}
        offers={tags.length > 1 ? mostUsedFirst : []}
        onTake={(into) => merge(into, [])}
        onNew={(name) => {
          const { tag, creating } = newTag(name)
          return merge(tag, [creating])
        }}
      />
      <Checkbox isChecked={keepsNames} onChange={setKeepsNames}>
        The other names stay as its synonyms
      </Checkbox>
    </div>
  )
}

const NO_IDS: ReadonlySet<Id> = new Set()

function ParentOf({ tags, onDone }: { tags: readonly TagInUse[]; onDone: () => void }) {
  const act = useAct()
  const replica = useReplica()
  const ids = tags.map(({ id }) => id)
  const put = async (parent: { id: Id; name: string }, before: readonly Mutation[]) => {
    const tagIds = ids.filter((id) => id !== parent.id)
    if (tagIds.length === 0 || !(await mayGetParent(replica, tagIds, parent))) return false
    const isDone = await act(
      [...before, { name: 'addTagParents', args: { tagIds, parentIds: [parent.id] } }],
      { done: `“${parent.name}” is the parent of ${counted(tagIds.length, 'tag')}` },
    )
    if (isDone) onDone()
    return isDone
  }
  return (
    <div className={styles.form}>
      <p className={styles.about}>A search for the parent finds their cards too. No card changes.</p>
      <FindTag
        label="Parent"
        button="Add parent"
        taken={tags.length === 1 ? new Set(ids) : NO_IDS}
        onTake={(parent) => put(parent, [])}
        onNew={(name) => {
          const { tag, creating } = newTag(name)
          return put(tag, [creating])
        }}
      />
    </div>
  )
}

const GROUPS_OFFERED = 8

function GroupOf({ tags, onDone }: { tags: readonly TagInUse[]; onDone: () => void }) {
  const act = useAct()
  const [text, setText] = useState('')
  const { answer: groups = [] } = useAnswer('allGroups', {})
  const tagIds = tags.map(({ id }) => id)
  const many = counted(tags.length, 'tag')
  const put = async (group: TagGroup) => {
    const done = `Put ${many} into “${group.title}”`
    if (await act({ name: 'attachGroups', args: { tagIds, groupIds: [group.id] } }, { done })) onDone()
  }
  const add = async () => {
    const checked = checkName(text)
    if (!checked.ok) return checked.error
    const named = groups.find(({ title }) => title === checked.value)
    if (named !== undefined) await put(named)
    else {
      const made = [{ id: newId(), title: checked.value }]
      const done = `Put ${many} into “${checked.value}”`
      if (await act({ name: 'createGroups', args: { groups: made, tagIds } }, { done })) onDone()
    }
    return null
  }
  const shown = groups.filter(({ title }) => fold(title).includes(fold(text))).slice(0, GROUPS_OFFERED)
  return (
    <div className={styles.form}>
      <NamesForm
        label="Group"
        placeholder="Find a group, or name a new one"
        button="Put in"
        text={text}
        onType={setText}
        onAdd={add}
      />
      <fieldset className={findStyles.chips} aria-label="Groups to choose">
        {shown.map((group) => (
          <Chip key={group.id} label={group.title} color={group.color} onInclude={() => void put(group)} />
        ))}
      </fieldset>
    </div>
  )
}

function ColorOf({ tags, onDone }: { tags: readonly TagInUse[]; onDone: () => void }) {
  const act = useAct()
  const [first] = tags
  return (
    <ColorPicker
      label="Colour of the selected tags"
      value={tags.every(({ color }) => color === first?.color) ? first?.color : undefined}
      onChange={(color) => {
        onDone()
        const tagIds = tags.map(({ id }) => id)
        void act({ name: 'setTagColor', args: { tagIds, color } }, { done: 'Tags coloured' })
      }}
    />
  )
}

function RenameBy({ tags, onDone }: { tags: readonly TagInUse[]; onDone: (gone: readonly Id[]) => void }) {
  const act = useAct()
  const [only] = tags
  const [from, setFrom] = useState(tags.length === 1 && only ? displayNameOf(only) : '')
  const [to, setTo] = useState('')
  // Until the tags with the new names are loaded, names count as free.
  const wanted = renamedBy(tags, [], from, to)
  const names = [...new Set(wanted.filter(({ problem }) => problem === null).map(({ name }) => name))]
  const { answer: holders = [] } = useAnswer('tagsByName', names.length === 0 ? null : { names })
  const others = holders.filter((tag) => tag !== undefined)
  const renamed = names.length === 0 ? wanted : renamedBy(tags, others, from, to)
  const usable = renamed.filter(({ problem }) => problem === null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (usable.length === 0) return
    const done = `Renamed ${counted(usable.length, 'tag')}`
    if (await act(renaming(renamed), { done }))
      onDone(usable.flatMap(({ tag, into }) => (into === null ? [] : [tag.id])))
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label="Find in the names"
        placeholder="Such as js *"
        value={from}
        autoComplete="off"
        onChange={(event) => setFrom(event.target.value)}
      />
      <TextField
        label="Put in its place"
        placeholder="Such as javascript *"
        value={to}
        autoComplete="off"
        onChange={(event) => setTo(event.target.value)}
      />
      <p className={styles.about}>
        A star stands for any text, here and there. Former names stay as synonyms.
      </p>
      <ul className={styles.preview} aria-label="Names before and after">
        {renamed.map(({ tag, shown, problem, into }) => (
          <li key={tag.id}>
            {`${displayNameOf(tag)} → ${shown}`}
            {problem !== null && <span className={styles.wrong}>{` ${problem}`}</span>}
            {into !== null && (
              <span className={styles.about}>{` becomes one with “${displayNameOf(into)}”`}</span>
            )}
          </li>
        ))}
      </ul>
      <Button type="submit" icon={PencilLine} disabled={usable.length === 0}>
        {usable.length === 0 ? 'No name changes' : `Rename ${counted(usable.length, 'tag')}`}
      </Button>
    </form>
  )
}
