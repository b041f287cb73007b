// @vitest-environment happy-dom
import { type Card, type Change, INITIAL_VALUES, NO_LINKS, type Tag } from '@cardinal/domain'
import type { AnswerOf, ParamsOf, QuestionName } from '@cardinal/engine'
import { act, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { DeviceActs } from '../acts/device-acts.ts'
import type { ReplicaConnection } from '../connection.ts'
import { createMemoryReplica } from '../create-memory-replica.ts'
import type { Replica, RowEvent, VersionedAnswer } from '../replica.ts'
import { ReplicaProvider } from './context.tsx'
import { useAccount, useAnswer, useSyncState } from './hooks.ts'
import { LiveQuestion } from './live-question.ts'

const id = (n: number) => n.toString(16).padStart(24, '0')
const tag: Tag = {
  id: id(1),
  name: 'recipes',
  color: null,
  clickCount: 0,
  lastClickedAt: null,
  createdAt: 1,
  updatedAt: 1,
}
const card: Card = {
  id: id(2),
  type: 'todo',
  content: 'buy flour',
  address: null,
  subnotes: [],
  tagIds: [],
  ...INITIAL_VALUES,
  ...NO_LINKS,
  createdAt: 1,
  updatedAt: 1,
}
const rows: Change[] = [
  { kind: 'tag', id: tag.id, row: tag },
  { kind: 'card', id: card.id, row: card },
]

function Content(props: { ids: string[] | null }) {
  const { answer, isStale } = useAnswer('cardsById', props.ids && { ids: props.ids })
  return <p data-stale={isStale}>{answer?.map((each) => each?.content ?? 'none').join() ?? 'waiting'}</p>
}

function shown(connection: ReplicaConnection, children: React.ReactNode) {
  return render(<ReplicaProvider connection={connection}>{children}</ReplicaProvider>)
}

describe('asking from a component', () => {
  it('[SB-10] useAnswer shows the answer, and the new one as soon as the rows change', async () => {
    const connection = createMemoryReplica(rows)
    shown(connection, <Content ids={[card.id]} />)
    expect(await screen.findByText('buy flour')).toBeDefined()
    await act(async () => {
      await connection.snapshot().replica?.mutate({
        name: 'setCardContent',
        args: { cardId: card.id, content: 'buy rye flour', baseSeq: null },
      })
    })
    expect(screen.getByText('buy rye flour')).toBeDefined()
  })

  it('useAnswer keeps the previous answer, marked as stale, until the next one is there', async () => {
    const connection = createMemoryReplica(rows)
    let ask: (ids: string[]) => void = () => {}
    function Asker() {
      const [ids, setIds] = useState([card.id])
      ask = setIds
      return <Content ids={ids} />
    }
    shown(connection, <Asker />)
    await screen.findByText('buy flour')
    act(() => ask([tag.id]))
    expect(screen.getByText('buy flour').dataset.stale).toBe('true')
    expect((await screen.findByText('none')).dataset.stale).toBe('false')
  })

  it('[SB-3] after a pause useAnswer does not show an earlier answer as the current one', async () => {
    const connection = createMemoryReplica(rows)
    const drawn: string[] = []
    let ask: (ids: string[] | null) => void = () => {}
    function Asker() {
      const [ids, setIds] = useState<string[] | null>([card.id])
      ask = setIds
      const { answer, isStale } = useAnswer('cardsById', ids && { ids })
      drawn.push(`${isStale ? 'stale' : 'present'}: ${answer?.[0]?.content}`)
      return <Content ids={ids} />
    }
    shown(connection, <Asker />)
    await screen.findByText('buy flour')
    act(() => ask(null))
    await act(async () => {
      await connection.snapshot().replica?.mutate({
        name: 'setCardContent',
        args: { cardId: card.id, content: 'buy rye flour', baseSeq: null },
      })
    })
    drawn.length = 0
    act(() => ask([card.id]))
    await screen.findByText('buy rye flour')
    expect(drawn[0]).toBe('stale: buy flour')
    expect(drawn).not.toContain('present: buy flour')
    expect(drawn.at(-1)).toBe('present: buy rye flour')
  })

  it('useAnswer renders a deferred answer once for each change of the rows', async () => {
    const connection = createMemoryReplica(rows)
    const drawn: (string | undefined)[] = []
    function Deferred() {
      const { answer } = useAnswer('cardsById', { ids: [card.id] }, 'deferred')
      drawn.push(answer?.[0]?.content)
      return <p>{answer?.[0]?.content ?? 'waiting'}</p>
    }
    const page = within(shown(connection, <Deferred />).container)
    await page.findByText('buy flour')
    await act(async () => {
      await connection.snapshot().replica?.mutate({
        name: 'setCardContent',
        args: { cardId: card.id, content: 'buy rye flour', baseSeq: null },
      })
    })
    await page.findByText('buy rye flour')
    expect(drawn).toEqual([undefined, 'buy flour', 'buy rye flour'])
  })

  it('[HM-6] changed settings reach every component that reads them', async () => {
    function Saved() {
      const account = useAccount()
      return (
        <>
          <button
            type="button"
            onClick={() => account.mutate({ name: 'updateSettings', args: { savedSearches: ['a, b'] } })}
          >
            save
          </button>
          <output>{account.settings.savedSearches.join()}</output>
        </>
      )
    }
    shown(createMemoryReplica(rows), <Saved />)
    await act(async () => screen.getByText('save').click())
    expect(screen.getByText('a, b')).toBeDefined()
  })
})

describe('a component below a connection', () => {
  it('[SB-10] a component below a connection is not rendered again when only the saving state changes', async () => {
    const inner = createMemoryReplica(rows)
    const listeners = new Set<() => void>()
    let snapshot = inner.snapshot()
    const connection: ReplicaConnection = {
      ...inner,
      snapshot: () => snapshot,
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    }
    let draws = 0
    function Asker() {
      draws++
      useAccount()
      return <Content ids={[card.id]} />
    }
    function Phase() {
      return <output>{useSyncState().phase}</output>
    }
    shown(
      connection,
      <>
        <Asker />
        <Phase />
      </>,
    )
    await screen.findByText('buy flour')
    const before = draws
    act(() => {
      snapshot = { ...snapshot, sync: { ...snapshot.sync, phase: 'saving' } }
      for (const listener of listeners) listener()
    })
    expect(screen.getByText('saving')).toBeDefined()
    expect(draws).toBe(before)
  })
})

describe('a live question', () => {
  /** A replica whose answers come when the test lets them. */
  function slowReplica() {
    const waiting: ((content: string) => void)[] = []
    const listeners = new Set<(news: RowEvent) => void>()
    const idle: (() => void)[] = []
    const loaded: (() => void)[] = []
    let version = 0
    const askWithVersion = <Q extends QuestionName>(_question: Q, _params: ParamsOf<Q>) => {
      const read = version
      return new Promise<VersionedAnswer<Q>>((resolve) => {
        waiting.push((content) =>
          resolve({ answer: [{ ...card, content }] as unknown as AnswerOf<Q>, version: read }),
        )
      })
    }
    const replica: Replica = {
      workspaceId: id(0),
      ask: async (question, params) => (await askWithVersion(question, params)).answer,
      askWithVersion,
      idle: () =>
        new Promise((resolve) => {
          idle.push(resolve)
        }),
      loaded: () =>
        new Promise((resolve) => {
          loaded.push(resolve)
        }),
      mutate: async () => ({ undo: [], written: [] }),
      preview: async () => null,
      planUndo: async () => ({ mutations: [], left: [] }),
      previewMove: () => new Promise(() => {}),
      moveCards: async () => ({ undo: [], written: [] }),
      moveBack: async () => [],
      acts: async () => new DeviceActs(null),
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      get version() {
        return version
      },
      seq: null,
    }
    const rowsChange = () => {
      version++
      for (const listener of listeners) listener('changed')
    }
    const announceChange = () => {
      for (const listener of listeners) listener('changing')
    }
    const becomeIdle = () => {
      for (const tell of idle.splice(0)) tell()
    }
    const becomeLoaded = () => {
      for (const tell of loaded.splice(0)) tell()
    }
    return { replica, waiting, rowsChange, announceChange, becomeIdle, becomeLoaded }
  }

  it('a live question drops answers that arrive out of order', async () => {
    const { replica, waiting } = slowReplica()
    const live = new LiveQuestion('cardsById')
    live.follow(replica, { ids: ['old'] })
    live.follow(replica, { ids: ['new'] })
    waiting[1]?.('the new one')
    await Promise.resolve()
    waiting[0]?.('the old one')
    await Promise.resolve()
    await Promise.resolve()
    expect(live.snapshot().answer?.[0]?.content).toBe('the new one')
  })

  it('a live question does not show the answer to an earlier question', async () => {
    const { replica, waiting } = slowReplica()
    const live = new LiveQuestion('cardsById')
    live.follow(replica, { ids: ['before'] })
    live.follow(replica, { ids: ['now'] })
    waiting[0]?.('to what was asked before')
    await settled()
    expect(live.snapshot().answer).toBeUndefined()
    waiting[1]?.('to what is asked now')
    await settled()
    expect(live.snapshot().answer?.[0]?.content).toBe('to what is asked now')
  })

  it('a live question is asked once more after a burst of changes', async () => {
    const { replica, waiting, rowsChange } = slowReplica()
    const live = new LiveQuestion('cardsById')
    live.follow(replica, { ids: ['x'] })
    for (let i = 0; i < 50; i++) rowsChange()
    expect(waiting).toHaveLength(1)
    waiting[0]?.('first')
    await Promise.resolve()
    await Promise.resolve()
    expect(waiting).toHaveLength(2)
  })

  it('[SB-10] a live question is asked when a mutation is sent to the worker, and not again when its change is reported', async () => {
    const { replica, waiting, rowsChange, announceChange } = slowReplica()
    const live = new LiveQuestion('cardsById')
    live.follow(replica, { ids: ['x'] })
    waiting[0]?.('before')
    await settled()
    announceChange()
    expect(waiting).toHaveLength(2)
    rowsChange()
    expect(waiting).toHaveLength(2)
    live.follow(replica, { ids: ['y'] })
    waiting[2]?.('after')
    await settled()
    expect(live.snapshot().answer?.[0]?.content).toBe('after')
    expect(waiting).toHaveLength(3)
  })

  it('a deferred question is asked with its latest parameters once all rows are loaded and other answers painted', async () => {
    const { replica, waiting, becomeIdle, becomeLoaded } = slowReplica()
    const live = new LiveQuestion('cardsById', 'deferred')
    const leave = live.follow(replica, { ids: ['passed over'] })
    leave()
    live.follow(replica, { ids: ['wanted'] })
    becomeIdle()
    await settled()
    expect(waiting).toHaveLength(0)
    becomeLoaded()
    await settled()
    expect(waiting).toHaveLength(0)
    becomeIdle()
    await settled()
    expect(waiting).toHaveLength(1)
    waiting[0]?.('wanted')
    await settled()
    expect(live.snapshot().params).toEqual({ ids: ['wanted'] })
  })
})

/** Resolves when all effects of an answer are rendered. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))
