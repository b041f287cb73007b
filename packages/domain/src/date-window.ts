export type DateField = 'created' | 'updated'
export type DateRelation = 'after' | 'before' | 'between' | 'on'

/** The half-open interval [start, end) of a card's createdAt or updatedAt; null leaves that end open. */
export interface DateWindow {
  readonly field: DateField
  readonly start: number | null
  readonly end: number | null
}

/** Months count from 1. */
export interface LocalDay {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** In ms since 1970; the caller knows the time zone. */
export type StartOfDay = (day: LocalDay) => number

/** Days as instants. After, before, between and on all include the named days. A `between` in the wrong order is swapped. */
export function dateWindow(
  field: DateField,
  relation: DateRelation,
  first: LocalDay,
  second: LocalDay,
  startOfDay: StartOfDay,
): DateWindow {
  const start = startOfDay(first)
  const dayAfter = (day: LocalDay) => startOfDay({ ...day, day: day.day + 1 })
  switch (relation) {
    case 'after':
      return { field, start, end: null }
    case 'before':
      return { field, start: null, end: dayAfter(first) }
    case 'on':
      return { field, start, end: dayAfter(first) }
    case 'between': {
      const ordered = start <= startOfDay(second)
      return ordered
        ? { field, start, end: dayAfter(second) }
        : { field, start: startOfDay(second), end: dayAfter(first) }
    }
  }
}

/** Default days of each relation: first of the month, last Sunday, last Sunday to today, today. */
export function defaultDays(relation: DateRelation, today: LocalDay, weekday: number): [LocalDay, LocalDay] {
  const lastSunday = { ...today, day: today.day - weekday }
  switch (relation) {
    case 'after':
      return [{ ...today, day: 1 }, today]
    case 'before':
    case 'between':
      return [lastSunday, today]
    case 'on':
      return [today, today]
  }
}
