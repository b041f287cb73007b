import { dayOf } from '@cardinal/domain'
import type { FoundCard } from './found.ts'
import { type Fields, type Ledger, textOf } from './ledger.ts'
import { hasHour, type Moments } from './moments.ts'
import { ruleOf } from './task-tables.ts'

/** `<2015-03-13 Fri 13:15-14:00 ++1w/2w --2d>`, also without its brackets. The name of the day is in any language. */
const STAMP =
  /^\s*[<[]?(\d{4}-\d\d-\d\d)(?:\s+[^\s\d+\->\].][^\s\d+\->\]]{0,20})?(?:\s+(\d{1,2}:\d\d)(?:-(\d{1,2}:\d\d))?)?\s*([^>\]]{0,60}?)\s*[>\]]?\s*$/u
/** How often it comes back, and the longest distance of a habit. */
const REPEATER = /(?:^|\s)[.+]?\+(\d{1,3})([hdwmy])(\/\d{1,3}[hdwmy])?(?=$|\s)/
const UNITS: Readonly<Record<string, string>> = { d: 'DAILY', w: 'WEEKLY', m: 'MONTHLY', y: 'YEARLY' }

/** The day of a stamp, and its hour where it has one. Null: no stamp. */
export function timeIn(value: unknown): string | null {
  const [isStamp, day, hour] = STAMP.exec(textOf(value) ?? '') ?? []
  if (isStamp === undefined) return null
  return hour === undefined ? `${day}` : `${day} ${hour}`
}

export function instantIn(moments: Moments, value: unknown): number | null {
  const time = timeIn(value)
  return moments.instant('time', time ?? value)
}

export type Planning = Pick<FoundCard, 'dueAt' | 'startAt' | 'recurrence' | 'doneAt'>

/**
 * When a task is due and begins: its deadline, and the day for which it is scheduled. A task without a deadline is due when it is
 * scheduled.
 *
 * @param fields with `scheduled`, `deadline` and `closed` as they stand
 */
export function planningOf(fields: Fields, isDone: boolean, ledger: Ledger): Planning {
  const deadline = plannedBy(fields, 'deadline', ledger)
  const scheduled = plannedBy(fields, 'scheduled', ledger)
  const due = deadline ?? scheduled
  const isEarlier =
    deadline !== null && scheduled !== null && dayOf(scheduled.dueAt) < dayOf(deadline.dueAt)
  if (deadline !== null && scheduled !== null && (!isEarlier || hasHour(scheduled.dueAt)))
    if (scheduled.dueAt !== deadline.dueAt) fields.lose('scheduled')
  const closed = fields.take('closed', (value) => instantIn(fields.moments, value))
  if (closed !== null && !isDone) fields.lose('closed')
  return {
    dueAt: due?.dueAt ?? null,
    startAt: isEarlier ? dayOf(scheduled.dueAt) : null,
    recurrence: isDone ? null : (deadline?.recurrence ?? scheduled?.recurrence ?? null),
    doneAt: isDone ? (closed ?? Date.now()) : null,
  }
}

function plannedBy(
  fields: Fields,
  name: 'scheduled' | 'deadline',
  ledger: Ledger,
): { readonly dueAt: string; readonly recurrence: string | null } | null {
  return fields.take(name, (value, garbled) => {
    const time = timeIn(value)
    const dueAt = time === null ? null : fields.moments.due(name, time)
    if (dueAt === null) return null
    const [, , , until, rest = ''] = STAMP.exec(textOf(value) ?? '') ?? []
    if (until !== undefined) ledger.note('ends of times', value)
    const [all = '', count = '', unit = '', habit] = REPEATER.exec(rest) ?? []
    const recurrence = all === '' ? null : ruleOf(`FREQ=${UNITS[unit] ?? unit};INTERVAL=${Number(count)}`)
    if (all !== '' && recurrence === null) garbled()
    if (habit !== undefined) ledger.note('longest distances of habits', value)
    // How many days before it is due Emacs shows it.
    const others = rest.replace(all, '').trim()
    if (/^--?\d{1,4}[hdwmy]$/.test(others)) ledger.note('warnings before a date', value)
    else if (others !== '') garbled()
    return { dueAt, recurrence }
  })
}
