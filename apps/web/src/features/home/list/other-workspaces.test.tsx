import { sample } from '@cardinal/testing'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { createMemoryReplica } from '../../../replica/create-memory-replica.ts'
import { ReplicaProvider } from '../../../replica/index.ts'
import { CallFailed } from '../../../session/index.ts'
import { homeSearch } from '../home-screen.ts'
import OtherWorkspaces, { type AskElsewhere, MOST_ASKED, MOST_SHOWN } from './other-workspaces.tsx'

afterEach(() => {
  cleanup()
  homeSearch.getState().put('')
})

const { changes } = sample('note Tea at home #tea')

/** Renders the results of a search for a person with this many other workspaces. */
async function show(text: string, count: number, ask: AskElsewhere) {
  const connection = createMemoryReplica(changes)
  const { account } = connection.snapshot()
  for (let n = 0; n < count; n++)
    await account?.mutate({
      name: 'createWorkspace',
      args: { id: n.toString(16).padStart(24, 'a'), name: `Place ${n}` },
    })
  homeSearch.getState().put(text)
  await act(async () => {
    render(
      <ReplicaProvider connection={connection}>
        <OtherWorkspaces type={null} isOpen ask={ask} />
      </ReplicaProvider>,
    )
  })
}

const note = (n: number) => ({
  id: n.toString(16).padStart(24, 'c'),
  type: 'note' as const,
  content: `Tea ${n}`,
  pageTitle: '',
})

describe('[SB-1] results in other workspaces', () => {
  it('the list of other workspaces asks each workspace for the search without workspace:all, and shows its results under its name', async () => {
    const asked: object[] = []
    await show('tea, workspace:all', 2, async (body) => {
      asked.push(body)
      return asked.length === 1 ? [note(1)] : []
    })
    expect(await screen.findByText('In other workspaces: 1 card')).toBeTruthy()
    expect(asked).toMatchObject([
      { workspace_id: '0'.padStart(24, 'a'), userIsTyping_inSearchbar: 'tea' },
      { workspace_id: '1'.padStart(24, 'a'), userIsTyping_inSearchbar: 'tea' },
    ])
    const found = within(screen.getByRole('region', { name: 'Found in Place 0' }))
    expect(found.getByRole('button', { name: 'Tea 1' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Found in Place 1' })).toBeNull()
  })

  it('[SB-1] the list of other workspaces sends days as they were typed, and only when typing rests', async () => {
    const asked: object[] = []
    await show('due:today, is:overdue', 1, async (body) => {
      asked.push(body)
      return []
    })
    await act(async () => homeSearch.getState().put('due:today, is:overdue, workspace:all'))
    await screen.findByText('Nothing in other workspaces')
    expect(asked).toMatchObject([{ userIsTyping_inSearchbar: 'due:today, is:overdue' }])
  })

  it('the list of other workspaces says that there are more results than it shows, and how many workspaces it left out', async () => {
    const many = Array.from({ length: MOST_SHOWN + 1 }, (_, n) => note(n))
    await show('workspace:all', MOST_ASKED + 1, async () => many)
    expect(
      await screen.findByText(`In other workspaces: more than ${MOST_ASKED * MOST_SHOWN} cards`),
    ).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Show all in “Place 0”' })).toBeTruthy()
    expect(screen.getByText(/1 further workspace left out/)).toBeTruthy()
  })

  it('the list of other workspaces says that only the open workspace was searched when the server is unreachable, and retries', async () => {
    let isAway = true
    await show('tea, workspace:all', 1, async () => {
      if (isAway) throw new CallFailed('The server cannot be reached.', null)
      return []
    })
    expect((await screen.findByRole('alert')).textContent).toMatch(/Only this workspace was searched/)
    isAway = false
    await act(async () => screen.getByRole('button', { name: 'Try again' }).click())
    expect(await screen.findByText('Nothing in other workspaces')).toBeTruthy()
  })

  it('the list of other workspaces says that there is no other workspace', async () => {
    await show('tea, workspace:all', 0, async () => [])
    expect(screen.getByText(/You have no other workspace/)).toBeTruthy()
  })
})
