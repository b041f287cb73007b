// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { createSearchStore } from '../search/search-store.ts'
import { Searchbar } from './searchbar.tsx'

vi.mock('../../replica/index.ts', () => ({
  useAnswer: () => ({ answer: undefined, isStale: false }),
  useAccount: () => ({ workspaces: [] }),
}))

afterEach(cleanup)

/** Renders a bar. Returns its store, its field, and a mock that is called when `z` reaches the page. */
function barWith(text: string) {
  const search = createSearchStore({ text })
  const undoOfPage = vi.fn()
  render(
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for the page, which has keys of its own.
    <div onKeyDown={({ key }) => key === 'z' && undoOfPage()}>
      <Searchbar
        search={search}
        subject="todo"
        label="Search"
        prompt=""
        suggestions={[]}
        onPick={() => {}}
        onSearch={() => {}}
        onLeave={() => {}}
      />
    </div>,
  )
  return { search, undoOfPage, field: screen.getByLabelText('Search') }
}

const undo = { key: 'z', ctrlKey: true }

it('[SB-8] Ctrl+Z directly after Escape brings the text of the bar back with its refused words, and undoes nothing else', () => {
  const { search, undoOfPage, field } = barWith('buy paint tomorrow for the hall')
  search.getState().refuse('tomorrow')
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(search.getState().text).toBe('')
  fireEvent.keyDown(field, undo)
  expect(search.getState().text).toBe('buy paint tomorrow for the hall')
  expect(search.getState().refused).toEqual(['tomorrow'])
  expect(undoOfPage).not.toHaveBeenCalled()
})

it.each([
  ['the focus left the bar', (field: HTMLElement) => fireEvent.blur(field)],
  [
    'another text was typed and deleted',
    (field: HTMLElement) => {
      fireEvent.change(field, { target: { value: 'x' } })
      fireEvent.change(field, { target: { value: '' } })
    },
  ],
])('[SB-8] Ctrl+Z in the empty bar is that of the page after %s', (_, between) => {
  const { search, undoOfPage, field } = barWith('buy paint')
  fireEvent.keyDown(field, { key: 'Escape' })
  between(field)
  fireEvent.keyDown(field, undo)
  expect(search.getState().text).toBe('')
  expect(undoOfPage).toHaveBeenCalledOnce()
})
