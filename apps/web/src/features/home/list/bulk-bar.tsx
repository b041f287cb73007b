import type { Card } from '@cardinal/domain'
import { CalendarClock, CheckCheck, CircleCheck, Palette, Tags, Trash2 } from 'lucide-react'
import { useStore } from 'zustand'
import { usePopups } from '../../../overlays/index.ts'
import { useCardActions } from '../../../shared/cards/use-card-actions.ts'
import { counted } from '../../../shared/text/counted.ts'
import { ColorPicker } from '../../../ui/color-picker.tsx'
import { Button, IconButton, Popover } from '../../../ui/index.ts'
import { SelectionBar } from '../../../ui/selection-bar.tsx'
import { homeSelection } from '../home-screen.ts'

/** Renders the acts on the ticked cards. Shown while any card is ticked. */
export default function BulkBar({ cards }: { cards: readonly Card[] }) {
  const selected = useStore(homeSelection, (selection) => selection.cards)
  const actions = useCardActions()
  const popups = usePopups()
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
