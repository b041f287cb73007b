import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Dialog } from './dialog.tsx'

it('a dialog closes at a click outside, but not at the second click of a double click', () => {
  const close = vi.fn()
  render(
    <Dialog title="Import" onClose={close}>
      Reading
    </Dialog>,
  )
  const outside = screen.getByRole('dialog')
  fireEvent.pointerDown(outside)
  fireEvent.click(outside, { detail: 2 })
  expect(close).not.toHaveBeenCalled()
  fireEvent.pointerDown(outside)
  fireEvent.click(outside, { detail: 1 })
  expect(close).toHaveBeenCalledOnce()
})
