import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { createMemoryReplica } from '../../replica/create-memory-replica.ts'
import { ReplicaProvider } from '../../replica/index.ts'
import { CallFailed } from '../../session/index.ts'
import { EarlierImports } from './earlier-imports.tsx'
import type { ImportClient } from './import-client.ts'
import type { EarlierImport } from './import-state.ts'

afterEach(cleanup)

const WORKSPACE = 'a'.repeat(24)
const earlier = (n: number, of: Partial<EarlierImport>): EarlierImport => ({
  id: String(n).padStart(24, '0'),
  workspaceId: WORKSPACE,
  fileName: '',
  state: 'done',
  rows: 10,
  processed: 10,
  created: 10 - n,
  at: Date.now() - n * 60_000,
  ...of,
})

async function show(imports: readonly EarlierImport[], undo: () => Promise<number>) {
  let listed = imports
  const client = {
    list: async () => listed,
    undo: async (id: string) => {
      const removed = await undo()
      listed = listed.map((one) => (one.id === id ? { ...one, state: 'undone' } : one))
      return removed
    },
  } as Partial<ImportClient> as ImportClient
  await act(async () => {
    render(
      <ReplicaProvider connection={createMemoryReplica([])}>
        <EarlierImports client={client} />
      </ReplicaProvider>,
    )
  })
}
const undos = () => screen.queryAllByRole('button', { name: /^Undo the import of/ })

describe('the imports of the last 30 days', () => {
  it('[HM-19] the imports of the last 30 days are listed with their results, and undone one by one', async () => {
    const ends: ((removed: number) => void)[] = []
    const imports = [
      earlier(1, { fileName: 'bread.html' }),
      earlier(2, { state: 'stopped', processed: 4 }),
      earlier(3, { state: 'undone' }),
      earlier(4, { state: 'running', processed: 2 }),
    ]
    await show(imports, () => new Promise((resolve) => ends.push(resolve)))
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '9 cards from “bread.html”1 min ago · from 10 rowsUndo',
      '8 cards2 min ago · cancelled after 4 of 10 rowsUndo',
      '7 cards3 min ago · undone',
      '6 cards4 min ago · under way, 2 of 10 rows',
    ])
    await act(async () => undos()[0]?.click())
    expect(undos().map((button) => (button as HTMLButtonElement).disabled)).toEqual([true, true])
    expect(screen.getByText('Undoing…')).toBeDefined()
    await act(async () => ends[0]?.(9))
    expect(screen.getAllByRole('listitem')[0]?.textContent).toBe(
      '9 cards from “bread.html”1 min ago · undone',
    )
    expect(undos()).toHaveLength(1)
  })

  it('[HM-19] the imports of the last 30 days say why an undo failed, and show older imports on demand', async () => {
    const imports = [1, 2, 3, 4, 5, 6, 7].map((n) => earlier(n, {}))
    await show(imports, () => Promise.reject(new CallFailed('The server is stopping.', 503)))
    expect(screen.getAllByRole('listitem')).toHaveLength(5)
    await act(async () => screen.getByRole('button', { name: 'Show all 7' }).click())
    expect(screen.getAllByRole('listitem')).toHaveLength(7)
    await act(async () => undos()[6]?.click())
    expect(screen.getByRole('alert').textContent).toBe('The server is stopping.')
    expect(undos()).toHaveLength(7)
  })

  it('the list of imports is not rendered if nothing was imported', async () => {
    await show([], async () => 0)
    expect(screen.queryByRole('heading')).toBeNull()
  })
})
