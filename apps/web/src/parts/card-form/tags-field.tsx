import { type CardType, type Id, namesProblem, splitNames } from '@cardinal/domain'
import { Plus } from 'lucide-react'
import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useRef } from 'react'
import { useAnswer, useReplica } from '../../replica/index.ts'
import { Button, Chip, FieldProblem, Icon, useFieldProblem } from '../../ui/index.ts'
import { newId } from '../new-id.ts'
import { useNow } from '../search/use-now.ts'
import { reasonText } from '../suggestions/reason-text.ts'
import { useHiddenTags } from '../tags/use-hidden-tags.ts'
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
  /** What is still being typed, which the form keeps with all else. */
  readonly typed: string
  readonly onType: (typed: string) => void
  /** The form's hand on the field, for the moment of saving. */
  readonly ref?: Ref<TagsFieldHandle>
}

export interface TagsFieldHandle {
  /**
   * Takes what is still being typed as tags, and answers all tags of the card; null when a name won't do, which
   * the field says, or could not be made: then the form stays as it is.
   */
  settle(): Promise<readonly Id[] | null>
}

const LIMIT = 6

/** Tags of a card that is being written: chosen ones, a field that finds or creates, and suggestions. */
export function TagsField(props: TagsFieldProps) {
  const { text, type, cardId, tagIds, onChange, typed, onType: setTyped, ref } = props
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const act = useAct()
  const replica = useReplica()
  const now = useNow()
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
  const problem = namesProblem(names)
  const wrong = useFieldProblem(problem)
  const hidden = useHiddenTags()
  const found =
    names.length === 0 || near === undefined
      ? []
      : hidden.without(near, names).filter((tag) => !tagIds.includes(tag.id))

  const take = (tagId: Id) => {
    onChange([...tagIds, tagId])
    setTyped('')
  }
  /** Names that are no tags yet become tags at once: a tag is worth having whatever becomes of the card. */
  const settle = async () => {
    if (names.length === 0) return tagIds
    if (problem !== null) {
      field.current?.focus()
      return null
    }
    // Asked anew: what is shown below the field may belong to the letter before.
    const known = await replica.ask('tagsBySearchword', { keywords: names })
    const tags = names.map((name) => ({ name, id: known.find((tag) => tag.name === name)?.id }))
    const fresh = tags.flatMap(({ name, id }) => (id === undefined ? [{ id: newId(), name }] : []))
    const isDone =
      fresh.length === 0 || (await act({ name: 'createTags', args: { tags: fresh, attachToCardIds: [] } }))
    if (!isDone) return null
    const taken = tags.flatMap(({ id }) => id ?? [])
    const all = [...new Set([...tagIds, ...taken, ...fresh.map((tag) => tag.id)])]
    onChange(all)
    setTyped('')
    return all
  }
  useImperativeHandle(ref, () => ({ settle }))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter' && names.length > 0) {
      event.preventDefault()
      void settle()
    } else if (event.key === 'Tab' && !event.shiftKey && found[0] && typed !== '') {
      event.preventDefault()
      take(found[0].id)
    } else if (event.key === 'Backspace' && typed === '' && !event.repeat && tagIds.length > 0) {
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
          ref={field}
          id={id}
          className={styles.tagInput}
          value={typed}
          placeholder={tagIds.length === 0 ? 'A name, or several with commas between them' : ''}
          {...wrong.field}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <FieldProblem {...wrong.sentence} className={styles.problem} />
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
            <Button size="sm" icon={Plus} onClick={() => void settle()}>
              Create
            </Button>
          )}
      </div>
    </div>
  )
}
