// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { DuePicker } from './due-picker.tsx'

const NOW = '2026-03-09T12:00'

afterEach(cleanup)

/** Types words into the picker of a todo. Returns the hint, and the date that Enter chooses. */
function typed(words: string, dueAt: string | null) {
  let chosen: string | null | undefined
  let unmount = () => {}
  const value = { dueAt, startAt: null, recurrence: null }
  const picker = (
    <DuePicker
      value={value}
      now={NOW}
      onDone={(done) => {
        chosen = done.dueAt
      }}
      close={() => unmount()}
    />
  )
  unmount = render(picker).unmount
  const field = screen.getByLabelText('In words')
  fireEvent.change(field, { target: { value: words } })
  const hint = screen.getByText(/press Enter/).textContent ?? ''
  fireEvent.keyDown(field, { key: 'Enter' })
  return { hint, chosen }
}

it('a day typed into the picker keeps the time of the todo, and the hint says so', () => {
  const { hint, chosen } = typed('wed', '2026-03-10T09:00')
  expect(chosen).toBe('2026-03-11T09:00')
  expect(hint).toMatch(/0?9:00/)
})

it('a time typed with the day replaces the time of the todo', () => {
  expect(typed('wed 14:00', '2026-03-10T09:00').chosen).toBe('2026-03-11T14:00')
})

it('a day typed for a todo without a time gives it none', () => {
  expect(typed('wed', '2026-03-10').chosen).toBe('2026-03-11')
  cleanup()
  expect(typed('wed', null).chosen).toBe('2026-03-11')
})
