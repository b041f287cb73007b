import {
  type Card,
  type Id,
  includedWords,
  isMeantBy,
  parseSearch,
  type Tag,
  tagName,
} from '@cardinal/domain'
import { Tag as TagIcon, X } from 'lucide-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { type Replica, useReplica } from '../../../replica/index.ts'
import { newId } from '../../../shared/changes/new-id.ts'
import { type Undoable, undoStack } from '../../../shared/changes/undo-stack.ts'
import { useAct } from '../../../shared/changes/use-act.ts'
import { cardSearch, countsOf, DEFAULT_FILTERS, localCalendar } from '../../../shared/search/filters.ts'
import { lineOf } from '../../../shared/text/note-title.ts'
import { Button, IconButton } from '../../../ui/index.ts'
import { homeFocus, homeSearch, homeSelection, lastUse } from '../home-screen.ts'
import { focusSearchbar, homeList } from './home-list.ts'
import styles from './learned-word.module.css'
import {
  afterOffer,
  afterReaching,
  afterSearch,
  type FailedWord,
  failedLately,
  learnedIn,
  setLearned,
} from './learned-words.ts'

interface Offer {
  readonly workspaceId: Id
  readonly word: string
  readonly card: Card
  /**
   * The tag that found the card, for which the word is offered as another name. Null: the word is offered as a
   * tag.
   */
  readonly tag: Tag | null
}

const shown = createStore<{ readonly offer: Offer | null }>(() => ({ offer: null }))

/** Offers to save a word that found nothing, once the person has reached the wanted card by another search. */
export default function LearnedWord() {
  const replica = useReplica()
  const offer = useStore(shown, (state) => state.offer)
  const isChoosing = useStore(homeSelection, ({ cards }) => cards.size > 0)
  useEffect(() => watchCards(replica), [replica])
  const isShown = offer?.workspaceId === replica.workspaceId && !isChoosing
  return (
    <>
      <p role="status" className="visually-hidden">
        {isShown ? `${questionOf(offer)} ${answerOf(offer)}?` : ''}
      </p>
      {isShown && <OfferLine key={offer.word + offer.card.id} offer={offer} />}
    </>
  )
}

function OfferLine({ offer }: { offer: Offer }) {
  const act = useAct()
  const { word, card, tag } = offer
  const accept = () => {
    leave(card)
    if (tag === null) {
      const args = {
        tags: [{ id: newId(), name: tagName(word) }],
        attachToCardIds: [card.id],
        cardType: card.type,
      }
      void act({ name: 'createTags', args }, { done: `Tagged “${word}”` })
    } else {
      const args = { tagId: tag.id, names: [word] }
      void act({ name: 'addTagNames', args }, { done: `${word} → ${tag.name}` })
    }
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend for what the label says.
    <div role="group" aria-label="A word to keep" className={styles.line}>
      <span className={styles.text}>{questionOf(offer)}</span>
      <Button size="sm" icon={TagIcon} onClick={accept}>
        {answerOf(offer)}
      </Button>
      <IconButton label="Don’t keep the word" icon={X} size="sm" onClick={() => leave(card)} />
    </div>
  )
}

function questionOf({ word, card, tag }: Offer): string {
  const about = `“${word}” found nothing.`
  return tag === null ? `${about} Did you look for “${lineOf(card, 40)}”?` : about
}

function answerOf({ word, tag }: Offer): string {
  return tag === null ? `Tag it “${word}”` : `Make it a synonym of “${tag.displayName ?? tag.name}”`
}

/** Hides the offer. The focus goes to the card, or to the bar if the card isn't listed. */
function leave({ id }: Card): void {
  hide()
  if (homeList.getState().cards.some((card) => card.id === id))
    homeFocus.getState().setCard(id, { takesFocus: true })
  else focusSearchbar()
}

function hide(): void {
  if (shown.getState().offer !== null) shown.setState({ offer: null })
}

/**
 * When the person uses or changes a card, offers to save for it a word that found nothing earlier. The next act, or
 * another search text, hides the offer.
 *
 * @returns a function that stops watching
 */
