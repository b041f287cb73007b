import { type CardType, type Color, type Id, isCalled, newTagsProblem, splitNames } from '@cardinal/domain'
import type { TagInUse } from '@cardinal/engine'
import { Plus } from 'lucide-react'
import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useRef, useState } from 'react'
import { type Replica, useAnswer, useReplica } from '../../replica/index.ts'
import { Button, Chip, FieldProblem, Icon, useFieldProblem } from '../../ui/index.ts'
import { isComposing } from '../../ui/typed-keys.ts'
import { newId } from '../changes/new-id.ts'
import { useNow } from '../search/use-now.ts'
import { useHiddenTags } from '../tags/hidden-tags.ts'
import { offerReason } from '../tags/reason-text.ts'
import { chipNames, useTagNames } from '../tags/tag-names.ts'
import styles from './card-form.module.css'

/** A new tag name, with the id that the tag will have. */
export interface NewTag {
  readonly id: Id
  readonly name: string
}

/** The tags of a card in a form. Saving it creates `newTags` first. */
export interface ChosenTags {
  readonly tagIds: readonly Id[]
  readonly newTags: readonly NewTag[]
}

interface TagsFieldProps extends ChosenTags {
  /** The card's text, from which tags are suggested. */
  readonly text: string
  readonly type: CardType
  readonly cardId: Id | null
  readonly onChange: (chosen: ChosenTags) => void
  /** The half-typed text, which the form stores in its draft. */
  readonly typed: string
  readonly onType: (typed: string) => void
  /** The interface by which the form completes the field before saving. */
  readonly ref?: Ref<TagsFieldHandle>
  /** Absent: “Tags”. */
  readonly label?: string
  /** Whether tags are suggested before anything is typed. */
  readonly hasOffers?: boolean
}

export interface TagsFieldHandle {
  /**
   * Turns the half-typed text into tags, and returns all tags of the card. Null: a name is invalid, and the field shows
   * why.
   */
  settle(): Promise<ChosenTags | null>
}

const LIMIT = 6

