import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createMemoryReplica } from '../../replica/create-memory-replica.ts'
import { ReplicaProvider } from '../../replica/index.ts'
import { CallFailed } from '../../session/index.ts'
import type { ImportClient } from './import-client.ts'
import ImportDialog from './import-dialog.tsx'
import { LARGEST_FILE, type Progress, type Receipt } from './import-state.ts'

afterEach(cleanup)

const receipt: Receipt = {
  importId: 'a'.repeat(24),
  rows: 5,
  created: 2,
  duplicates: 1,
  updated: 0,
  deleted: 0,
  failed: [
    { row: 3, reason: 'This address could run code.' },
    { row: 4, reason: 'This address could run code.' },
  ],
  newTags: 7,
  lost: [{ field: 'rating', count: 2 }],
}

/** A server whose answers arrive when the test lets them. */
function slowServer() {
  const progress: ((progress: Progress) => void)[] = []
  const calls: string[] = []
  const client: ImportClient = {
    preview: async (_workspace, file) => {
      calls.push(`preview ${file.name}`)
      if (file.name === 'cat.png') throw new CallFailed('This is not a bookmark file.', 400)
      return receipt
    },
    start: async (_workspace, file) => {
      calls.push(`start ${file.name}`)
      if (file.name === 'full.html') throw new CallFailed('You have total 500 notes.', 403)
      return receipt
    },
    progress: () => new Promise((resolve) => progress.push(resolve)),
    undo: async () => {
      calls.push('undo')
      return 2
    },
  }
  return { client, calls, progress }
}

function show(client: ImportClient) {
  render(
    <ReplicaProvider connection={createMemoryReplica([])}>
      <ImportDialog params={{}} close={() => {}} client={client} />
    </ReplicaProvider>,
  )
}

async function choose(file: File) {
  await act(async () => {
    fireEvent.change(screen.getByLabelText('File to import'), { target: { files: [file] } })
  })
}

const bookmarks = new File(['<DT>'], 'bookmarks.html', { type: 'text/html' })

describe('the import dialog', () => {
  it('[HM-19] says in place why a file is not taken, and sends nothing of it', async () => {
    const { client, calls } = slowServer()
    show(client)
    await choose(new File([], 'nothing.html'))
    expect(screen.getByRole('alert').textContent).toContain('“nothing.html” is empty')
    const huge = new File(['x'], 'huge.html')
    Object.defineProperty(huge, 'size', { value: LARGEST_FILE + 1 })
    await choose(huge)
    expect(screen.getByRole('alert').textContent).toContain('larger than 10 MB')
    expect(calls).toEqual([])
    await choose(new File(['x'], 'cat.png'))
    expect(screen.getByRole('alert').textContent).toBe('This is not a bookmark file.')
    expect(screen.getByRole('button', { name: 'Choose a file' })).toBeDefined()
  })

  it('shows what a file would bring before anything is written', async () => {
    const { client, calls } = slowServer()
    show(client)
    await choose(bookmarks)
    expect(screen.getByRole('status').textContent).toBe(
      'bookmarks.html: 2 new cards, 1 is here already, 2 can’t be imported, 7 new tags.',
    )
    expect(screen.getByText('This address could run code.').textContent).toContain('(rows 3 and 4)')
    expect(screen.getByText(/Not kept:/).textContent).toBe('Not kept: rating (2 rows).')
    expect(calls).toEqual(['preview bookmarks.html'])
  })

  it('takes a file that is dropped beside its place, and lets none be opened in place of the app', async () => {
    const { client, calls } = slowServer()
    show(client)
    const drop = (file: File) =>
      act(async () => fireEvent.drop(document.body, { dataTransfer: { files: [file], types: ['Files'] } }))
    expect(await drop(bookmarks), 'the browser does nothing of its own').toBe(false)
    expect(calls).toEqual(['preview bookmarks.html'])
    await act(async () => screen.getByRole('button', { name: 'Import 2 cards' }).click())
    expect(await drop(new File(['<DT>'], 'another.html')), 'nor while one is imported').toBe(false)
    expect(calls).toEqual(['preview bookmarks.html', 'start bookmarks.html'])
  })

  it('shows how far it is, then the receipt, and takes the import back', async () => {
    const { client, calls, progress } = slowServer()
    show(client)
    await choose(bookmarks)
    await act(async () => screen.getByRole('button', { name: 'Import 2 cards' }).click())
    expect(screen.getByRole('progressbar').hasAttribute('value')).toBe(false)
    await act(async () => progress[0]?.({ ...receipt, state: 'running', processed: 2 }))
    expect(screen.getByRole('progressbar').getAttribute('value')).toBe('0.4')
    await act(() => vi.waitFor(() => expect(progress).toHaveLength(2)))
    await act(async () => progress[1]?.({ ...receipt, state: 'done', processed: 5 }))
    expect(screen.getByRole('status').textContent).toContain('2 cards added')
    await act(async () => screen.getByRole('button', { name: 'Undo import' }).click())
    expect(screen.getByRole('status').textContent).toContain('2 cards of this import went away again')
    expect(calls).toEqual(['preview bookmarks.html', 'start bookmarks.html', 'undo'])
  })

  it('[CD-9] keeps the preview where the server refuses, with the reason', async () => {
    const { client } = slowServer()
    show(client)
    await choose(new File(['<DT>'], 'full.html'))
    await act(async () => screen.getByRole('button', { name: 'Import 2 cards' }).click())
    expect(screen.getByRole('alert').textContent).toBe('You have total 500 notes.')
    expect(screen.getByRole('button', { name: 'Import 2 cards' })).toBeDefined()
  })

  it('[HM-19] takes a pasted text like a file', async () => {
    const { client, calls } = slowServer()
    show(client)
    await act(async () => {
      fireEvent.paste(screen.getByRole('button', { name: 'Choose a file' }), {
        clipboardData: { files: [], getData: () => 'https://x.example/1 One' },
      })
    })
    expect(calls).toEqual(['preview Pasted text'])
  })
})
