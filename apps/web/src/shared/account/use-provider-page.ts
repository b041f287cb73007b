import { useEffect, useState } from 'react'
import { CallFailed, session } from '../../session/index.ts'

/** Leaving for a page of the payment provider. */
export type ProviderPageState =
  | { readonly kind: 'here' }
  | { readonly kind: 'leaving' }
  /** The reason of the failure, as a sentence. */
  | { readonly kind: 'failed'; readonly sentence: string }

type ProviderCall = '/billing/start-checkout' | '/billing/open-portal'

/** Requests a page of the payment provider from the server, and opens it. */
export function useProviderPage(): [ProviderPageState, (call: ProviderCall, body: object) => Promise<void>] {
  const [state, setState] = useState<ProviderPageState>({ kind: 'here' })
  // Back may restore this page as it was left.
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
