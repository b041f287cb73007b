import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { dateAndTime } from '../../shared/text/dates.ts'
import { Warnings } from './server-page.tsx'

afterEach(cleanup)

it('what the operator has to mend is read out, each with the time since when, and a server where all is well shows nothing', () => {
  const disk = {
    kind: 'disk' as const,
    msg: 'The disk of /data is nearly full: it has room for 12 MB.',
    since: '2026-11-29T08:00:00.000Z',
  }
  const clock = {
    kind: 'clock' as const,
    msg: 'The clock of this machine is 5 minutes behind: set it right.',
    since: '2026-11-29T09:30:00.000Z',
  }
  const { container, rerender } = render(<Warnings warnings={[disk, clock]} />)
  const section = screen.getByRole('region', { name: 'To mend' })
  const rows = within(within(section).getByRole('alert')).getAllByRole('listitem', { hidden: true })
  for (const [n, { msg, since }] of [disk, clock].entries()) {
    expect(rows[n]?.textContent).toContain(msg)
    expect(rows[n]?.textContent).toContain(`since ${dateAndTime(since)}`)
  }
  expect(rows).toHaveLength(2)

  rerender(<Warnings warnings={[]} />)
  expect(container.childElementCount).toBe(0)
})
