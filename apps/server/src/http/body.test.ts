import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { MAX_BODY } from '@cardinal/contract'
import { describe, expect, it } from 'vitest'
import { HttpFailure } from '../access/failures.ts'
import { readBody } from './body.ts'

const MB = 1024 * 1024
/** One shared buffer, so that the received data takes no memory in this test. */
const CHUNK = Buffer.alloc(MB, 'a')

class Sender extends EventEmitter {
  isPaused = false
  readonly headers: { readonly 'content-length'?: string }
  constructor(announced?: number) {
    super()
    this.headers = announced === undefined ? {} : { 'content-length': String(announced) }
  }
  pause() {
    this.isPaused = true
  }
  send(megabytes: number) {
    for (let n = 0; n < megabytes && !this.isPaused; n++) this.emit('data', CHUNK)
  }
}

function receive(limit: number, announced?: number, within: number | null = null) {
  const sender = new Sender(announced)
  const received = readBody(sender as unknown as IncomingMessage, limit, within).then(
    ({ length }) => length,
    (error: unknown) => (error instanceof HttpFailure ? error.failure.status : error),
  )
  return { sender, received }
}

describe('a body', () => {
  it('a body is read up to its limit; the rest of a larger one is read for a while, and one that is too slow is refused', async () => {
    const whole = receive(2 * MB)
    whole.sender.send(2)
    whole.sender.emit('end')
    expect(await whole.received).toBe(2 * MB)
    const slow = receive(2 * MB, undefined, 1)
    slow.sender.send(1)
    expect(await slow.received).toBe(408)
    slow.sender.send(1)
    slow.sender.emit('end')
    const large = receive(2 * MB)
    large.sender.send(3)
    large.sender.emit('end')
    expect(await large.received).toBe(413)
    const endless = receive(MAX_BODY.file)
    endless.sender.send(1_000)
    expect(endless.sender.isPaused).toBe(true)
    expect(await endless.received).toBe(413)
  })

  it('a body above 10 MiB is refused while others of its size arrive, and accepted after them', async () => {
    const others = [receive(MAX_BODY.file), receive(MAX_BODY.file), receive(MAX_BODY.file)]
    for (const { sender } of others) sender.send(60)
    const late = receive(MAX_BODY.file)
    late.sender.send(20)
    late.sender.emit('end')
    expect(await late.received).toBe(503)
    const small = receive(MAX_BODY.file)
    small.sender.send(5)
    small.sender.emit('end')
    expect(await small.received).toBe(5 * MB)
    for (const { sender, received } of others) {
      sender.emit('aborted')
      expect(await received).toBe(400)
    }
    const again = receive(MAX_BODY.file)
    again.sender.send(20)
    again.sender.emit('end')
    expect(await again.received).toBe(20 * MB)
  })

  it('memory for a body above 10 MiB is reserved when its length is announced', async () => {
    const slow = receive(MAX_BODY.file, 60 * MB)
    slow.sender.send(1)
    const late = receive(MAX_BODY.file, 20 * MB)
    late.sender.send(20)
    late.sender.emit('end')
    expect(await late.received).toBe(503)
    slow.sender.send(59)
    slow.sender.emit('end')
    expect(await slow.received).toBe(60 * MB)
  })
})
