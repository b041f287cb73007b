// @vitest-environment happy-dom
import type { Card } from '@cardinal/domain'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { openContextMenu, openContextPanel } from '../../ui/context-menu.tsx'
import { onGone } from '../changes/undo-stack.ts'
import { daysAhead, openPostpone } from './postpone.ts'

vi.mock('../../ui/context-menu.tsx', () => ({ openContextMenu: vi.fn(), openContextPanel: vi.fn() }))
afterEach(cleanup)

const daysOf = (now: string) => daysAhead(now).map(([, day]) => day)

it.each([
  ['a Wednesday', '2026-03-11T09:00', ['2026-03-11', '2026-03-12', '2026-03-14', '2026-03-16']],
  ['a Friday', '2026-03-13T09:00', ['2026-03-13', '2026-03-14', '2026-03-14', '2026-03-16']],
  ['a Saturday', '2026-03-14T09:00', ['2026-03-14', '2026-03-15', '2026-03-21', '2026-03-16']],
  ['a Sunday', '2026-03-15T09:00', ['2026-03-15', '2026-03-16', '2026-03-21', '2026-03-16']],
  ['a Monday', '2026-03-16T09:00', ['2026-03-16', '2026-03-17', '2026-03-21', '2026-03-23']],
])('on %s the menu of due dates offers the next weekend and Monday', (_, now, days) => {
  expect(daysOf(now)).toEqual(days)
})

it('the weekend after a weekend day is called the next one', () => {
  const labels = (now: string) => daysAhead(now).map(([label]) => label.split(',')[0])
  expect(labels('2026-03-13T09:00')[2]).toBe('Weekend')
  expect(labels('2026-03-14T09:00')[2]).toBe('Next weekend')
  expect(labels('2026-03-15T09:00')[2]).toBe('Next weekend')
})

it('todos that are to start tomorrow are deselected, but not one that is due today and stays in its list', async () => {
  const gone: string[] = []
  const stop = onGone((_, ids) => gone.push(...ids))
  const todo = (id: string, dueAt: string | null) =>
    ({ id, type: 'todo', dueAt, startAt: null, recurrence: null }) as unknown as Card
  const due = daysAhead(localNow())[0]?.[1] ?? ''
  openPostpone(async () => true, [todo('hidden', null), todo('shown', due)], document.body)
  const item = vi.mocked(openContextMenu).mock.lastCall?.[1].find(({ label }) => label === 'Start date…')
  item?.onSelect?.()
  const content = vi.mocked(openContextPanel).mock.lastCall?.[1]
  const { unmount } = render(content?.(() => unmount()))
  fireEvent.click(screen.getByRole('button', { name: 'Tomorrow' }))
  await vi.waitFor(() => expect(gone).toEqual(['hidden']))
  stop()
})

function localNow(): string {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
