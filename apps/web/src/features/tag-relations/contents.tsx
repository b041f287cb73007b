import { fold } from '@cardinal/domain'
import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useAnswer } from '../../replica/index.ts'
import { chipNames } from '../../shared/tags/chip-tag.ts'
import { Button, Chip, TextField } from '../../ui/index.ts'
import { OFFERED } from './find-tag.tsx'
import type { ParentsProps } from './parents.tsx'
import styles from './tag-relations.module.css'
import { useChildGroupActs } from './use-child-group-acts.ts'
import { useRelationActs } from './use-relation-acts.ts'

/** Renders the children of a tag: tags, groups with all their tags, and a field that adds a group. */
export function Contents({ tag, relations }: ParentsProps) {
  const acts = useRelationActs(tag)
  const groupActs = useChildGroupActs()
  const { answer: groups = [] } = useAnswer('allGroups', {})
  const { children, childGroups } = relations
  if (children.length + childGroups.length + groups.length === 0) return null
  return (
    <section aria-labelledby="tag-children" className={styles.part}>
      <h3 id="tag-children">Contains</h3>
      {children.length + childGroups.length > 0 && (
        <div className={styles.chips}>
          {children.map((child) => (
            <Chip
              key={child.id}
              {...chipNames(child)}
              color={child.color}
              count={child.cardCount}
              onRemove={() => acts.removeChild(child)}
            />
          ))}
          {childGroups.map((group) => (
            <Chip
              key={group.id}
              label={`group:${group.title}`}
              color={group.color}
              onRemove={() => groupActs.remove(group, tag)}
            />
          ))}
        </div>
      )}
      <FindGroup tag={tag} relations={relations} />
    </section>
  )
}

function FindGroup({ tag, relations }: ParentsProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const acts = useChildGroupActs()
  const { answer: groups = [] } = useAnswer('allGroups', {})
  const taken = new Set(relations.childGroups.map(({ id }) => id))
  const typed = fold(text)
  const free = groups.filter(({ id, title }) => !taken.has(id) && fold(title).includes(typed))
  const take = async (group: (typeof groups)[number]) => {
    if (await acts.add(group, tag)) setText('')
  }
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const named = free.find(({ title }) => fold(title) === typed) ?? (free.length === 1 ? free[0] : undefined)
    if (named !== undefined) await take(named)
    else setProblem(free.length === 0 ? 'There is no such group.' : 'Choose one of these groups.')
  }
  if (groups.length === taken.size) return null
  return (
    <>
      <form className={styles.line} onSubmit={add}>
        <TextField
          label="A group whose tags are part of it"
          isLabelHidden
          className={styles.grow}
          placeholder="Find a group"
          value={text}
          error={problem}
          autoComplete="off"
          onChange={(event) => {
            setText(event.target.value)
            setProblem(null)
          }}
        />
        <Button type="submit" icon={Plus} disabled={typed === ''}>
          Add group
        </Button>
      </form>
      <fieldset className={styles.chips} aria-label="Groups to choose">
        {free.slice(0, OFFERED).map((group) => (
          <Chip
            key={group.id}
            label={`group:${group.title}`}
            color={group.color}
            onInclude={() => void take(group)}
          />
        ))}
      </fieldset>
      <p className={styles.about}>
        Cards with any tag of these groups are found by “{tag.name}” too. That includes tags that are added to
        a group later.
      </p>
    </>
  )
}
