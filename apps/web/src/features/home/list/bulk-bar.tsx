import { allOf, anyOf, type Card } from '@cardinal/domain'
import { CalendarClock, CheckCheck, CircleCheck, FolderInput, Palette, Tags, Trash2 } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { usePopups } from '../../../overlays/index.ts'
import { type Replica, useAnswer, useReplica } from '../../../replica/index.ts'
import { useCardActions } from '../../../shared/cards/use-card-actions.ts'
import type { CardSearch } from '../../../shared/search/filters.ts'
import { counted } from '../../../shared/text/counted.ts'
import { ColorPicker } from '../../../ui/color-picker.tsx'
import { Button, IconButton, Popover } from '../../../ui/index.ts'
import { SelectionBar } from '../../../ui/selection-bar.tsx'
import { homeSelection } from '../home-screen.ts'
import { MoveMenu, moveCards } from '../result/move-cards.tsx'

interface BulkBarProps {
  /** The cards of the list. */
  readonly cards: readonly Card[]
  /** What the person searches for, and the same without the todos of folded sections. */
  readonly asked: CardSearch
  readonly search: CardSearch
  /** Whether the cards are of an earlier search. */
  readonly isStale: boolean
}

/** Renders the acts on the ticked cards. Shown while any card is ticked. */
export default function BulkBar({ cards, asked, search, isStale }: BulkBarProps) {
  const selected = useStore(homeSelection, (selection) => selection.cards)
  useDeselecting(cards, asked, search, isStale)
  const actions = useCardActions()
  const popups = usePopups()
  const replica = useReplica()
  const ids = [...selected]
  const { clear } = homeSelection.getState()
  const todos = cards.filter(({ id, type }) => type === 'todo' && selected.has(id))
  const complete = () => {
    actions.complete(todos)
    clear('cards')
  }
  const remove = async () => {
    if (await actions.remove(ids)) clear('cards')
  }
  return (
    <SelectionBar
      label="Selected cards"
      count={counted(ids.length, 'card')}
      end={<SelectAll cards={cards} />}
      onClear={() => clear('cards')}
    >
      <Button size="sm" icon={Tags} onClick={() => popups.open('tagger', { entityIds: ids })}>
        Tags
      </Button>
      <Popover
        label="Colour of the selected cards"
        trigger={(trigger) => (
          <Button size="sm" icon={Palette} {...trigger}>
            Colour
          </Button>
        )}
      >
        {(close) => (
          <ColorPicker
            label="Colour of the selected cards"
            value={undefined}
            onChange={(color) => {
              close()
              void actions.setColor(ids, color)
            }}
          />
        )}
      </Popover>
      {todos.length > 0 && (
        <>
          <Button size="sm" icon={CircleCheck} onClick={complete}>
            Complete
          </Button>
          <Button
            size="sm"
            icon={CalendarClock}
            aria-haspopup="menu"
            onClick={({ currentTarget }) => actions.postpone(todos, currentTarget)}
          >
            Due date
          </Button>
        </>
      )}
      <MoveMenu
        onChoose={async (workspace) => {
          if (await moveCards(replica, ids, workspace)) clear('cards')
        }}
        trigger={(trigger) => (
          <Button size="sm" icon={FolderInput} {...trigger}>
            Move
          </Button>
        )}
      />
      <Button size="sm" onClick={() => popups.open('home-action')}>
        More
      </Button>
      <Button size="sm" tone="danger" icon={Trash2} onClick={() => void remove()}>
        Delete
      </Button>
    </SelectionBar>
  )
}

function SelectAll({ cards }: { cards: readonly Card[] }) {
  const ids = cards.map((card) => card.id)
  return (
    <IconButton
      label="Select all shown"
      icon={CheckCheck}
      size="sm"
      onClick={() => homeSelection.getState().add('cards', ids)}
    />
  )
}

/**
 * Deselects cards that leave the list while the search stays the same: folded away, completed, moved or deleted, on any
 * device. Cards selected in an earlier search stay selected until they are deleted.
 */
function useDeselecting(
  cards: readonly Card[],
  asked: CardSearch,
  search: CardSearch,
  isStale: boolean,
): void {
  const replica = useReplica()
  const selected = useStore(homeSelection, (selection) => selection.cards)
  const key = JSON.stringify(asked)
  const seen = useRef({ key, cards })
  useEffect(() => {
    if (isStale) return
    const before = seen.current
    seen.current = { key, cards }
    const listed = new Set(cards.map(({ id }) => id))
    const { cards: ids, remove } = homeSelection.getState()
    const left = before.key === key ? before.cards.filter(({ id }) => ids.has(id) && !listed.has(id)) : []
    if (left.length > 0) void notFound(replica, search, left).then((gone) => remove('cards', gone))
  }, [replica, key, cards, search, isStale])

  const unlisted = useMemo(() => {
    const rest = new Set(selected)
    for (const { id } of cards) rest.delete(id)
    return [...rest]
  }, [selected, cards])
  const { answer, answered } = useAnswer(
    'cardsById',
    unlisted.length > 0 ? { ids: unlisted } : null,
    'deferred',
  )
  useEffect(() => {
    const deleted = answered?.ids.filter((_, at) => answer?.[at] === undefined) ?? []
    homeSelection.getState().remove('cards', deleted)
  }, [answer, answered])
}

/** Resolves with the ids of the cards that a search does not find, however far down its list. */
async function notFound(replica: Replica, search: CardSearch, cards: readonly Card[]) {
  const added = cards.map(
    ({ createdAt }) =>
      ({ kind: 'time', field: 'created', days: '', start: createdAt, end: createdAt + 1 }) as const,
  )
  const found = await replica.ask('listCards', {
    ...search,
    search: allOf([search.search, anyOf(added)]),
    offset: 0,
    limit: MOST_FOUND,
  })
  const ids = new Set(found.cards.map(({ id }) => id))
  return cards.flatMap(({ id }) => (ids.has(id) ? [] : [id]))
}

/** More cards than were asked about may be found, because an import adds many at the same time. */
const MOST_FOUND = 1000
