import { dayOf } from '@cardinal/domain'
import type { FoundCard } from './found.ts'
import { type Fields, type Ledger, textOf } from './ledger.ts'
import { hasHour, type Moments } from './moments.ts'
import { ruleOf } from './task-tables.ts'

/** A timestamp of Org. Every part except the day may be missing. */
interface Stamp {
  readonly day: string
  readonly from: string | null
  readonly until: string | null
  /** Repeaters, warnings, and unknown parts. */
  readonly rest: string
}

const SPAN = /^(\d{1,2}:\d\d(?::\d\d)?)(?:-(\d{1,2}:\d\d))?$/

/**
 * Reads `<2015-03-13 Fri 13:15-14:00 ++1w/2w --2d>`, also without brackets. The name of the day may be in any
 * language.
 */
function stampIn(value: unknown): Stamp | null {
  const text = (textOf(value) ?? '').trim().slice(0, LONGEST)
  const [day = '', ...words] = text
    .replace(/^[<[]/, '')
    .replace(/[>\]]$/, '')
    .trim()
    .split(/\s+/)
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return null
  if (/^[^\d+.-]/.test(words[0] ?? '')) words.shift()
  const [isSpan, from = null, until = null] = SPAN.exec(words[0] ?? '') ?? []
  if (isSpan !== undefined) words.shift()
  return { day, from, until, rest: words.join(' ') }
}

const LONGEST = 200
/** How often it repeats, and the longest interval of a habit. */
const REPEATER = /(?:^|\s)[.+]?\+(\d{1,3})([hdwmy])(\/\d{1,3}[hdwmy])?(?=$|\s)/
const UNITS: Readonly<Record<string, string>> = { d: 'DAILY', w: 'WEEKLY', m: 'MONTHLY', y: 'YEARLY' }

/** The day of a timestamp, with its time if it has one. '': no timestamp. */
function timeIn(stamp: Stamp): string {
  return stamp.from === null ? stamp.day : `${stamp.day} ${stamp.from}`
}

export function instantIn(moments: Moments, value: unknown): number | null {
  const stamp = stampIn(value)
  return moments.instant('time', stamp === null ? value : timeIn(stamp))
}

type Planning = Pick<FoundCard, 'dueAt' | 'startAt' | 'recurrence' | 'doneAt'>

/**
 * When a task is due and starts: its deadline, and the day for which it is scheduled. A task without a deadline
 * is due when it is scheduled.
 *
 * @param fields with the texts of `scheduled`, `deadline` and `closed`
 */
export function planningOf(fields: Fields, isDone: boolean, ledger: Ledger): Planning {
  const deadline = plannedBy(fields, 'deadline', ledger)
  const scheduled = plannedBy(fields, 'scheduled', ledger)
  const due = deadline ?? scheduled
  const isEarlier = deadline !== null && scheduled !== null && dayOf(scheduled.dueAt) < dayOf(deadline.dueAt)
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
    const stamp = stampIn(value)
    const dueAt = stamp === null ? null : fields.moments.due(name, timeIn(stamp))
    if (stamp === null || dueAt === null) return null
    const { until, rest } = stamp
    if (until !== null) ledger.note('ends of times', value)
    const [all = '', count = '', unit = '', habit] = REPEATER.exec(rest) ?? []
    const recurrence = all === '' ? null : ruleOf(`FREQ=${UNITS[unit] ?? unit};INTERVAL=${Number(count)}`)
    if (all !== '' && recurrence === null) garbled()
    if (habit !== undefined) ledger.note('longest distances of habits', value)
    // How many days before the deadline Emacs shows the task.
    const others = rest.replace(all, '').trim()
    if (/^--?\d{1,4}[hdwmy]$/.test(others)) ledger.note('warnings before a date', value)
    else if (others !== '') garbled()
    return { dueAt, recurrence }
  })
}
