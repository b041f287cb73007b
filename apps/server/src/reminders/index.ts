export { titleOf } from './calendar.ts'
export { Reminders } from './reminders.ts'
