import { type Card, type Id, includedWords, LIMITS, parseSearch, withoutLastWord } from '@cardinal/domain'
import type { CardMatches, Suggestion } from '@cardinal/engine'
import { Circle, CircleCheck, Link2, ListTodo, StickyNote } from 'lucide-react'
import { type FormEvent, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { createMemoryReplica } from '../../replica/create-memory-replica.ts'
import { ReplicaProvider, useAnswer, useMutate } from '../../replica/index.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Marked } from '../cards/card-text.tsx'
import { CardTagsProvider, useTagsById } from '../cards/tags-context.tsx'
import { newId } from '../changes/new-id.ts'
import { createSearchStore, type SearchStore } from '../search/search-store.ts'
import { Searchbar } from '../searchbar/searchbar.tsx'
import { pickSuggestion } from '../searchbar/suggestions.ts'
import { TagGesturesProvider, useChipState, useTagGestures } from '../tags/gestures.tsx'
import styles from './sample.module.css'
import { SAMPLE_CARDS } from './sample-cards.ts'
import { onSampleRequest } from './sample-request.ts'
import { sampleQuery, sampleWorkspace } from './sample-workspace.ts'

const SUGGESTED = 7

interface SampleSearchProps {
  initialText: string
  /** Cards in the notation of `sample-cards.ts`. */
  cards?: string
  /** Whether other parts of the page can set the search. */
  isRequestable?: boolean
  /** Whether visitors can add cards, which are stored in this page only. */
  canAdd?: boolean
  /** Called when the search or its number of results changes. */
  onFound?: (text: string, total: number) => void
}

/** The product's searchbar and engine over a sample workspace in this page. Nothing is stored or sent. */
export default function SampleSearch({
  initialText,
  cards = SAMPLE_CARDS,
  isRequestable = false,
  canAdd = false,
  onFound,
}: SampleSearchProps) {
  const [connection] = useState(() => createMemoryReplica(sampleWorkspace(cards, Date.now())))
  const [search] = useState(() => createSearchStore({ text: initialText }))
  useEffect(
    () => (isRequestable ? onSampleRequest((text) => search.getState().put(text)) : undefined),
    [search, isRequestable],
  )
  return (
    <ReplicaProvider connection={connection}>
      <TagGesturesProvider search={search}>
        <SearchOverSample search={search} canAdd={canAdd} onFound={onFound} />
      </TagGesturesProvider>
    </ReplicaProvider>
  )
}

interface SearchOverSampleProps {
  search: SearchStore
  canAdd: boolean
  onFound: SampleSearchProps['onFound']
}

function SearchOverSample({ search, canAdd, onFound }: SearchOverSampleProps) {
  const text = useStore(search, (state) => state.text)
  const [now] = useState(() => Date.now())
  const query = useMemo(() => sampleQuery(text), [text])
  const { answer, isStale } = useAnswer('matchCards', query)
  const total = isStale ? undefined : answer?.total
  useEffect(() => {
    if (total !== undefined) onFound?.(text.trim(), total)
  }, [onFound, text, total])
  const { answer: suggestions } = useAnswer('suggestNarrowing', {
    query,
    text,
    finished: parseSearch(withoutLastWord(text)),
    savedSearches: ['recipe, quick', 'medical, exam', 'project, urgent'],
    now,
    limit: SUGGESTED,
  })
  return (
    <>
      <Searchbar
        search={search}
        subject="note"
        label="Search the sample workspace"
        prompt="Type a tag you remember: recipe, exam, urgent"
        suggestions={suggestions ?? NO_SUGGESTIONS}
        onPick={(suggestion) => pickSuggestion(search, suggestion)}
        onSearch={() => {}}
      />
      <Results answer={answer} text={text} canAdd={canAdd} onClear={() => search.getState().clear()} />
    </>
  )
}

const NO_SUGGESTIONS: readonly Suggestion[] = []

function Results({
  answer,
  text,
  canAdd,
  onClear,
}: {
  answer: CardMatches | undefined
  text: string
  canAdd: boolean
  onClear: () => void
}) {
  const [addedId, setAddedId] = useState<Id | null>(null)
  if (!answer) return null
  const words = includedWords(text)
  return (
    <CardTagsProvider cards={answer.cards}>
      <p className={styles.count} role="status">
        {countOf(answer, text)}
      </p>
      {canAdd && <AddToSample words={words} onAdded={setAddedId} />}
      {answer.total === 0 ? (
        <p className={styles.empty}>
          Nothing here carries all of that.{' '}
          <button type="button" className={styles.clear} onClick={onClear}>
            Start again
          </button>
        </p>
      ) : (
        <ul className={styles.cards} aria-label="Cards found">
          {answer.cards.map((card) => (
            <li key={card.id} ref={card.id === addedId ? bringIntoSight : undefined}>
              <SampleCard card={card} words={words} />
            </li>
          ))}
        </ul>
      )}
    </CardTagsProvider>
  )
}

/** Scrolls the list into view: on a phone the field and its keyboard may hide it. */
function bringIntoSight(line: HTMLElement | null): void {
  line?.scrollIntoView({ block: 'nearest' })
}

function countOf({ total, cards }: CardMatches, text: string): string {
  const found = `${total} ${total === 1 ? 'card' : 'cards'}`
  const rest = total > cards.length ? `, the newest ${cards.length} shown` : ''
  return text.trim() === '' ? `${found} in the sample${rest}` : `${found} found${rest}`
}

const TYPES = {
  todo: { icon: ListTodo, name: 'Todo' },
  note: { icon: StickyNote, name: 'Note' },
  link: { icon: Link2, name: 'Link' },
}

/** A read-only card of the sample, whose tags narrow the search. */
function SampleCard({ card, words }: { card: Card; words: readonly string[] }) {
  const tagsById = useTagsById()
  const { icon, name } = TYPES[card.type]
  const { text, host } = readable(card)
  return (
    <article className={styles.card} data-color={card.color ?? undefined}>
      <span className={styles.type}>
        <Icon of={icon} size={15} />
        <span className="visually-hidden">{name}</span>
      </span>
      <div className={styles.body}>
        <p className={styles.text}>
          <Marked text={text} words={words} />
          {host && <span className={styles.host}> {host}</span>}
        </p>
        {card.subnotes.length > 0 && (
          <ul className={styles.subnotes} aria-label="Steps">
            {card.subnotes.map((subnote) => (
              <li key={subnote.id} className={subnote.isTicked ? styles.ticked : undefined}>
                <Icon of={subnote.isTicked ? CircleCheck : Circle} size={12} />
                {subnote.isTicked && <span className="visually-hidden">Done: </span>}
                {subnote.text}
              </li>
            ))}
          </ul>
        )}
        <div className={styles.tags}>
          {card.tagIds.map((id) => {
            const tag = tagsById.get(id)
            return tag && <SampleChip key={id} tag={tag} />
          })}
        </div>
      </div>
    </article>
  )
}

function SampleChip({ tag }: { tag: { id: string; name: string; color: null | string } }) {
  const gestures = useTagGestures()
  const state = useChipState(tag)
  const chip = { id: tag.id, name: tag.name, color: null }
  return (
    <Chip
      label={tag.name}
      state={state}
      size="sm"
      onInclude={() => gestures.edit(state === 'included' ? 'remove' : 'include', chip)}
      onExclude={() => gestures.edit(state === 'excluded' ? 'remove' : 'exclude', chip)}
    />
  )
}

/** A link's title and its site. For other cards, the text. */
function readable({ type, content }: Card): { text: string; host: string | null } {
  const found = type === 'link' ? /^https?:\/\/(?:www\.)?(\S+)\s(.*)$/s.exec(content) : null
  return found ? { text: (found[2] ?? '').trim(), host: found[1] ?? null } : { text: content, host: null }
}

/**
 * Adds a note to the sample with the tags of the search, so that the search finds it.
 *
 * @param props.words of the search; words that are no tag of a visible card are ignored
 */
function AddToSample({ words, onAdded }: { words: readonly string[]; onAdded: (cardId: Id) => void }) {
  const mutate = useMutate()
  const tagsById = useTagsById()
  const [text, setText] = useState('')
  const [message, setMessage] = useState('')
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const content = text.trim()
    if (content === '') return
    const known = new Set([...tagsById.values()].map(({ name }) => name))
    const tagNames = words.filter((word) => known.has(word))
    const id = newId()
    const tags = tagNames.map((name) => ({ id: newId(), name }))
    try {
      await mutate({ name: 'createCard', args: { card: { id, type: 'note', content } } })
      if (tags.length > 0)
        await mutate({ name: 'createTags', args: { tags, attachToCardIds: [id], cardType: 'note' } })
    } catch {
      setMessage("This part of the page didn't load. Try again when you are online.")
      return
    }
    onAdded(id)
    setText('')
    setMessage(`Added to the sample${tags.length > 0 ? `, tagged ${tagNames.join(', ')}` : ''}.`)
  }
  return (
    <form className={styles.add} onSubmit={(event) => void add(event)}>
      <TextField
        label="A card of your own"
        isLabelHidden
        placeholder="Add a card of your own"
        value={text}
        maxLength={LIMITS.contentLength}
        onChange={(event) => {
          setText(event.target.value)
          setMessage('')
        }}
        className={styles.addField}
      />
      <Button type="submit">Add</Button>
      <p className={styles.added} role="status">
        {message}
      </p>
    </form>
  )
}
