import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createMemoryReplica } from '../../replica/create-memory-replica.ts'
import { ReplicaProvider } from '../../replica/index.ts'
import { CallFailed, session } from '../../session/index.ts'
import { type ImportClient, importClient } from './import-client.ts'
import ImportDialog from './import-dialog.tsx'
import { LARGEST_FILE, type Progress, type Receipt } from './import-state.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

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
  renamed: [{ from: 'C++', to: 'cplusplus' }],
  unkeptTags: ['$'],
  lost: [
    { field: 'rating', count: 2, example: '5', isGarbled: false, names: [] },
    { field: 'due', count: 1, example: 'soon', isGarbled: true, names: [] },
  ],
  assumed: { encoding: 'windows-1252', timeZone: 'Europe/Berlin', dateOrder: 'day-first' },
  preview: {
    cards: [
      {
        row: 1,
        type: 'todo',
        title: 'Call the bank',
        note: 'About the card',
        due: '2026-03-04T14:30',
        start: '2026-03-01',
        recurrence: 'FREQ=WEEKLY',
        done: false,
        subtasks: 2,
        tags: [{ name: 'cplusplus', shown: 'c++' }],
      },
      {
        row: 2,
        type: 'hyperlink',
        title: 'Tea',
        address: 'https://x.example/',
        done: true,
        subtasks: 0,
        tags: [],
      },
    ],
    joined_tags: { count: 60, first: [{ names: ['one-two', 'one two'], to: 'one two' }] },
    folders: { count: 1, first: ['Kitchen'] },
    parents: { count: 1, first: [{ tag: 'android', parent: 'software' }] },
    children: 3,
  },
}

