import { act, render, screen } from '@testing-library/react'
import { startTransition, useState } from 'react'
import { expect, it } from 'vitest'
import { Opening } from './opening.tsx'

it('a key that follows the closing of a popup whose code is still loading is not kept from the page', async () => {
  let close = () => {}
  function Page() {
    const [isOpen, setIsOpen] = useState(true)
    close = () => startTransition(() => setIsOpen(false))
    return isOpen && <Opening />
  }
  render(<Page />)
  const typed = () => {
    const key = new KeyboardEvent('keydown', { key: '!', bubbles: true, cancelable: true })
    document.body.dispatchEvent(key)
    return key
  }
  expect(typed().defaultPrevented).toBe(true)
  const removed = new Promise<KeyboardEvent>((done) => {
    // Runs before React's passive effects.
    new MutationObserver(() => done(typed())).observe(document.body, { childList: true, subtree: true })
  })
  close()
  expect((await removed).defaultPrevented).toBe(false)
  await act(async () => {})
  expect(screen.queryByText('Opening')).toBeNull()
})
