import { describe, expect, it } from 'vitest'
import { runAdmin } from '../../src/admin/run.ts'
import { ADA, errorsOf, openForm, submit } from './forms.ts'
import { Browser, startIdentityNode } from './support.ts'

describe('[ID-1] who may make an account', () => {
  it('[ID-1] with first-only, the first person can create an account and nobody after them', async () => {
    const server = await startIdentityNode({ env: { CARDINAL_SIGN_UP: 'first-only' } })
    const first = await openForm(server.origin)
    const late = await openForm(server.origin)
    expect((await submit(first.browser, first.form, 'create', ADA)).end).not.toBeNull()
    const second = await submit(late.browser, late.form, 'create', { ...ADA, email: 'second@example.org' })
    expect(errorsOf(second.page)).toEqual(['New accounts are made by the operator of this server.'])
    const page = await late.browser.get(late.form)
    expect(page.text).not.toContain('Create an account')
    await server.stop()
  })

  it('[ID-1] first-only is the default of a server that others can reach, and the form says so', async () => {
    const server = await startIdentityNode({ env: { CARDINAL_HOST: '0.0.0.0' } })
    const first = await openForm(server.origin)
    expect(first.page.text).toContain('After it, others need an invitation.')
    expect((await submit(first.browser, first.form, 'create', ADA)).end).not.toBeNull()
    const late = await openForm(server.origin)
    expect(late.page.text).toContain('New accounts need an invitation')
    const asked = { ...ADA, email: 'second@example.org' }
    expect((await submit(late.browser, late.form, 'create', asked)).end).toBeNull()
    await server.stop()
  })

  it('[ID-1] an invitation works for one person once, within seven days', async () => {
    let now = Date.now()
    const server = await startIdentityNode({ env: { CARDINAL_SIGN_UP: 'closed' }, now: () => now })
    const env = { CARDINAL_DATA_DIR: server.dataDir, CARDINAL_PUBLIC_URL: server.origin }
    const invite = async () => {
      const made = await runAdmin(['invite'], env, () => now)
      return JSON.parse(made.ok ? (made.value[0] ?? '') : '') as { address: string; valid_until: string }
    }
    const { address, valid_until: validUntil } = await invite()
    expect(Date.parse(validUntil) - now).toBe(7 * 86_400_000)
    // A messenger's preview of the link must not use up the invitation.
    expect((await new Browser().get(address)).status).toBe(303)
    const [ada, late] = [new Browser(), new Browser()]
    const form = await ada.follow(address)
    expect(form.page.text).toContain('>Create your account</h1>')
    const lateForm = await late.follow(address)
    const weak = await submit(ada, form.address, 'create', { ...ADA, password: 'short' })
    expect(weak.end).toBeNull()
    expect((await submit(ada, form.address, 'create', ADA)).end).not.toBeNull()
    const second = { ...ADA, email: 'second@example.org' }
    expect((await submit(late, lateForm.address, 'create', second)).end).toBeNull()
    expect((await late.get(address)).status).toBe(404)
    const other = await invite()
    now += 7 * 86_400_000
    expect((await new Browser().get(other.address)).status).toBe(404)
    expect((await new Browser().get(`${server.origin}/oidc/invitation/guess`)).status).toBe(404)
    expect(await server.node.store.providerAccounts.count()).toBe(1)
    await server.stop()
  })

  it('[ID-1] with a closed sign-up nobody can create an account, not even the first person', async () => {
    const server = await startIdentityNode({ env: { CARDINAL_SIGN_UP: 'closed' } })
    const { browser, form, page } = await openForm(server.origin)
    expect(page.text).toContain('>Sign in</h1>')
    expect((await submit(browser, form, 'create', ADA)).end).toBeNull()
    expect(await server.node.store.providerAccounts.count()).toBe(0)
    await server.stop()
  })
})
