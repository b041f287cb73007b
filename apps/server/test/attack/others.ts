import { setTimeout } from 'node:timers/promises'
import { request } from '../support/node.ts'

/**
 * Sends requests for another person from a process of its own, so that building the attack's input does not delay
 * them. Any message ends it; it answers with the ms of each request.
 */
const { api, token, every, givenUp } = JSON.parse(process.argv[2] ?? '') as OthersOptions

export interface OthersOptions {
  readonly api: string
  readonly token: string
  /** ms between two requests; ms after which one counts as unanswered. */
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
  // Sent at fixed times, even while the server does not answer, so that every wait is counted.
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
