import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import AreYouSure from './are-you-sure.tsx'
import { bindAsking, confirm, type Question, settleQuestions } from './ask.ts'
import type { Popups } from './use-popups.ts'

const BASE: Question = { title: 'Sure?', confirmLabel: 'Do it' }
const FOCUSED: readonly [string, Partial<Question>, string | null][] = [
  ['an act that nothing brings back starts on Cancel', { isDanger: true }, 'Cancel'],
  ['a dangerous act that undo brings back starts on the act', { isDanger: true, isUndoable: true }, 'Do it'],
  ['a harmless act starts on the act', {}, 'Do it'],
  ['an act that wants a word typed starts in its field', { isDanger: true, typed: 'garden' }, ''],
  ['an act that nobody called for takes no focus', { isUncalled: true }, null],
]

it.each(FOCUSED)('[HM-20] a question before %s', async (_, asked, focused) => {
  const unbind = bindAsking({ open: () => {}, close: () => {} } as unknown as Popups)
  const answer = confirm({ ...BASE, ...asked })
  const { unmount } = render(<AreYouSure params={{}} close={() => {}} />)
  const holder = document.activeElement
  if (focused === '') expect(holder).toBe(screen.getByRole('textbox'))
  else expect(holder === document.body ? null : holder?.textContent).toBe(focused)
  unmount()
  settleQuestions(['are-you-sure'])
  settleQuestions([])
  unbind()
  expect(await answer).toBe(false)
})
