import { CalendarClock } from 'lucide-react'
import { Button, Popover } from '../../ui/index.ts'
import type { CardDraft } from './card-draft.ts'
import { DuePicker } from './due-picker.tsx'
import { clockAt, dueSentence } from './due-words.ts'

/** Renders the due date in a card's form: a button that shows it and opens the picker. */
export function DueField(props: {
  draft: Pick<CardDraft, 'dueAt' | 'recurrence'>
  onChange: (change: Pick<CardDraft, 'dueAt' | 'recurrence'>) => void
}) {
  const { dueAt = null, recurrence = null } = props.draft
  const now = clockAt(Date.now())
  return (
    <div>
      <Popover
        label="Due date"
        placement="bottom-start"
        trigger={(trigger) => (
          <Button type="button" size="sm" icon={CalendarClock} {...trigger}>
            {dueAt === null ? 'Due date' : dueSentence(dueAt, now, recurrence)}
          </Button>
        )}
      >
        <DuePicker value={{ dueAt, recurrence }} now={now} onChange={props.onChange} />
      </Popover>
    </div>
  )
}
