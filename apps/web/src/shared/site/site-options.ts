import { LIMITS, type Price } from '@cardinal/domain'
import { useEffect, useState } from 'react'
import { session } from '../../session/index.ts'

/** What the operator of a site has configured; the server tells it with the ways to sign in. */
export interface SiteOptions {
  readonly supportEmail: string
  /** A service that answers with the caller's address as text. */
  readonly addressLookupUrl: string | null
  /** The three films of the landing page. */
  readonly demoUrls: {
    readonly medical: string | null
    readonly recipes: string | null
    readonly project: string | null
  }
  /** By the month; empty: the prices of `prices.ts` hold. */
  readonly prices: readonly Price[]
  /** Whether the paid plan can be paid for by card. */
  readonly takesPayments: boolean
  /** 0: no limit. */
  readonly freeCardLimit: number
  /** Passwords are kept by this server itself. */
  readonly hasPasswords: boolean
}

/** What holds until the server has answered, and where it can't be reached. */
const DEFAULTS: SiteOptions = {
  supportEmail: 'support@cardinal.example',
  addressLookupUrl: null,
  demoUrls: { medical: null, recipes: null, project: null },
  prices: [],
  takesPayments: false,
  freeCardLimit: LIMITS.freeCards,
  hasPasswords: false,
}

interface WireOptions {
  readonly support_email?: string
  readonly address_lookup_url?: string | null
  readonly demo_urls?: SiteOptions['demoUrls']
  readonly prices?: SiteOptions['prices']
  readonly takes_payments?: boolean
  /** null: no limit. */
  readonly free_card_limit?: number | null
  readonly is_embedded?: boolean
}

let asked: Promise<SiteOptions> | null = null

/** The options of this site, asked for once a page. */
export function siteOptions(): Promise<SiteOptions> {
  asked ??= session.account.get('/user/sign-in-options').then((answer) => {
    const wire = answer.kind === 'answer' ? ((answer.body as { data?: WireOptions }).data ?? {}) : {}
    return {
      supportEmail: wire.support_email ?? DEFAULTS.supportEmail,
      addressLookupUrl: wire.address_lookup_url ?? null,
      demoUrls: { ...DEFAULTS.demoUrls, ...wire.demo_urls },
      prices: wire.prices ?? [],
      takesPayments: wire.takes_payments ?? false,
      freeCardLimit:
        wire.free_card_limit === undefined ? DEFAULTS.freeCardLimit : (wire.free_card_limit ?? 0),
      hasPasswords: wire.is_embedded ?? false,
    }
  })
  return asked
}

/** The same for a component; the defaults at first. */
export function useSiteOptions(): SiteOptions {
  const [options, setOptions] = useState(DEFAULTS)
  useEffect(() => void siteOptions().then(setOptions), [])
  return options
}
