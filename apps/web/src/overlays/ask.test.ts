import { expect, it } from 'vitest'
import { bindAsking, confirm, settleQuestions } from './ask.ts'
import type { Popups } from './use-popups.ts'

function recordingPopups(): { popups: Popups; opened: string[] } {
  const opened: string[] = []
  const open = (name: string) => void opened.push(name)
  return { popups: { open, close: () => {}, replace: open } as unknown as Popups, opened }
}

it('[OF-3] a question asked before popups are mounted is shown once they are, and only once', async () => {
  const { popups, opened } = recordingPopups()
  const answer = confirm({ title: 'Refresh?', confirmLabel: 'OK' })
  const unbind = bindAsking(popups)
  expect(opened).toEqual(['are-you-sure'])
  settleQuestions(['are-you-sure'])
  unbind()
  bindAsking(popups)
  expect(opened).toHaveLength(1)
  settleQuestions([])
  expect(await answer).toBe(false)
})