/** A server whose answers the test resolves. */
function slowServer() {
  const progress: ((progress: Progress) => void)[] = []
  const calls: string[] = []
  const ends: { resolve: (receipt: Receipt) => void; reject: (reason: Error) => void }[] = []
  const client: ImportClient = {
    preview: async ({ file, table, reading: { encoding, dateOrder, timeZone } }) => {
      const zone = timeZone === 'Asia/Tokyo' ? timeZone : null
      const chosen = [encoding, dateOrder, zone].filter((each) => each !== null).map((each) => ` ${each}`)
      calls.push(
        `preview ${file.name}${table === null ? '' : ` ${table.fields?.join(' ')} ${table.rows}`}${chosen.join('')}`,
      )
      if (encoding === 'utf-16le') throw new CallFailed('This is no text.', 400)
      if (file.name === 'list.csv' && table === null) throw new CallFailed('This is not a list.', 400)
      if (file.name === 'cat.png') throw new CallFailed('This is not a bookmark file.', 400)
      return receipt
    },
    start: ({ file, showsSpellings, reading: { encoding } }) => {
      calls.push(
        `start ${file.name}${showsSpellings ? '' : ' without spellings'}${encoding === null ? '' : ` ${encoding}`}`,
      )
      if (file.name === 'full.html') return Promise.reject(new CallFailed('You have total 500 notes.', 403))
      return new Promise((resolve, reject) => ends.push({ resolve, reject }))
    },
    cancel: async () => {
      calls.push('cancel')
      // At the first request the server is still reading the file.
      return calls.filter((call) => call === 'cancel').length > 1
    },
    columns: async (file, { fields, hasHeader }) => {
      if (file.name === 'cat.png') throw new CallFailed('This is no table.', 400)
      calls.push(`columns ${fields?.join(' ') ?? 'as found'}${hasHeader ? '' : ' without header'}`)
      const names = ['Where', 'What', 'Rank']
      return {
        columns: names.map((name, at) => ({
          name,
          samples: [`${name} 1`, `${name} 2`],
          field: fields?.[at] ?? (at === 0 ? 'url' : '-'),
        })),
        rows: [
          { type: 'hyperlink', content: 'https://x.example/', tags: ['bread'] },
          { reason: 'No address.' },
        ],
      }
    },
    progress: () => new Promise((resolve) => progress.push(resolve)),
    undo: async () => {
      calls.push('undo')
      return 2
    },
    list: async () => [],
  }
  return { client, calls, progress, ends }
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
  it('[HM-19] the import dialog says why it refuses a file, and sends nothing of it', async () => {
    const { client, calls } = slowServer()
    show(client)
    await choose(new File([], 'nothing.html'))
    expect(screen.getByRole('alert').textContent).toContain('“nothing.html” is empty')
    const huge = new File(['x'], 'huge.html')
    Object.defineProperty(huge, 'size', { value: LARGEST_FILE + 1 })
    await choose(huge)
    expect(screen.getByRole('alert').textContent).toContain('larger than 64 MB')
    expect(calls).toEqual([])
    await choose(new File(['x'], 'cat.png'))
    expect(screen.getByRole('alert').textContent).toBe('This is not a bookmark file.')
    expect(screen.getByRole('button', { name: 'Choose a file' })).toBeDefined()
  })

  it('[HM-19] the import dialog asks for the columns of an unknown table, and previews its rows', async () => {
    const { client, calls } = slowServer()
    show(client)
    await choose(new File(['a'], 'list.csv', { type: 'text/csv' }))
    expect(screen.getByText('https://x.example/')).toBeDefined()
    expect(screen.getByText('Left out: No address.')).toBeDefined()
    const picker = (name: string) => screen.getByLabelText(`Column ${name} is`) as HTMLSelectElement
    expect(picker('Where').value).toBe('url')
    expect(picker('Rank').value).toBe('-')
    const change = async (name: string, value: string) =>
      act(async () => void fireEvent.change(picker(name), { target: { value } }))
    await change('What', 'title')
    await change('Rank', 'title')
    // Only one column may be the title. The dialog reports the conflict, and changes neither.
    expect(picker('What').value).toBe('title')
    expect(screen.getAllByText('Another column is this, too.')).toHaveLength(2)
    expect((screen.getByRole('button', { name: 'Go on' }) as HTMLButtonElement).disabled).toBe(true)
    await change('What', '-')
    await act(async () => void fireEvent.click(screen.getByRole('radio', { name: 'Todos' })))
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Go on' })))
    expect(calls).toEqual([
      'preview list.csv',
      'columns as found',
      'columns url title -',
      'columns url title title',
      'columns url - title',
      'columns url - title',
      'preview list.csv url - title todo',
    ])
    expect(screen.getByRole('status').textContent).toContain('2 new cards')
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Choose columns' })))
    await change('Where', '-')
    await change('Rank', '-')
    const goOn = screen.getByRole('button', { name: 'Choose a title or an address' }) as HTMLButtonElement
    expect(goOn.disabled).toBe(true)
  })

  it('[TG-7] the import dialog says which names change, and lets the person choose whether new tags are shown as in the file', async () => {
    const { client, calls } = slowServer()
    show(client)
    await choose(bookmarks)
    expect(screen.getByText(/“C\+\+” becomes “cplusplus”/)).toBeDefined()
    const box = screen.getByRole('checkbox', { name: 'Show new tags as the file spells them' })
    expect((box as HTMLInputElement).checked).toBe(true)
    await act(async () => void fireEvent.click(box))
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: /^Import 2 cards/ })))
    expect(calls.at(-1)).toBe('start bookmarks.html without spellings')
  })

  it('the import dialog previews a file before anything is written', async () => {
    const { client, calls } = slowServer()
    show(client)
    await choose(bookmarks)
    expect(screen.getByRole('status').textContent).toBe(
      'bookmarks.html: 2 new cards, 1 is here already, 2 left out, 7 new tags.',
    )
    expect(screen.getByText('This address could run code.').textContent).toContain('(rows 3 and 4)')
    expect(screen.getByText('Not kept: 1 field')).toBeTruthy()
    expect(screen.getByText('rating').closest('li')?.textContent).toBe('rating in 2 rows such as “5”')
    expect(screen.getByText('Not understood: 1 field')).toBeTruthy()
    expect(screen.getByText('due').closest('li')?.textContent).toBe('due in 1 row such as “soon”')
    expect(calls).toEqual(['preview bookmarks.html'])
  })

  it('the import dialog shows the first cards, and what becomes of tags and folders', async () => {
    show(slowServer().client)
    await choose(bookmarks)
    const cards = screen.getByRole('region', { name: 'First cards' })
    expect([...cards.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
      'Call the bankAbout the cardTodo · starts 2026-03-01 · due 2026-03-04 14:30 · every week · 2 subtasks · #c++',
      'Teahttps://x.example/Link · done',
    ])
    await act(async () => void fireEvent.click(screen.getByRole('checkbox', { name: /spells them/ })))
    expect(cards.textContent).toContain('#cplusplus')
    const listed = (title: string) =>
      screen.getByText(title).closest('details')?.querySelector('ul')?.textContent
    expect(listed('Tags that become one: 60')).toBe('“one-two” and “one two” become one twoand 59 more')
    expect(listed('Folders that become tags: 1')).toBe('Kitchen')
    expect(listed('Not kept: 1 tag without a letter or digit')).toBe('$')
    expect(listed('Tags below other tags: 1')).toBe('android below software')
    expect(screen.getByText('3 cards will be linked below another card.')).toBeDefined()
  })

  it('the import dialog previews again with another encoding, date order or time zone, and returns to the old one if the server refuses', async () => {
    const { client, calls } = slowServer()
    show(client)
    await choose(bookmarks)
    const change = async (label: string, value: string) =>
      act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }))
    const button = () => screen.getByRole('button', { name: 'Import 2 cards' }) as HTMLButtonElement
    expect(screen.getByRole('option', { name: 'Western (Mac OS Roman)' })).toBeTruthy()
    await change('Encoding', 'koi8-r')
    expect(button().disabled, 'while the file is read again').toBe(true)
    await change('Encoding', 'windows-1251')
    const previewed = (times: number) => act(() => vi.waitFor(() => expect(calls).toHaveLength(times)))
    await previewed(2)
    expect(button().disabled).toBe(false)
    await change('Dates like 4/3/2026 are', 'month-first')
    await previewed(3)
    await change('Time zone of its times', 'Asia/Tokyo')
    await previewed(4)
    await change('Encoding', 'utf-16le')
    await previewed(5)
    expect(screen.getByRole('alert').textContent).toBe('This is no text.')
    expect((screen.getByLabelText('Encoding') as HTMLSelectElement).value).toBe('windows-1251')
    await act(async () => button().click())
    expect(calls).toEqual([
      'preview bookmarks.html',
      'preview bookmarks.html windows-1251',
      'preview bookmarks.html windows-1251 month-first',
      'preview bookmarks.html windows-1251 month-first Asia/Tokyo',
      'preview bookmarks.html utf-16le month-first Asia/Tokyo',
      'start bookmarks.html windows-1251',
    ])
  })

  it('the import dialog accepts a file dropped outside the drop zone, so that the browser never opens one instead of the app', async () => {
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

  it('the import dialog shows the progress, then the receipt, and undoes the import', async () => {
    const { client, calls, progress, ends } = slowServer()
    show(client)
    await choose(bookmarks)
    await act(async () => screen.getByRole('button', { name: 'Import 2 cards' }).click())
    expect(screen.getByRole('progressbar').hasAttribute('value')).toBe(false)
    await act(() => vi.waitFor(() => expect(progress).toHaveLength(1)))
    await act(async () => progress[0]?.({ ...receipt, state: 'running', processed: 2 }))
    expect(screen.getByRole('progressbar').getAttribute('value')).toBe('0.4')
    await act(async () => ends[0]?.resolve(receipt))
    expect(screen.getByRole('status').textContent).toContain('2 cards added')
    await act(async () => screen.getByRole('button', { name: 'Undo import' }).click())
    expect(screen.getByRole('status').textContent).toContain('Removed 2 cards of this import')
    expect(calls).toEqual(['preview bookmarks.html', 'start bookmarks.html', 'undo'])
  })

  it('[HM-19] the import dialog can be cancelled, shows the cards added until then, and undoes them', async () => {
    const { client, calls, progress, ends } = slowServer()
    show(client)
    await choose(bookmarks)
    await act(async () => screen.getByRole('button', { name: 'Import 2 cards' }).click())
    await act(async () => screen.getByRole('button', { name: 'Cancel import' }).click())
    expect((screen.getByRole('button', { name: 'Cancel import' }) as HTMLButtonElement).disabled).toBe(true)
    await act(() => vi.waitFor(() => expect(calls.filter((call) => call === 'cancel')).toHaveLength(2)))
    await act(async () => ends[0]?.reject(new CallFailed('This import was cancelled.', 409)))
    await act(() => vi.waitFor(() => expect(progress.length).toBeGreaterThan(0)))
    await act(async () => {
      for (const answer of progress) answer({ ...receipt, created: 1, state: 'stopped', processed: 2 })
    })
    expect(screen.getByText('You cancelled this import. What it had added by then is below.')).toBeDefined()
    await act(async () => screen.getByRole('button', { name: 'Undo import' }).click())
    expect(calls.at(-1)).toBe('undo')
  })

  it('[HM-19] the import dialog stops asking to cancel an import whose file could not be read', async () => {
    const { client, calls, ends } = slowServer()
    show({
      ...client,
      cancel: async () => {
        calls.push('cancel')
        return false
      },
    })
    await choose(bookmarks)
    await act(async () => screen.getByRole('button', { name: 'Import 2 cards' }).click())
    await act(async () => screen.getByRole('button', { name: 'Cancel import' }).click())
    await act(async () => ends[0]?.reject(new CallFailed('This is not a bookmark file.', 400)))
    expect(screen.getByRole('alert').textContent).toBe('This is not a bookmark file.')
    const asked = calls.length
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(calls).toHaveLength(asked)
  })

  it('[HM-19] the import dialog asks for the progress if the answer is lost', async () => {
    const { client, progress, ends } = slowServer()
    show(client)
    await choose(bookmarks)
    await act(async () => screen.getByRole('button', { name: 'Import 2 cards' }).click())
    await act(async () => ends[0]?.reject(new CallFailed('The server cannot be reached.', null)))
    await act(() => vi.waitFor(() => expect(progress).toHaveLength(1)))
    await act(async () => progress[0]?.({ ...receipt, state: 'running', processed: 2 }))
    await act(() => vi.waitFor(() => expect(progress).toHaveLength(2)))
    await act(async () => progress[1]?.({ ...receipt, state: 'done', processed: 5 }))
    expect(screen.getByRole('status').textContent).toContain('2 cards added')
  })

  it('[HM-19] the import dialog follows an import over a restart of the server', async () => {
    const { client, progress, ends } = slowServer()
    show(client)
    await choose(bookmarks)
    await act(async () => screen.getByRole('button', { name: 'Import 2 cards' }).click())
    await act(() => vi.waitFor(() => expect(progress).toHaveLength(1)))
    await act(async () => progress[0]?.({ ...receipt, state: 'running', processed: 2 }))
    await act(async () => ends[0]?.reject(new CallFailed('The server is stopping.', 503)))
    await act(() => vi.waitFor(() => expect(progress).toHaveLength(2)))
    const away = Promise.reject(new CallFailed('The server cannot be reached.', null))
    await act(async () => progress[1]?.(away as never))
    await act(() => vi.waitFor(() => expect(progress).toHaveLength(3)))
    await act(async () => progress[2]?.({ ...receipt, state: 'done', processed: 5 }))
    expect(screen.getByRole('status').textContent).toContain('2 cards added')
  })

  const WIRE = {
    ...{ import_id: 'a'.repeat(24), rows: 1, created: 1, duplicates: 0, failed: [], tags: 0 },
    ...{ renamed_tags: [], preview: { ...receipt.preview, cards: [] } },
  }
  const MIDWAY = JSON.stringify({ status: 200, data: WIRE }).slice(0, 80)
  const broken = () =>
    new ReadableStream({
      start(to) {
        to.enqueue(new TextEncoder().encode(MIDWAY))
        to.error(new TypeError('network error'))
      },
    })
  it.each([
    ['is a page of a proxy', () => new Response('<html>Sign in to the network'), 'answered in its place'],
    ['is a proxy’s page of an error', () => new Response('<html>', { status: 502 }), 'error 502'],
    ['is empty', () => new Response(''), 'answered in its place'],
    ['is JSON of something else', () => new Response('{"data":{"ok":true}}'), 'could not be understood'],
    ['ends in the middle of its JSON', () => new Response(MIDWAY), 'answered in its place'],
    ['breaks off', () => new Response(broken()), 'cannot be reached'],
  ])(
    '[HM-19] a preview whose answer %s ends with the reason, and another try works',
    async (_, answer, reason) => {
      vi.spyOn(console, 'error').mockReturnValue()
      vi.spyOn(session, 'accessToken').mockResolvedValue({ kind: 'token', token: 'a' })
      const answers = [answer, () => new Response(JSON.stringify({ status: 200, data: WIRE }))]
      const list = () => new Response('{"status":200,"data":[]}')
      vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) =>
        method === 'GET' ? list() : answers.shift()?.(),
      )
      show(importClient)
      await choose(bookmarks)
      expect((await screen.findByRole('alert')).textContent).toContain(reason)
      await choose(bookmarks)
      expect((await screen.findByRole('status')).textContent).toContain('1 new card')
      expect(answers).toEqual([])
    },
  )

  it('[CD-9] the import dialog keeps the preview when the server refuses, and shows the reason', async () => {
    const { client } = slowServer()
    show(client)
    await choose(new File(['<DT>'], 'full.html'))
    await act(async () => screen.getByRole('button', { name: 'Import 2 cards' }).click())
    expect(screen.getByRole('alert').textContent).toBe('You have total 500 notes.')
    expect(screen.getByRole('button', { name: 'Import 2 cards' })).toBeDefined()
  })

  it('[HM-19] the import dialog accepts a pasted text like a file', async () => {
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
