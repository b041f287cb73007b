import { useEffect, useState } from 'react'
import { CallFailed, session } from '../../session/index.ts'

/** On the way to a page of the payment provider. */
export type ProviderPageState =
  | { readonly kind: 'here' }
  | { readonly kind: 'leaving' }
  /** The sentence says why. */
  | { readonly kind: 'failed'; readonly sentence: string }

type ProviderCall = '/billing/start-checkout' | '/billing/open-portal'

/** Asks the server for a page of the payment provider, and goes there. */
export function useProviderPage(): [ProviderPageState, (call: ProviderCall, body: object) => Promise<void>] {
  const [state, setState] = useState<ProviderPageState>({ kind: 'here' })
  // The browser's "back" may show this very page again, as it was left.
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => event.persisted && setState({ kind: 'here' })
    addEventListener('pageshow', comeBack)
    return () => removeEventListener('pageshow', comeBack)
  }, [])
  const leave = async (call: ProviderCall, body: object) => {
    setState({ kind: 'leaving' })
    try {
      const { address } = await session.account.call<{ address: string }>('POST', call, body)
      location.assign(address)
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      setState({ kind: 'failed', sentence: failure.message })
    }
  }
  return [state, leave]
}
