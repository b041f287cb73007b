import { describe, expect, it } from 'vitest'
import { addressOf, openReminded, type ReminderScope, showReminder } from './reminders.ts'

const CARD = '65b2f0c2a1b2c3d4e5f60718'

/** The scope of a service worker, reduced to what reminders use, and a log of calls. */
function scopeWith(pages: Awaited<ReturnType<ReminderScope['clients']['matchAll']>> = []) {
  const asked: unknown[] = []
  const scope: ReminderScope = {
    registration: {
      scope: 'https://cardinal.example/sub/',
      showNotification: async (...shown: unknown[]) => void asked.push(shown),
    },
    clients: {
      matchAll: async () => pages,
      openWindow: async (address: string) => void asked.push(address),
    },
  }
  return { scope, asked }
}

describe('reminders in the service worker', () => {
  it('the service worker shows a reminder, and a general text if the message can not be read', async () => {
    const { scope, asked } = scopeWith()
    await showReminder(scope, { title: 'Call Bob', body: 'Due today', tag: 'a', cardId: CARD })
    await showReminder(scope, 'nonsense')
    expect(asked).toMatchObject([
      ['Call Bob', { body: 'Due today', tag: 'a', data: { cardId: CARD } }],
      ['A card is due', { body: '' }],
    ])
  })

  it('a click on a reminder opens its card, in the open page or a new one, and nothing but a card', async () => {
    const { scope, asked } = scopeWith()
    await openReminded(scope, CARD)
    expect(asked).toEqual([
      `https://cardinal.example/sub/home?popups_center=master-editor&master-editor.entityId=${CARD}`,
    ])
    const went: string[] = []
    const page = {
      focus: async () => ({
        navigate: async (address: string) => {
          went.push(address)
          return null
        },
      }),
    }
    await openReminded(scopeWith([page]).scope, CARD)
    expect(went).toEqual(asked)
    expect(addressOf('../../evil')).toBe('home')
  })
})
