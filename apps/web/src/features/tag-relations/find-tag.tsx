import { checkName, type Id } from '@cardinal/domain'
import type { TagInUse } from '@cardinal/engine'
import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useAnswer, useReplica } from '../../replica/index.ts'
import { chipNames } from '../../shared/tags/chip-tag.ts'
import { Button, Chip, TextField } from '../../ui/index.ts'
import styles from './tag-relations.module.css'

/** Tags or groups offered below a field. */
export const OFFERED = 6

export interface FindTagProps {
  readonly label: string
  readonly button: string
  /** Tags to leave out. */
  readonly taken: ReadonlySet<Id>
  /** Each resolves with true if the act was done. */
  readonly onTake: (tag: TagInUse) => Promise<boolean>
  readonly onNew: (name: string) => Promise<boolean>
}

/** Renders a field that finds a tag, or creates one with the typed name. */
export function FindTag({ label, button, taken, onTake, onNew }: FindTagProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const replica = useReplica()
  const typed = text.trim()
  const { answer: near = [] } = useAnswer('tagsBySearchword', typed === '' ? null : { keywords: [typed] })
  const offered = typed === '' ? [] : near.filter(({ id }) => !taken.has(id)).slice(0, OFFERED)
  const take = async (tag: TagInUse) => {
    if (await onTake(tag)) setText('')
  }
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const checked = checkName(typed)
    // Asks again, because the offers may belong to the previous letter.
    const [named] = await replica.ask('tagsBySearchword', { keywords: [typed] })
    if (named !== undefined && (!checked.ok || named.name === checked.value)) return take(named)
    setProblem(checked.ok ? null : checked.error)
    if (checked.ok && (await onNew(checked.value))) setText('')
  }
  return (
    <>
      <form className={styles.line} onSubmit={add}>
        <TextField
          label={label}
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
          {button}
        </Button>
      </form>
      {offered.length > 0 && (
        <fieldset className={styles.chips} aria-label="Tags to choose">
          {offered.map((other) => (
            <Chip
              key={other.id}
              {...chipNames(other)}
              color={other.color}
              count={other.cardCount}
              onInclude={() => void take(other)}
            />
          ))}
        </fieldset>
      )}
    </>
  )
}