function watchCards(replica: Replica): () => void {
  const takeUse = () => {
    const { cardId } = lastUse.getState()
    if (cardId === null) return
    // Read once: the page of a note may have recorded the card before the list was rendered.
    lastUse.setState({ cardId: null })
    void reached(replica, cardId)
  }
  takeUse()
  const ends = [
    lastUse.subscribe(takeUse),
    undoStack.subscribe(({ done }, before) => {
      const act = done.at(-1)
      if (act === undefined || before.done.includes(act)) return
      const cardId = cardOf(act)
      if (cardId === null) hide()
      else void reached(replica, cardId)
    }),
    homeSearch.subscribe(({ text, restedText }, before) => {
      if (text !== before.text) hide()
      const learned = learnedIn(replica.workspaceId)
      if (restedText !== before.restedText && learned.failed.length > 0)
        setLearned(replica.workspaceId, afterSearch(learned, Date.now()))
    }),
  ]
  return () => {
    for (const end of ends) end()
  }
}

/** The card that an act changed. Null: none, or several. */
function cardOf({ written }: Undoable): Id | null {
  const ids = new Set(written.flatMap(({ kind, ids }) => (kind === 'card' ? ids : [])))
  const [only] = ids
  return ids.size === 1 && only !== undefined && written.every(({ kind }) => kind === 'card') ? only : null
}

async function reached(replica: Replica, cardId: Id): Promise<void> {
  if (shown.getState().offer?.card.id === cardId) return
  hide()
  const { workspaceId } = replica
  const learned = learnedIn(workspaceId)
  const failed = failedLately(learned, Date.now())
  const rest = afterReaching(learned)
  if (rest !== learned) setLearned(workspaceId, rest)
  const offer = await offerFor(replica, cardId, homeSearch.getState().text, failed)
  if (offer === null || shown.getState().offer !== null) return
  const next = afterOffer(learnedIn(workspaceId), offer.word, offer.tag?.id ?? cardId)
  if (next === null) return
  setLearned(workspaceId, next)
  shown.setState({ offer })
}

/** @param text the search that found the card */
async function offerFor(
  replica: Replica,
  cardId: Id,
  text: string,
  failed: readonly FailedWord[],
): Promise<Offer | null> {
  const { workspaceId } = replica
  if (failed.length === 0) return null
  const calendar = localCalendar()
  const [[card], counts] = await Promise.all([
    replica.ask('cardsById', { ids: [cardId] }),
    replica.ask('countSearches', {
      query: countsOf({ ...cardSearch(null, '', '', DEFAULT_FILTERS), done: null }),
      searches: failed.map(({ word }) => parseSearch(word, calendar)),
    }),
  ])
  // A card created after the search failed can't be the one that was looked for. A word that finds cards by now
  // needs no offer.
  const missing = failed.find(
    ({ at }, index) => counts[index] === 0 && card !== undefined && card.createdAt < at,
  )
  if (card === undefined || missing === undefined) return null
  const { word, beside } = missing
  const tag = await tagThatLed(
    replica,
    card,
    word,
    includedWords(text).filter((each) => !beside.includes(each)),
  )
  return { workspaceId, word, card, tag }
}

/** Null: the card has no tag of the search, or the word is a name of the tag already. */
async function tagThatLed(
  replica: Replica,
  card: Card,
  word: string,
  words: readonly string[],
): Promise<Tag | null> {
  if (words.length === 0) return null
  const [near, implied] = await Promise.all([
    replica.ask('tagsBySearchword', { keywords: [word, ...words] }),
    replica.ask('impliedTags', { tagIds: card.tagIds }),
  ])
  if (near.some((tag) => isMeantBy(tag, word))) return null
  const ids = new Set([...card.tagIds, ...implied.map(({ id }) => id)])
  const led = (each: string) => near.find((tag) => ids.has(tag.id) && isMeantBy(tag, each))
  return words.map(led).findLast((tag) => tag !== undefined) ?? null
}
