export { Reminders } from './reminders.ts'
