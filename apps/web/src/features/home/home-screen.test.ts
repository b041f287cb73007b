// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { notifyDeleted } from '../../shared/changes/undo-stack.ts'
import { homeSelection } from './home-screen.ts'

it('[HM-13] deleted rows leave the selection', () => {
  const [gone, kept] = ['1'.repeat(24), '2'.repeat(24)]
  homeSelection.getState().add('cards', [gone, kept])
  notifyDeleted('cards', [gone])
  expect([...homeSelection.getState().cards]).toEqual([kept])
})
