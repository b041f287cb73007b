import { checkName } from '@cardinal/domain'
import type { TagInUse, TagRelationsInUse } from '@cardinal/engine'
import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useAnswer, useReplica } from '../../replica/index.ts'
import { listed } from '../../shared/text/counted.ts'
import { Button, Chip, TextField } from '../../ui/index.ts'
import styles from './tag-relations.module.css'
import { useRelationActs } from './use-relation-acts.ts'

/** Tags offered below the field. */
const OFFERED = 6

export interface ParentsProps {
  readonly tag: TagInUse
  readonly relations: TagRelationsInUse
}

/** What a tag is part of: a field that finds or makes a parent, and a cross on each. */
export function Parents({ tag, relations }: ParentsProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const acts = useRelationActs(tag)
  const replica = useReplica()
  const typed = text.trim()
  const { answer: near = [] } = useAnswer('tagsBySearchword', typed === '' ? null : { keywords: [typed] })
  const taken = new Set([tag.id, ...relations.parents.map(({ id }) => id)])
  const offered = typed === '' ? [] : near.filter(({ id }) => !taken.has(id)).slice(0, OFFERED)
  const take = async (parent: TagInUse) => {
    if (await acts.addParent(parent)) setText('')
  }
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const checked = checkName(typed)
    // Asked anew: what is offered may belong to the letter before.
    const [named] = await replica.ask('tagsBySearchword', { keywords: [typed] })
    if (named !== undefined && (!checked.ok || named.name === checked.value)) return take(named)
    setProblem(checked.ok ? null : checked.error)
    if (checked.ok && (await acts.addNewParent(checked.value))) setText('')
  }
  return (
    <section aria-labelledby="tag-parents" className={styles.part}>
      <h3 id="tag-parents">Is part of</h3>
      {relations.parents.length > 0 && (
        <div className={styles.chips}>
          {relations.parents.map((parent) => (
            <Chip
              key={parent.id}
              label={parent.name}
              color={parent.color}
              onRemove={() => acts.removeParent(parent)}
            />
          ))}
        </div>
      )}
      <FurtherImplied tag={tag} relations={relations} />
      <form className={styles.line} onSubmit={add}>
        <TextField
          label="A tag that it is part of"
          isLabelHidden
          className={styles.grow}
          placeholder="Find a tag, or name a new one"
          value={text}
          error={problem}
          autoComplete="off"
          onChange={(event) => {
            setText(event.target.value)
            setProblem(null)
          }}
        />
        <Button type="submit" icon={Plus} disabled={typed === ''}>
          Add parent
        </Button>
      </form>
      {offered.length > 0 && (
        <fieldset className={styles.chips} aria-label="Tags to choose">
          {offered.map((other) => (
            <Chip
              key={other.id}
              label={other.name}
              color={other.color}
              count={other.cardCount}
              onInclude={() => void take(other)}
            />
          ))}
        </fieldset>
      )}
      <p className={styles.about}>
        Cards with “{tag.name}” are found by these tags, too. No card is changed.
      </p>
    </section>
  )
}

/** What follows over several tags, and a circle, where there is one. */
function FurtherImplied({ tag, relations }: ParentsProps) {
  const direct = new Set(relations.parents.map(({ id }) => id))
  const further = relations.implied.filter(({ id }) => id !== tag.id && !direct.has(id))
  const isInCircle = relations.implied.some(({ id }) => id === tag.id)
  return (
    <>
      {further.length > 0 && (
        <p className={styles.about}>And so also of {listed(further.map(({ name }) => `“${name}”`))}.</p>
      )}
      {isInCircle && (
        <p role="status" className={styles.note}>
          “{tag.name}” is part of itself, over tags that are part of each other. They all find the same cards.
          Remove one of them to end that.
        </p>
      )}
    </>
  )
}
