import { type Card, displayNameOf, type Id, type TagOffer } from '@cardinal/domain'
import type { TagInUse, UntaggedLabel } from '@cardinal/engine'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useAnswer } from '../../replica/index.ts'
import { useAct } from '../../shared/changes/use-act.ts'
import { chipNames } from '../../shared/tags/tag-names.ts'
import { counted } from '../../shared/text/counted.ts'
import { lineOf } from '../../shared/text/note-title.ts'
import { Disclosure } from '../../ui/accordion.tsx'
import { Button, Checkbox, Chip, EmptyState, moveFocusFrom, Skeleton } from '../../ui/index.ts'
import styles from './untagged-offers.module.css'
import { useUntaggedOffers } from './use-untagged-offers.ts'

/** Tags that would tag most of the cards, each with the cards that would get it. */
export function UntaggedOffers({ cards: now, onOthers }: { cards: readonly Card[]; onOthers: () => void }) {
  // Cards that get a tag stay in the offers while this tab is open.
  const [cards] = useState(now)
  const { read, of, offers, cardsById, labelOf } = useUntaggedOffers(cards)
  if (cards.length === 0) return <EmptyState title="Every card has a tag" />
  return (
    <div className={styles.offers}>
      <p role="status" className={styles.about}>
        {read < of
          ? `Read ${read} of ${counted(of, 'card')}…`
          : offers.length > 0
            ? `${counted(offers.length, 'tag')} for ${counted(of, 'card')}. Take out the cards that a tag does not fit.`
            : 'No tag fits several of these cards.'}
      </p>
      {read < of && offers.length === 0 && <Skeleton lines={4} />}
      <OfferList
        label="Tags for cards without a tag"
        offers={offers}
        cardsById={cardsById}
        reason={({ tagId, cardIds }) => reasonOf(cardIds.map((id) => labelOf(id, tagId)?.sign ?? null))}
      />
      {read === of && (
        <Button size="sm" tone="quiet" onClick={onOthers}>
          Tag the others one after another
        </Button>
      )}
    </div>
  )
}

type OfferedTag = Pick<TagOffer, 'tagId' | 'cardIds'>

interface OfferListProps {
  readonly label: string
  readonly offers: readonly OfferedTag[]
  readonly cardsById: ReadonlyMap<Id, Card>
  /** Why the cards would get the tag. */
  readonly reason: (offer: OfferedTag) => string
}

/** Tags, each with the cards that would get it. */
export function OfferList({ label, offers, cardsById, reason }: OfferListProps) {
  const { answer: tags } = useAnswer(
    'tagsById',
    offers.length === 0 ? null : { ids: offers.map(({ tagId }) => tagId) },
  )
  const tagsById = new Map((tags ?? []).flatMap((tag) => (tag ? [[tag.id, tag] as const] : [])))
  return (
    <ul className={styles.list} aria-label={label}>
      {offers.flatMap((offer) => {
        const tag = tagsById.get(offer.tagId)
        return tag === undefined
          ? []
          : [<Offer key={tag.id} offer={offer} tag={tag} cardsById={cardsById} reason={reason(offer)} />]
      })}
    </ul>
  )
}

interface OfferProps {
  readonly offer: OfferedTag
  readonly tag: TagInUse
  readonly cardsById: ReadonlyMap<Id, Card>
  readonly reason: string
}

const FIRST_SHOWN = 30

/** A tag to add to some cards. The cards are shown first, and can be unticked. */
function Offer({ offer, tag, cardsById, reason }: OfferProps) {
  const act = useAct()
  const [isOpen, setIsOpen] = useState(false)
  const [isAll, setIsAll] = useState(false)
  // The cards that the person unticked.
  const [out, setOut] = useState<ReadonlySet<Id>>(NONE)
  const cardIds = offer.cardIds.filter((id) => !out.has(id))
  const shown = isAll ? offer.cardIds : offer.cardIds.slice(0, FIRST_SHOWN)
  const latest = useRef({ id: null as Id | null, isRange: false })
  /** With Shift, all cards from the one pressed before get the same state. */
  const toggle = (id: Id, isIn: boolean) => {
    const { isRange, id: before } = latest.current
    const [from, to] = [before === null ? -1 : shown.indexOf(before), shown.indexOf(id)]
    const hasRange = isRange && from >= 0 && to >= 0
    const changed = hasRange ? shown.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
    latest.current.id = id
    setOut(
      (others) =>
        new Set(isIn ? [...others].filter((each) => !changed.includes(each)) : [...others, ...changed]),
    )
  }
  const name = displayNameOf(tag)
  const put = (button: HTMLElement) => {
    moveFocusFrom(button)
    void act(
      { name: 'attachTags', args: { cardIds, tagIds: [tag.id] } },
      { done: `Put “${name}” on ${counted(cardIds.length, 'card')}` },
    )
  }
  return (
    <li className={styles.offer}>
      <div className={styles.head}>
        <Chip {...chipNames(tag)} color={tag.color} count={tag.cardCount} />
        <span className={styles.about}>{reason}</span>
        <Button
          size="sm"
          icon={Plus}
          disabled={cardIds.length === 0}
          onClick={({ currentTarget }) => put(currentTarget)}
        >
          {`Put “${name}” on ${counted(cardIds.length, 'card')}`}
        </Button>
      </div>
      <Disclosure isOpen={isOpen} onChange={setIsOpen} title={`Cards that get “${name}”`}>
        <ul className={styles.list}>
          {shown.map((id) => {
            const card = cardsById.get(id)
            return (
              card && (
                <li key={id}>
                  <Checkbox
                    isChecked={!out.has(id)}
                    onClick={(event) => {
                      latest.current.isRange = event.shiftKey
                    }}
                    onChange={(isIn) => toggle(id, isIn)}
                  >
                    {lineOf(card, 120)}
                  </Checkbox>
                </li>
              )
            )
          })}
        </ul>
        {shown.length < offer.cardIds.length && (
          <Button size="sm" tone="quiet" onClick={() => setIsAll(true)}>
            {`Show ${offer.cardIds.length - shown.length} more`}
          </Button>
        )}
      </Disclosure>
    </li>
  )
}

const NONE: ReadonlySet<Id> = new Set()

/** The sites and words that are the most frequent reasons for the tag. */
function reasonOf(signs: readonly UntaggedLabel['sign'][]): string {
  const counts = new Map<string, number>()
  for (const sign of signs) {
    if (sign === null) continue
    const said = sign.kind === 'site' ? sign.text : `“${sign.text}”`
    counts.set(said, (counts.get(said) ?? 0) + 1)
  }
  const most = [...counts].sort((a, b) => b[1] - a[1]).slice(0, SIGNS_SHOWN)
  return most.length === 0 ? 'like your cards with it' : `by ${most.map(([said]) => said).join(', ')}`
}

const SIGNS_SHOWN = 3
