import { sample } from '@cardinal/testing'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { createMemoryReplica } from '../../replica/create-memory-replica.ts'
import { ReplicaProvider } from '../../replica/index.ts'
import { undoStack } from '../../shared/changes/undo-stack.ts'
import { type HomeScreen, HomeScreenContext } from '../../shared/search/home-screen.tsx'
import { createSearchStore } from '../../shared/search/search-store.ts'
import { TagDesk } from './tag-desk.tsx'
import { Untagged } from './untagged.tsx'

afterEach(cleanup)

const shop = sample(`
  note Spring beans #spring #java #recipe
  note Spring boot #spring #java #recipes
  note Spring data #spring #java #recipes
  note Spring cloud #spring #java
  note Spring web #spring #java
  note Java streams #java
  note Java records #java
  note Java modules #java
  note Java threads #java
  note Java types #java
  note Java 21 in spring
  note Something else`)

async function show(part: ReactNode, changes = shop.changes) {
  const connection = createMemoryReplica(changes)
  await act(async () => {
    render(
      <ReplicaProvider connection={connection}>
        <HomeScreenContext value={{ search: createSearchStore() } as HomeScreen}>{part}</HomeScreenContext>
      </ReplicaProvider>,
    )
  })
  return connection
}

const line = (name: string | RegExp) => within(screen.getByRole('region', { name }))
const press = (key: string) =>
  act(async () => void fireEvent.keyDown(document.activeElement as HTMLElement, { key }))

describe('the tag desk', () => {
  it('[TG-1] the tag desk counts problems, says why they matter, and offers one press that can be undone', async () => {
    const connection = await show(<TagDesk onShow={() => {}} onUntagged={() => {}} />)
    const { replica } = connection.snapshot()
    expect(screen.getByRole('region', { name: '2 cards without a tag' })).toBeTruthy()
    expect(screen.getByRole('region', { name: '1 tag used once' })).toBeTruthy()
    // "recipe" is never searched for either, but it is used only once.
    expect(screen.getByRole('region', { name: '3 tags used more than once and never searched' })).toBeTruthy()
    expect(line('likely synonyms').getByText('one and many')).toBeTruthy()
    expect(line('likely parents').getByText('5 of its 5 cards have “java”')).toBeTruthy()
    await act(async () =>
      line('likely synonyms')
        .getByRole('button', { name: /^Merge into/ })
        .click(),
    )
    expect(await screen.findByText('0 likely synonyms')).toBeTruthy()
    const named = await replica?.ask('tagsBySearchword', { keywords: ['recipe'] })
    expect(named?.[0]?.name).toBe('recipes')
    await act(async () =>
      line('likely parents')
        .getByRole('button', { name: /^Add the parent/ })
        .click(),
    )
    expect(await screen.findByText('0 likely parents')).toBeTruthy()
    for (let acts = 0; acts < 2; acts++) {
      const entry = undoStack.getState().pop(replica?.workspaceId ?? '')
      await act(async () => {
        for (const mutation of entry?.undo ?? []) await replica?.mutate(mutation)
      })
    }
    expect(line('likely parents').getByText('1 likely parent')).toBeTruthy()
    expect(line('likely synonyms').getByText('one and many')).toBeTruthy()
  })

  it('[TG-1] the tag desk names the cards that three steps do not reach, and the tag that reaches them is put on and undone', async () => {
    const many = (count: number, line: string) => Array.from({ length: count }, () => line).join('\n')
    const alike = [
      many(12, 'note Soup of the day #soup'),
      many(8, 'note Soup of the day #soup #winter'),
      many(30, 'note Letter #post'),
    ]
    const connection = await show(
      <TagDesk onShow={() => {}} onUntagged={() => {}} />,
      sample(alike.join('\n')).changes,
    )
    const findability = () => within(screen.getByRole('region', { name: 'Findability' }))
    // 20 letters and 10 soups come after the first ten.
    expect(await findability().findByText('30 of 50 cards can’t be reached in three steps')).toBeTruthy()
    const put = await findability().findByRole('button', { name: 'Put “winter” on 2 cards' })
    expect(findability().getByText(/^This tag would reach 2 of them/)).toBeTruthy()
    await act(async () => put.click())
    expect(await findability().findByText('28 of 50 cards can’t be reached in three steps')).toBeTruthy()
    const { replica } = connection.snapshot()
    const entry = undoStack.getState().pop(replica?.workspaceId ?? '')
    await act(async () => {
      for (const mutation of entry?.undo ?? []) await replica?.mutate(mutation)
    })
    expect(await findability().findByText('30 of 50 cards can’t be reached in three steps')).toBeTruthy()
  })

  it('[TG-4] untagged cards are tagged one after another by number keys; Enter goes on, Backspace goes back', async () => {
    const connection = await show(<Untagged cardIds={[]} />)
    const { replica } = connection.snapshot()
    await act(async () => screen.getByRole('radio', { name: 'One after another' }).click())
    expect(screen.getByText('1 of 2')).toBeTruthy()
    await press('Enter')
    expect(screen.getByText('Java 21 in spring')).toBeTruthy()
    await press('1')
    const found = await replica?.ask('tagsBySearchword', { keywords: ['java', 'spring'] })
    const counts = found?.slice(0, 2).map(({ cardCount }) => cardCount)
    expect(counts, 'java was on 10 cards, spring on 5').toBeOneOf([
      [11, 5],
      [10, 6],
    ])
    await press('Backspace')
    expect(screen.getByText('1 of 2')).toBeTruthy()
    await press('Enter')
    await press('Enter')
    expect(screen.getByText('That was the last one')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Tag many at once' })).toBeTruthy()
  })
})
