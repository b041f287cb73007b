import { type CardType, type Id, splitNames } from '@cardinal/domain'
import { Plus } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useAnswer } from '../../replica/index.ts'
import { Button, Chip, Icon } from '../../ui/index.ts'
import { newId } from '../new-id.ts'
import { useNow } from '../search/use-now.ts'
import { reasonText } from '../suggestions/reason-text.ts'
import { nameProblem } from '../tags/use-rename-tag.ts'
import { useTagNames } from '../tags/use-tag-names.ts'
import { useAct } from '../undo/use-act.ts'
import styles from './card-form.module.css'

export interface TagsFieldProps {
  /** The text being written: tags are suggested from it. */
  readonly text: string
  readonly type: CardType
  readonly cardId: Id | null
  readonly tagIds: readonly Id[]
  readonly onChange: (tagIds: readonly Id[]) => void
}

const LIMIT = 6

/** Tags of a card that is being written: chosen ones, a field that finds or creates, and suggestions. */
export function TagsField({ text, type, cardId, tagIds, onChange }: TagsFieldProps) {
  const id = useId()
  const act = useAct()
  const now = useNow()
  const [typed, setTyped] = useState('')
  const { names } = splitNames(typed)
  const { answer: chosen } = useAnswer('tagsById', { ids: tagIds })
  const { answer: near, isStale } = useAnswer(
    'tagsBySearchword',
    names.length === 0 ? null : { keywords: names },
  )
  const { answer: suggestions = [] } = useAnswer('suggestLabels', {
    text,
    type,
    cardId,
    tagIds,
    now,
    limit: LIMIT,
  })
  const nameOfTag = useTagNames(suggestions)
  const problem = names.map(nameProblem).find((reason) => reason !== null) ?? null
  const found = names.length === 0 || near === undefined ? [] : near.filter((tag) => !tagIds.includes(tag.id))

  const take = (tagId: Id) => {
    onChange([...tagIds, tagId])
    setTyped('')
  }
  /** Names that are no tags yet become tags at once: a tag is worth having whatever becomes of the card. */
  const takeTyped = async () => {
    if (names.length === 0 || problem !== null || isStale) return
    const known = names.map((name) => near?.find((tag) => tag.name === name)?.id)
    const fresh = names.flatMap((name, index) => (known[index] === undefined ? [{ id: newId(), name }] : []))
    const isDone =
      fresh.length === 0 || (await act({ name: 'createTags', args: { tags: fresh, attachToCardIds: [] } }))
    if (!isDone) return
    const ids = [...known.filter((each) => each !== undefined), ...fresh.map((tag) => tag.id)]
    onChange([...new Set([...tagIds, ...ids])])
    setTyped('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter' && names.length > 0) {
      event.preventDefault()
      void takeTyped()
    } else if (event.key === 'Tab' && !event.shiftKey && found[0] && typed !== '') {
      event.preventDefault()
      take(found[0].id)
    } else if (event.key === 'Backspace' && typed === '' && tagIds.length > 0) {
      onChange(tagIds.slice(0, -1))
    } else if (event.key === 'Escape' && typed !== '') {
      event.preventDefault()
      event.stopPropagation()
      setTyped('')
    }
  }

  return (
    <div>
      <label htmlFor={id} className={styles.label}>
        Tags
      </label>
      <div className={`${styles.box} ${styles.chips}`}>
        {chosen?.map(
          (tag) =>
            tag && (
              <Chip
                key={tag.id}
                label={tag.name}
                color={tag.color}
                onRemove={() => onChange(tagIds.filter((each) => each !== tag.id))}
              />
            ),
        )}
        <input
          id={id}
          className={styles.tagInput}
          value={typed}
          placeholder={tagIds.length === 0 ? 'A name, or several with commas between them' : ''}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      {problem !== null && (
        <p id={`${id}-problem`} role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <div className={`${styles.offers} ${styles.chips}`}>
        {names.length > 0
          ? found
              .slice(0, LIMIT)
              .map((tag) => (
                <Chip
                  key={tag.id}
                  label={tag.name}
                  color={tag.color}
                  count={tag.cardCount}
                  match={typed.trim()}
                  before={<Icon of={Plus} size={12} />}
                  onInclude={() => take(tag.id)}
                />
              ))
          : suggestions.map(({ tag, reasons: [first] }) => (
              <Chip
                key={tag.id}
                label={tag.name}
                color={tag.color}
                reason={first ? reasonText(first, nameOfTag) : undefined}
                before={<Icon of={Plus} size={12} />}
                onInclude={() => take(tag.id)}
              />
            ))}
        {names.length > 0 &&
          problem === null &&
          !isStale &&
          names.some((name) => !near?.some((tag) => tag.name === name)) && (
            <Button size="sm" icon={Plus} onClick={() => void takeTyped()}>
              Create
            </Button>
          )}
      </div>
    </div>
  )
}
