import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { session } from '../../session/index.ts'
import PricingPage from './pricing-page.tsx'

const sent: { path: string; body: unknown }[] = []
const left: string[] = []
let takesPayments = true
let freeCardLimit: number | null | undefined

beforeEach(() => {
  sent.length = 0
  left.length = 0
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const path = address.replace(/^.*\/api/, '')
    sent.push({ path, body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined })
    const prices = [{ country: 'IN', currency: 'INR', amount: 199 }]
    const data =
      path === '/user/sign-in-options'
        ? { site: 'public', takes_payments: takesPayments, prices, free_card_limit: freeCardLimit }
        : { address: 'https://checkout.example/2' }
    return new Response(JSON.stringify({ data }))
  })
  vi.spyOn(location, 'assign').mockImplementation((address) => {
    left.push(String(address))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  session.end(null)
})

/** A token that is valid for an hour. Only the server checks signatures. */
function signIn() {
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '')
  const seconds = Math.floor(Date.now() / 1_000)
  const token = `${part({ alg: 'none' })}.${part({ sub: 'u', iat: seconds, exp: seconds + 3_600 })}.x`
  const user = {
    name: 'Ada',
    email: 'a@b.c',
    firstName: 'Ada',
    lastName: '',
    plan: 'free',
    planExpiresAt: null,
  }
  session.begin(token, 'refresh', { credential: 'code', clientId: 'cardinal', user })
}

const show = () => act(async () => void render(<PricingPage />))
const click = (role: 'button' | 'radio', name: string) =>
  act(async () => void fireEvent.click(screen.getByRole(role, { name })))

describe('[PG-6] the pricing page', () => {
  it('[PG-6] the pricing page lets signed-in people pay at once, for the chosen period', async () => {
    signIn()
    await show()
    await click('radio', 'Yearly')
    await click('button', 'Choose plan')
    expect(sent.at(-1)).toEqual({ path: '/billing/start-checkout', body: { country: 'IN', plan: 'yearly' } })
    expect(left).toEqual(['https://checkout.example/2'])
  })

  it('[PG-6] [ID-8] the pricing page sends visitors to the sign-in, which returns them here, and records it', async () => {
    const send = vi.spyOn(navigator, 'sendBeacon').mockReturnValue(true)
    await show()
    await click('button', 'Choose plan')
    await vi.waitFor(() => expect(send).toHaveBeenCalledOnce())
    const [address, body] = send.mock.lastCall ?? []
    expect(address).toBe('/api/user/action-taken')
    expect(await (body as Blob).text()).toContain('"user_action":"clicked-login"')
    expect(left[0]).toContain('/user/sign-in/start?return_to=%2Fpricing')
  })

  it('[PG-6] the pricing page shows the configured price of the country, by month first, and by year', async () => {
    await show()
    const plan = screen.getByRole('region', { name: 'Unlimited' })
    expect(plan.textContent).toContain('₹199 a month')
    await click('radio', 'Yearly')
    expect(plan.textContent).toContain('₹1,990 a year')
  })

  it('[PG-6] the pricing page says before the button that the site takes no payments, without an address if none is configured', async () => {
    takesPayments = false
    vi.resetModules()
    const { default: Fresh } = await import('./pricing-page.tsx')
    await act(async () => void render(<Fresh />))
    expect(screen.queryByRole('button', { name: 'Choose plan' })).toBeNull()
    expect(screen.getByRole('region', { name: 'Unlimited' }).textContent).toContain(
      'This server doesn’t take payments. Ask the operator of this server for a plan.',
    )
    expect(document.body.textContent).not.toMatch(/localhost|Refunds within/)
    const link = screen.getByRole('link', { name: 'Choose Unlimited' })
    expect(link.getAttribute('href')).toBe('/subscription?adding=true')
  })

  it('[PG-6] [ID-11] the pricing page says that there is no limit if the operator has lifted it', async () => {
    vi.resetModules()
    freeCardLimit = null
    const { default: FreshPage } = await import('./pricing-page.tsx')
    await act(async () => void render(<FreshPage />))
    expect(screen.getByText(/without a limit on cards/)).toBeDefined()
    expect(screen.getByText('This site sets no limit.')).toBeDefined()
    expect(screen.queryByText(/500/)).toBeNull()
    expect(screen.queryByRole('region', { name: 'Unlimited' })).toBeNull()
    freeCardLimit = undefined
  })
})
