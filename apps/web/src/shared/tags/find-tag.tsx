import { checkName, type Id } from '@cardinal/domain'
import type { TagInUse } from '@cardinal/engine'
import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useAnswer, useReplica } from '../../replica/index.ts'
import { Button, Chip, TextField } from '../../ui/index.ts'
import styles from './find-tag.module.css'
import { chipNames } from './tag-names.ts'

/** How many tags or groups are offered below a field. */
export const OFFERED = 6

const NO_TAGS: readonly TagInUse[] = []

interface FindTagProps {
  readonly label: string
  readonly button: string
  /** Tags that are not offered. */
  readonly taken: ReadonlySet<Id>
  /** Tags offered before anything is typed. */
  readonly offers?: readonly TagInUse[]
  /** Adds a tag. Resolves with true if it was added. So does `onNew`. */
  readonly onTake: (tag: TagInUse) => Promise<boolean>
  readonly onNew: (name: string) => Promise<boolean>
}

/** Renders a field that finds a tag, or creates one with the typed name. */
export function FindTag({ label, button, taken, offers = NO_TAGS, onTake, onNew }: FindTagProps) {
  const [text, setText] = useState('')
  const replica = useReplica()
  const typed = text.trim()
  const { answer: near = [] } = useAnswer('tagsBySearchword', typed === '' ? null : { keywords: [typed] })
  const offered = (typed === '' ? offers : near).filter(({ id }) => !taken.has(id)).slice(0, OFFERED)
  const take = async (tag: TagInUse) => {
    if (await onTake(tag)) setText('')
  }
  const add = async () => {
    const checked = checkName(typed)
    // Asks again, because the offers may be for an earlier text.
    const [named] = await replica.ask('tagsBySearchword', { keywords: [typed] })
    if (named !== undefined && (!checked.ok || named.name === checked.value)) await take(named)
    else if (!checked.ok) return checked.error
    else if (await onNew(checked.value)) setText('')
    return null
  }
  return (
    <>
      <NamesForm
        label={label}
        placeholder="Find a tag, or name a new one"
        button={button}
        text={text}
        onType={setText}
        onAdd={add}
      />
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

interface NamesFormProps {
  readonly label: string
  readonly placeholder: string
  readonly button: string
  readonly text: string
  readonly onType: (text: string) => void
  /** Resolves with the problem of the text. Null: none. */
  readonly onAdd: () => Promise<string | null>
}

/** Enter presses the button. */
export function NamesForm({ label, placeholder, button, text, onType, onAdd }: NamesFormProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setProblem(await onAdd())
  }
  return (
    <form className={styles.line} onSubmit={submit}>
      <TextField
        label={label}
        isLabelHidden
        className={styles.grow}
        placeholder={placeholder}
        value={text}
        error={problem}
        autoComplete="off"
        onChange={(event) => {
          onType(event.target.value)
          setProblem(null)
        }}
      />
      <Button type="submit" icon={Plus} disabled={text.trim() === ''}>
        {button}
      </Button>
    </form>
  )
}
