import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Browser, type IdentityNode, startIdentityNode, startOf } from './support.ts'

interface Mail {
  readonly from: string
  readonly to: readonly string[]
  readonly text: string
}

describe('[ID-1] a code by mail', { timeout: 60_000 }, () => {
  const mails: Mail[] = []
  const mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, { envelope }, done) => {
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
      mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), text: await text(stream) })
      done()
    },
  })
  let server: IdentityNode
  let now = Date.now()
  beforeAll(async () => {
    await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve))
    const { port } = mailServer.server.address() as AddressInfo
    const env = { CARDINAL_SMTP_URL: `smtp://127.0.0.1:${port}`, CARDINAL_SUPPORT_EMAIL: 'help@example.org' }
    server = await startIdentityNode({ env, now: () => now })
    const browser = new Browser()
    const { address } = await browser.follow(startOf(server.origin))
    const ada = { name: 'Ada Lovelace', email: 'Ada@Example.org', password: 'analytical engine' }
    expect((await browser.post(`${address}/create`, ada)).next).not.toBeNull()
  })
  afterAll(async () => {
    await server.stop()
    await new Promise<void>((resolve) => mailServer.close(() => resolve()))
  })
  beforeEach(() => {
    mails.length = 0
    now += 5 * 60_000
  })

  const ask = (email: string) => new Browser().post(`${server.origin}/oidc/password/forgot`, { email })

  it('a code by mail is sent to the address of the account, and sets a new password', async () => {
    const form = await new Browser().get(`${server.origin}/oidc/password`)
    expect(form.text).toContain('/oidc/password/forgot')
    expect((await ask('ada@example.org')).status).toBe(200)
    await expect.poll(() => mails.length).toBe(1)
    const [mail] = mails
    expect(mail).toMatchObject({ from: 'help@example.org', to: ['Ada@example.org'] })
    expect(mail?.text).toContain(`${server.origin}/oidc/password`)
    const code = /[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(mail?.text ?? '')?.[0] ?? ''
    const fields = { email: 'ada@example.org', proof: code, password: 'difference engine' }
    const changed = await new Browser().post(`${server.origin}/oidc/password`, fields)
    expect(changed.text).toContain('Your password is set')
  })

  it('an unknown address gets the same answer and no mail, and one account gets only a few mails', async () => {
    const known = await ask('ada@example.org')
    const unknown = await ask('nobody@example.org\r\nBcc: ada@example.org')
    expect(unknown.status).toBe(known.status)
    expect(unknown.text.replace(/value="[^"]*"/, '')).toBe(known.text.replace(/value="[^"]*"/, ''))
    await ask('ada@example.org')
    await ask('ada@example.org')
    // When a later mail has arrived, all earlier ones have too.
    now += 5 * 60_000
    await ask('ada@example.org')
    await expect.poll(() => mails.length).toBeGreaterThanOrEqual(2)
    expect(mails.map(({ to }) => to)).toEqual([['Ada@example.org'], ['Ada@example.org']])
  })

  it('without a mail server no code by mail is offered', async () => {
    const plain = await startIdentityNode()
    expect((await new Browser().get(`${plain.origin}/oidc/password`)).text).not.toContain('/forgot')
    expect((await new Browser().post(`${plain.origin}/oidc/password/forgot`, { email: 'a@b' })).status).toBe(
      404,
    )
    await plain.stop()
  })
})