/** The tags of a card in a form: chosen tags, a field that finds or creates tags, and suggestions. */
export function TagsField(props: TagsFieldProps) {
  const { tagIds, newTags, onChange, typed, onType, ref, label = 'Tags', hasOffers = true } = props
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  // Whether Escape has hidden the suggestions. The typed name stays.
  const [isDismissed, setIsDismissed] = useState(false)
  const replica = useReplica()
  const { names } = splitNames(typed)
  const { found, unknown, isStale } = useFound(names, tagIds)
  const shown = useShown(props)
  const problem = newTagsProblem(unknown)
  const wrong = useFieldProblem(problem)
  const offered = isDismissed ? [] : found

  const choose = (ids: readonly Id[]) =>
    onChange({ tagIds: ids, newTags: newTags.filter((tag) => ids.includes(tag.id)) })
  const take = (tagId: Id) => {
    choose([...tagIds, tagId])
    onType('')
  }
  const settle = async (): Promise<ChosenTags | null> => {
    if (names.length > 0 && problem !== null) {
      field.current?.focus()
      return null
    }
    const chosen = await withNames(replica, names, props)
    if (chosen.tagIds === tagIds) return chosen
    onChange(chosen)
    onType('')
    return chosen
  }
  useImperativeHandle(ref, () => ({ settle }))
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent) || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter' && names.length > 0) {
      event.preventDefault()
      void settle()
    } else if (event.key === 'Tab' && !event.shiftKey && offered[0] && typed !== '') {
      event.preventDefault()
      take(offered[0].id)
    } else if (event.key === 'Backspace' && typed === '' && !event.repeat && tagIds.length > 0) {
      choose(tagIds.slice(0, -1))
    } else if (event.key === 'Escape' && typed !== '' && !isDismissed) {
      event.preventDefault()
      event.stopPropagation()
      setIsDismissed(true)
    }
  }

  return (
    <div>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={`${styles.box} ${styles.chips}`}>
        {shown.map((tag) => (
          <Chip
            key={tag.id}
            {...chipNames(tag)}
            color={tag.color}
            reason={tag.isNew ? 'new' : undefined}
            onRemove={() => choose(tagIds.filter((each) => each !== tag.id))}
          />
        ))}
        <input
          ref={field}
          id={id}
          className={styles.tagInput}
          value={typed}
          placeholder={tagIds.length === 0 ? 'A name, or several with commas between them' : ''}
          {...wrong.field}
          onChange={(event) => {
            setIsDismissed(false)
            onType(event.target.value)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <FieldProblem {...wrong.sentence} className={styles.problem} />
      <div className={`${styles.offers} ${styles.chips}`}>
        {names.length > 0 ? (
          <Found tags={offered} typed={typed} onTake={take} />
        ) : (
          hasOffers && <Suggested {...props} onTake={take} />
        )}
        {unknown.length > 0 && problem === null && !isStale && !isDismissed && (
          <Button size="sm" icon={Plus} onClick={() => void settle()}>
            New tag
          </Button>
        )}
      </div>
    </div>
  )
}

/** Tags that the typed names find, and names without a tag. They may be of an earlier text. */
function useFound(names: readonly string[], tagIds: readonly Id[]) {
  const { answer, isStale } = useAnswer('tagsBySearchword', names.length === 0 ? null : { keywords: names })
  const hidden = useHiddenTags()
  const near = names.length === 0 ? [] : (answer ?? [])
  return {
    found: hidden.without(near, names).filter((tag) => !tagIds.includes(tag.id)),
    unknown: names.filter((name) => !near.some((tag) => isCalled(tag, name))),
    isStale,
  }
}

interface ShownTag extends NewTag {
  readonly color: Color | null
  readonly isNew: boolean
}

/** The chosen tags in order, with the new ones that saving creates. */
function useShown({ tagIds, newTags }: ChosenTags): readonly ShownTag[] {
  const madeIds = idsOfMade({ tagIds, newTags })
  const { answer } = useAnswer('tagsById', { ids: madeIds })
  return tagIds.flatMap((id): readonly ShownTag[] => {
    const staged = newTags.find((tag) => tag.id === id)
    if (staged) return [{ ...staged, color: null, isNew: true }]
    const tag = answer?.[madeIds.indexOf(id)]
    return tag ? [{ ...tag, isNew: false }] : []
  })
}

function idsOfMade({ tagIds, newTags }: ChosenTags): readonly Id[] {
  return tagIds.filter((id) => !newTags.some((tag) => tag.id === id))
}

/**
 * The chosen tags with these names. Asks again, because a name may have become a tag. Returns the same list if nothing
 * changed.
 */
async function withNames(
  replica: Replica,
  names: readonly string[],
  { tagIds, newTags }: ChosenTags,
): Promise<ChosenTags> {
  const staged = newTags.filter(({ id }) => tagIds.includes(id))
  const wanted = [...staged.map(({ name }) => name), ...names]
  if (wanted.length === 0) return { tagIds, newTags: [] }
  const known = await replica.ask('tagsBySearchword', { keywords: wanted })
  const tags = [...new Set(wanted)].map((name) => {
    const tag = known.find((each) => each.name === name) ?? known.find((each) => isCalled(each, name))
    return {
      name,
      isNew: tag === undefined,
      id: tag?.id ?? staged.find((each) => each.name === name)?.id ?? newId(),
    }
  })
  const idByName = new Map(tags.map(({ name, id }) => [name, id]))
  const nameById = new Map(newTags.map(({ id, name }) => [id, name]))
  const kept = tagIds.map((id) => idByName.get(nameById.get(id) ?? '') ?? id)
  return {
    tagIds: [...new Set([...kept, ...tags.map(({ id }) => id)])],
    newTags: tags.filter(({ isNew }) => isNew).map(({ id, name }) => ({ id, name })),
  }
}

interface OffersProps {
  readonly onTake: (id: Id) => void
}

function Found(props: OffersProps & { tags: readonly TagInUse[]; typed: string }) {
  return props.tags
    .slice(0, LIMIT)
    .map((tag) => (
      <Chip
        key={tag.id}
        {...chipNames(tag)}
        color={tag.color}
        count={tag.cardCount}
        match={props.typed.trim()}
        before={<Icon of={Plus} size={12} />}
        onInclude={() => props.onTake(tag.id)}
      />
    ))
}

function Suggested(
  props: OffersProps & Pick<TagsFieldProps, 'text' | 'type' | 'cardId' | 'tagIds' | 'newTags'>,
) {
  const { text, type, cardId, onTake } = props
  const now = useNow()
  const { answer = [] } = useAnswer('suggestLabels', {
    text,
    type,
    cardId,
    tagIds: idsOfMade(props),
    now,
    limit: LIMIT,
    withRecent: true,
  })
  const nameOfTag = useTagNames(answer)
  return answer.map(({ tag, reasons }) => (
    <Chip
      key={tag.id}
      {...chipNames(tag)}
      color={tag.color}
      {...offerReason(reasons, nameOfTag)}
      before={<Icon of={Plus} size={12} />}
      onInclude={() => onTake(tag.id)}
    />
  ))
}
