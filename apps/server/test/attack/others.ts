import { setTimeout } from 'node:timers/promises'
import { request } from '../support/node.ts'

/**
 * Asks a server for another person, in a process of its own: an attacker who is busy with making an input delays nobody.
 * Any message ends it; it answers with the time that each request took, in ms.
 */
const { api, token, every, givenUp } = JSON.parse(process.argv[2] ?? '') as OthersOptions

export interface OthersOptions {
  readonly api: string
  readonly token: string
  /** ms between two requests, and after which one counts as given up. */
  readonly every: number
  readonly givenUp: number
}

const ask = () =>
  request(
    api,
    'POST',
    '/entity/get-matching-entities',
    { userIsTyping_inSearchbar: 'x' },
    { authorization: `Bearer ${token}` },
  )

let isOver = false
process.once('message', () => {
  isOver = true
})
for (let n = 0; n < 20; n++) await ask()
process.send?.('ready')
const times: number[] = []
const asked: Promise<void>[] = []
while (!isOver) {
  const sent = performance.now()
  // Asked by the clock: a server that stands still is asked on, and every wait counts.
  asked.push(
    ask().then(
      () => void times.push(performance.now() - sent),
      () => void times.push(givenUp),
    ),
  )
  await setTimeout(every)
}
await Promise.race([Promise.all(asked), setTimeout(givenUp)])
const unanswered = Array.from({ length: asked.length - times.length }, () => givenUp)
process.send?.([...times, ...unanswered], () => process.exit())
