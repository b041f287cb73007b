// @vitest-environment happy-dom
import type { TagInUse } from '@cardinal/engine'
import { expect, it } from 'vitest'
import { hashCompletions } from './capture-card.ts'

const tag = (name: string, cardCount: number): TagInUse => ({
  id: '0'.repeat(24),
  name,
  color: null,
  clickCount: 0,
  lastClickedAt: null,
  createdAt: 0,
  updatedAt: 0,
  groupIds: [],
  cardCount,
})

it('tags found by the letters typed before are not offered for those typed now', () => {
  const foundBefore = [tag('garden', 9), tag('home', 4), tag('shoe rack', 1)]
  const offered = (typed: string) => hashCompletions(typed, foundBefore, 8).map(({ text }) => text)
  expect(offered('')).toEqual(['#garden', '#home', '#shoe_rack'])
  expect(offered('hoe')).toEqual(['#shoe_rack', '#hoe'])
  expect(offered('hom')).toEqual(['#home', '#hom'])
})
