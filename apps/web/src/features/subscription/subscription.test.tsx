import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryReplica } from '../../replica/create-memory-replica.ts'
import { ReplicaProvider } from '../../replica/index.ts'
import { session, type User } from '../../session/index.ts'
import { planOf } from '../../shared/account/plan-of.ts'
import { shortDay } from '../../shared/text/dates.ts'
import { Paying } from './paying.tsx'
import { PlanState } from './plan-state.tsx'

const DAY = 86_400_000
const free: User = {
  name: 'Ada',
  email: 'ada@example.org',
  firstName: 'Ada',
  lastName: '',
  plan: 'free',
  planExpiresAt: null,
}

/** The server's answers by path. A function may delay its answer. */
let answers: Record<string, () => Response | Promise<Response>>
const sent: { path: string; body: unknown }[] = []
const left: string[] = []

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const profile = (plan: string, expires: number | null) => ({
  data: {
    name: 'Ada',
    email: 'ada@example.org',
    first_name: 'Ada',
    last_name: '',
    plan,
    plan_expires_at: expires === null ? null : new Date(expires).toISOString(),
  },
})

beforeEach(async () => {
  sent.length = 0
  left.length = 0
  answers = {
    '/user/sign-in-options': () =>
      json({ data: { takes_payments: true, prices: [{ country: 'IN', currency: 'INR', amount: 199 }] } }),
    '/user/get-profile': () => json(profile('free', null)),
  }
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const path = address.replace(/^.*\/api/, '')
    sent.push({ path, body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined })
    return answers[path]?.() ?? json({ msg: 'There is nothing at this path.' }, 404)
  })
  vi.spyOn(location, 'assign').mockImplementation((address) => {
    left.push(String(address))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
  session.end(null)
})

/** A token that is valid for an hour. Only the server checks signatures. */
function signInAs(user: User) {
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '')
  const seconds = Math.floor(Date.now() / 1_000)
  const token = `${part({ alg: 'none' })}.${part({ sub: 'u', iat: seconds, exp: seconds + 3_600 })}.x`
  session.begin(token, 'refresh', { credential: 'code', clientId: 'cardinal', user })
}

const show = async (element: React.ReactElement) => {
  await act(async () => {
    render(<ReplicaProvider connection={createMemoryReplica([])}>{element}</ReplicaProvider>)
  })
}
const click = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

describe('[ID-11] [PG-6] paying for a plan', () => {
  it('[PG-6] the button opens the payment page with country and period, and is disabled meanwhile', async () => {
    signInAs(free)
    await show(<Paying />)
    let answer: (response: Response) => void = () => {}
    answers['/billing/start-checkout'] = () => new Promise<Response>((resolve) => (answer = resolve))
    await click('Choose plan')
    const waiting = screen.getByRole('button', { name: 'Opening the payment page…' })
    expect(waiting.hasAttribute('disabled')).toBe(true)
    await act(async () => answer(json({ data: { address: 'https://checkout.example/1' } })))
    expect(left).toEqual(['https://checkout.example/1'])
    expect(sent.at(-1)).toEqual({ path: '/billing/start-checkout', body: { country: 'IN', plan: 'monthly' } })
    expect(screen.getByText(/₹199 a month/)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Manage payments' })).toBeNull()
  })

  it('[PG-6] the subscription page shows the server’s message when paying fails, and allows a retry', async () => {
    signInAs(free)
    await show(<Paying />)
    answers['/billing/start-checkout'] = () =>
      json({ msg: 'A subscription runs already.', request_id: 'r1' }, 409)
    await click('Choose plan')
    expect(screen.getByRole('alert').textContent).toBe('A subscription runs already.')
    expect(screen.getByRole('button', { name: 'Choose plan' }).hasAttribute('disabled')).toBe(false)
    expect(left).toEqual([])
  })

  it('[ID-11] a paid plan can be managed, and after an expired one a plan can also be chosen', async () => {
    signInAs({ ...free, plan: 'unlimited', planExpiresAt: Date.now() + DAY })
    await show(<Paying />)
    expect(screen.queryByRole('button', { name: 'Choose plan' })).toBeNull()
    answers['/billing/open-portal'] = () => json({ data: { address: 'https://portal.example/1' } })
    await click('Manage payments')
    expect(left).toEqual(['https://portal.example/1'])
    await act(async () => signInAs({ ...free, plan: 'unlimited', planExpiresAt: Date.now() - DAY }))
    expect(screen.getByRole('button', { name: 'Choose plan' })).toBeDefined()
  })

  it('[ID-11] the subscription page shows the plan with its date, and waits for a payment to be confirmed', async () => {
    vi.useFakeTimers()
    signInAs(free)
    await show(<PlanState isJustPaid />)
    expect(screen.getByRole('status').textContent).toContain('being confirmed')
    const until = Date.now() + 30 * DAY
    answers['/user/get-profile'] = () => json(profile('unlimited', until))
    await act(async () => vi.advanceTimersByTimeAsync(2_500))
    expect(screen.getByRole('heading').textContent).toBe('Unlimited plan')
    expect(screen.getByText(`Paid until ${shortDay(until)}.`)).toBeDefined()
    expect(screen.getByRole('status').textContent).toBe('')
  })

  it('[ID-11] the subscription page says when a confirmation takes too long', async () => {
    vi.useFakeTimers()
    signInAs(free)
    await show(<PlanState isJustPaid />)
    await act(async () => vi.advanceTimersByTimeAsync(60_000))
    expect(screen.getByRole('status').textContent).toContain('has not confirmed')
    expect(sent.filter(({ path }) => path === '/user/get-profile')).toHaveLength(15)
  })

  it('[PG-6] the subscription page says whom to contact if the site takes no payments', async () => {
    answers['/user/sign-in-options'] = () => json({ data: { support_email: 'help@cards.example' } })
    vi.resetModules()
    const { Paying: Fresh } = await import('./paying.tsx')
    await show(<Fresh />)
    expect(screen.getByRole('link', { name: 'help@cards.example' })).toBeDefined()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('[ID-11] an expired plan shows as the free one, with the day of its end', () => {
    const now = Date.now()
    expect(planOf({ ...free, plan: 'unlimited', planExpiresAt: now }, now)).toMatchObject({
      name: 'Free plan',
      isPaid: false,
      hadPaid: true,
      text: expect.stringContaining('Your plan ended on'),
    })
    expect(planOf({ ...free, plan: 'friend' }, now)).toMatchObject({ name: 'Friend plan', isPaid: true })
    expect(planOf(null, now)).toMatchObject({ name: 'Free plan', hadPaid: false })
  })
})
