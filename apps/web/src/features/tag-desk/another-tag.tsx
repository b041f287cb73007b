import { type Card, type Id, namesProblem, splitNames } from '@cardinal/domain'
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { useAnswer } from '../../replica/index.ts'
import { useLabelChoices, useLabelling } from '../../shared/engulfer/use-labels.ts'
import { chipNames } from '../../shared/tags/chip-tag.ts'
import { cx } from '../../ui/cx.ts'
import { Chip, Kbd, TextField } from '../../ui/index.ts'
import styles from './tag-desk.module.css'

/** Renders typed tags of the card, which have no number key. */
export function OtherTags({ tagIds }: { tagIds: readonly Id[] }) {
  const { answer } = useAnswer('tagsById', tagIds.length === 0 ? null : { ids: tagIds })
  if (tagIds.length === 0) return null
  return answer?.flatMap((tag) =>
    tag === undefined ? [] : [<Chip key={tag.id} {...chipNames(tag)} color={tag.color} state="included" />],
  )
}

export interface AnotherTagHandle {
  focus(): void
  /** Adds the typed tags to the card. False: a name is invalid, and the field has the focus. */
  submit(): boolean
}

interface AnotherTagProps {
  readonly card: Card
  readonly ref: Ref<AnotherTagHandle>
  /** Called when Enter or Escape leaves the field: the keys of the desk work again. */
  readonly onDone: () => void
}

/** Renders a field for tags that are not suggested. Enter adds them to the card, and Tab completes a name. */
export function AnotherTag({ card, ref, onDone }: AnotherTagProps) {
  const [typed, setTyped] = useState('')
  const { found } = useLabelChoices(card, typed, 1)
  const { attachNamed } = useLabelling(card)
  const problem = namesProblem(splitNames(typed).names)
  const [near] = typed.trim() === '' ? [] : found
  const field = useRef<HTMLInputElement>(null)
  const submit = () => {
    if (typed.trim() !== '' && problem !== null) {
      field.current?.focus()
      return false
    }
    attachNamed(typed)
    setTyped('')
    return true
  }
  useImperativeHandle(ref, () => ({ focus: () => field.current?.focus(), submit }))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      if (submit()) onDone()
    } else if (event.key === 'Tab' && !event.shiftKey && near !== undefined) {
      event.preventDefault()
      const { names } = splitNames(typed)
      setTyped([...names.slice(0, -1), near.name].join(', '))
    } else if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      setTyped('')
      onDone()
    }
  }
  return (
    <div className={styles.another}>
      <TextField
        ref={field}
        label="Another tag"
        value={typed}
        autoComplete="off"
        {...(typed.trim() !== '' && problem !== null && { error: problem })}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p className={cx(styles.about, styles.keyHint)}>
        {near === undefined ? (
          <>
            <Kbd keys="t" /> writes here
          </>
        ) : (
          <>
            <Kbd keys="Tab" /> {near.name}
          </>
        )}
      </p>
    </div>
  )
}
