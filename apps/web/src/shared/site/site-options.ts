import type { Price } from '@cardinal/domain'
import { LIMITS } from '@cardinal/domain/limits'
import { useEffect, useState } from 'react'
import { type DataOf, session } from '../../session/index.ts'
import { keep, readKept } from '../account/kept.ts'

/** A public offer, or a server that people run for themselves. */
export type SiteKind = 'public' | 'private'

/** The operator's configuration, which the server sends together with the ways to sign in. */
export interface SiteOptions {
  readonly kind: SiteKind
  /** True: `/` is a short page that signs in; false: the landing page. */
  readonly hasShortStart: boolean
  readonly supportEmail: string
  /** Name of the operator in the texts. */
  readonly operatorName: string
  /** Postal address; empty: none. */
  readonly operatorAddress: string
  /** The end of the sentence "These terms are governed by …". */
  readonly operatorLaw: string
  /** A service that answers with the caller's address as text. */
  readonly addressLookupUrl: string | null
  /** The three films of the landing page. */
  readonly demoUrls: {
    readonly medical: string | null
    readonly recipes: string | null
    readonly project: string | null
  }
  /** Per month; empty: the prices of `prices.ts` apply. */
  readonly prices: readonly Price[]
  /** Whether payment by card is possible; null: not known yet. */
  readonly takesPayments: boolean | null
  /** 0: no limit. */
  readonly freeCardLimit: number
  /** Bytes that a file on a card may have. */
  readonly fileBytes: number
  /** Whether this server stores passwords itself. */
  readonly hasPasswords: boolean
  /** Whether anybody may create an account here. */
  readonly takesNewAccounts: boolean
}

/** Placeholders in prerendered pages, filled in by the server; see its `http/site-files.ts`. */
const OPEN = {
  supportEmail: '__SUPPORT_EMAIL__',
  operatorName: '__OPERATOR_NAME__',
  operatorAddress: '__OPERATOR_ADDRESS__',
  operatorLaw: '__OPERATOR_LAW__',
}

/** For a private site without a configured name. */
export const UNNAMED_OPERATOR = 'the operator of this server'

/** Until the server answers, or if it is unreachable. */
const DEFAULTS: SiteOptions = {
  kind: 'private',
  hasShortStart: false,
  supportEmail: 'support@localhost',
  operatorName: UNNAMED_OPERATOR,
  operatorAddress: '',
  operatorLaw: 'the law of the place where the operator of this server lives',
  addressLookupUrl: null,
  demoUrls: { medical: null, recipes: null, project: null },
  prices: [],
  takesPayments: null,
  freeCardLimit: LIMITS.freeCards,
  fileBytes: 20 * 1024 * 1024,
  hasPasswords: false,
  takesNewAccounts: false,
}

let asked: Promise<SiteOptions> | null = null

/** Loaded once per page; offline, the stored ones of last time. */
export function siteOptions(): Promise<SiteOptions> {
  asked ??= session.account.publicly('GET /user/sign-in-options').then((answer) => {
    if (answer.kind !== 'done') return first()
    const wire: Partial<DataOf<'GET /user/sign-in-options'>> = answer.content.data ?? {}
    const options: SiteOptions = {
      kind: wire.site ?? DEFAULTS.kind,
      hasShortStart: wire.has_short_start ?? DEFAULTS.hasShortStart,
      supportEmail: wire.support_email ?? DEFAULTS.supportEmail,
      operatorName: wire.operator_name ?? DEFAULTS.operatorName,
      operatorAddress: wire.operator_address ?? DEFAULTS.operatorAddress,
      operatorLaw: wire.operator_law ?? DEFAULTS.operatorLaw,
      addressLookupUrl: wire.address_lookup_url ?? null,
      demoUrls: { ...DEFAULTS.demoUrls, ...wire.demo_urls },
      prices: wire.prices ?? [],
      takesPayments: wire.takes_payments ?? false,
      freeCardLimit:
        wire.free_card_limit === undefined ? DEFAULTS.freeCardLimit : (wire.free_card_limit ?? 0),
      fileBytes: wire.file_bytes ?? DEFAULTS.fileBytes,
      hasPasswords: wire.is_embedded ?? false,
      takesNewAccounts: wire.takes_new_accounts ?? false,
    }
    keep('browser', STORAGE_KEY, options)
    return options
  })
  return asked
}

const STORAGE_KEY = 'site-options'
let known: SiteOptions | null = null

/**
 * Initial options: those written into the page by build and server, so that hydration matches; in the app, the stored ones
 * of last time.
 */
function first(): SiteOptions {
  known ??= {
    ...DEFAULTS,
    ...(writtenOptions() ?? (readKept('browser', STORAGE_KEY) as SiteOptions | undefined)),
  }
  return known
}

/** The free plan's limit in the server's latest answer; 0: no limit. */
export function keptCardLimit(): number {
  const kept = readKept('browser', STORAGE_KEY) as SiteOptions | undefined
  return (kept ?? DEFAULTS).freeCardLimit
}

function writtenOptions(): Partial<SiteOptions> | undefined {
  const written = document.getElementById('site')
  if (written === null) return undefined
  const texts = JSON.parse(written.textContent) as Partial<SiteOptions>
  return { ...texts, kind: written.dataset.kind as SiteKind }
}

/** For rendering at build: sets the kind of site. Values that only the server knows become placeholders. */
export function drawFor(kind: SiteKind): void {
  known = { ...DEFAULTS, ...OPEN, kind }
}

/** At first the known options. */
export function useSiteOptions(): SiteOptions {
  const [options, setOptions] = useState(first)
  useEffect(() => void siteOptions().then(setOptions), [])
  return options
}

/** The kind of site of this page, or of the server's answer; asks if neither is known. */
export async function siteKind(): Promise<SiteKind> {
  const options =
    writtenOptions() ?? (readKept('browser', STORAGE_KEY) as SiteOptions | undefined) ?? (await siteOptions())
  return options.kind ?? DEFAULTS.kind
}

/** Home as people first see it: all kinds. `/home` alone shows todos, as specified. */
export const HOME_SEARCH = { primary_opt: 'all' } as const
export const HOME_ADDRESS = `/home?primary_opt=${HOME_SEARCH.primary_opt}`
