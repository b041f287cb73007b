import type { Card } from '@cardinal/domain'
import { lazy, memo, Suspense, useCallback, useMemo } from 'react'
import { useStore } from 'zustand'
import { useWithLeaving } from '../../../shared/cards/leaving.ts'
import { useNow } from '../../../shared/search/use-now.ts'
import { ErrorBoundary, Skeleton, VirtualList } from '../../../ui/index.ts'
import { homeFocus, homeSearch, homeSelection } from '../home-screen.ts'
import { CardRow } from './card-row.tsx'
import { homeList } from './home-list.ts'
import type { RowLook } from './row-props.ts'
import { SectionHeading } from './section-heading.tsx'
import { isSectionHead, type ListRow, rowsByDay, type TodoSections } from './todo-sections.ts'

interface CardListProps {
  readonly label?: string
  readonly cards: readonly Card[]
  /** Headings above the cards of each day. Absent or null: none. */
  readonly sections?: TodoSections | null
  readonly look: RowLook
  readonly words: readonly string[]
  readonly columns: number
  readonly onMore: () => void
}

/** Estimated heights of a row in px, until the row is measured. */
const HEIGHTS = { comfortable: 52, compact: 36, cards: 190 }
/** px between columns */
const COLUMN_GAP_PX = 12

/** The list of cards. Only rows near the window are rendered. `homeFocus` moves through it by keys. */
export const CardList = memo(function CardList(props: CardListProps) {
  const { look, words, columns, onMore, sections = null } = props
  const cards = useWithLeaving(props.cards)
  const rows = useMemo(() => (sections === null ? cards : rowsByDay(cards, sections)), [cards, sections])
  const now = useNow()
  const reveal = useRowToReveal(rows)
  const addedId = useStore(homeFocus, (focus) => focus.justAddedId)
  const taggingId = useStore(homeFocus, (focus) => focus.taggingId)
  const selectRange = useCallback((card: Card) => {
    const ids = homeList.getState().cards.map((other) => other.id)
    homeSelection.getState().selectRange('cards', card.id, ids)
  }, [])
  return (
    <VirtualList
      items={rows}
      keyOf={keyOf}
      estimatedHeight={HEIGHTS[look.density]}
      label={props.label ?? 'Cards'}
      columns={columns}
      gap={columns > 1 ? COLUMN_GAP_PX : 0}
      onEndNear={onMore}
      reveal={reveal}
    >
      {(card) =>
        isSectionHead(card) ? (
          <SectionHeading head={card} />
        ) : (
          <CardRow
            card={card}
            look={look}
            words={words}
            now={now}
            onSelectRange={selectRange}
            offers={addedId === card.id && taggingId !== card.id ? <Offers card={card} /> : undefined}
            tagPanel={taggingId === card.id ? <InlineTags card={card} /> : undefined}
          />
        )
      }
    </VirtualList>
  )
})

/** The row to focus after the last act, if it is in the list. */
function useRowToReveal(rows: readonly ListRow[]): { index: number } | null {
  const awaited = useStore(homeFocus, (focus) => focus.awaited)
  return useMemo(() => {
    const index =
      awaited === null ? -1 : rows.findIndex((row) => !isSectionHead(row) && row.id === awaited.cardId)
    return index === -1 ? null : { index }
  }, [awaited, rows])
}

function keyOf(row: ListRow): string {
  return isSectionHead(row) ? row.section : row.id
}

const JustAdded = lazy(() => import('./just-added.tsx'))
/** Loaded before the first press: see `useLoadingParts`. */
export const loadEngulfer = () => import('../../../shared/tags/engulfer.tsx')
const Engulfer = lazy(loadEngulfer)

function Offers({ card }: { card: Card }) {
  return (
    <ErrorBoundary>
      <Suspense fallback={null}>
        <JustAdded card={card} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** The tag panel inside a card's row. */
function InlineTags({ card }: { card: Card }) {
  const close = () => {
    homeFocus.getState().tag(null)
    homeFocus.getState().setCard(card.id, { takesFocus: true })
  }
  const takeFocus = () => homeFocus.getState().takeFocus(card.id, 'tags')
  return (
    <ErrorBoundary>
      <Suspense fallback={<Skeleton lines={2} />}>
        <Engulfer cardId={card.id} search={homeSearch} onClose={close} takeFocus={takeFocus} />
      </Suspense>
    </ErrorBoundary>
  )
}
