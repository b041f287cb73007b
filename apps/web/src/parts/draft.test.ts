// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import { openHandedIn, readDraft, writeDraft } from './draft.ts'

const DAY = 24 * 60 * 60_000

beforeEach(() => {
  sessionStorage.clear()
})

it('[OF-1] a draft of a shared text waits for a week, and ends when another text is shared after that', () => {
  openHandedIn(['shared:one', 'shared:one:tag'], 0)
  writeDraft('shared:one', 'what I thought of it')
  writeDraft('shared:one:tag', 'half a ta')
  writeDraft('new-card:quick', 'a card of mine')
  openHandedIn(['shared:two'], 7 * DAY)
  expect(readDraft('shared:one')).toBe('what I thought of it')
  openHandedIn(['shared:three'], 7 * DAY + 1)
  expect([readDraft('shared:one'), readDraft('shared:one:tag')]).toEqual([null, null])
  expect(readDraft('new-card:quick'), 'a draft that a button leads to').toBe('a card of mine')
})

it('[OF-1] a draft of a shared text is there however late the same text is shared again', () => {
  openHandedIn(['shared:one'], 0)
  writeDraft('shared:one', 'what I thought of it')
  openHandedIn(['shared:one'], 400 * DAY)
  expect(readDraft('shared:one')).toBe('what I thought of it')
  openHandedIn(['shared:two'], 407 * DAY)
  expect(readDraft('shared:one')).toBe('what I thought of it')
})

it('what stands where the times are kept, and is none of them, does no harm', () => {
  for (const kept of ['{', '7', '[[1,"x"],null]']) {
    sessionStorage.setItem('screen:drafts-opened', kept)
    openHandedIn(['shared:one'], 0)
    writeDraft('shared:one', 'kept')
    expect(readDraft('shared:one')).toBe('kept')
  }
})
