import type { Price } from '@cardinal/domain'
import { LIMITS } from '@cardinal/domain/limits'
import { useEffect, useState } from 'react'
import { type DataOf, session } from '../../session/index.ts'
import { keep, readKept } from '../account/kept.ts'

/** A public site, or a server that people run for themselves. */
export type SiteKind = 'public' | 'private'

/** The operator's configuration, sent by the server together with the ways to sign in. */
export interface SiteOptions {
  readonly kind: SiteKind
  /** Whether `/` is a short page that signs in, and not the landing page. */
  readonly hasShortStart: boolean
  readonly supportEmail: string
  /** Name of the operator in the texts. */
  readonly operatorName: string
  /** Postal address. Empty: none. */
  readonly operatorAddress: string
  /** The end of the sentence "These terms are governed by …". */
  readonly operatorLaw: string
  /** A service that answers with the caller's IP address as text. */
  readonly addressLookupUrl: string | null
  /** The three films of the landing page. */
  readonly demoUrls: {
    readonly medical: string | null
    readonly recipes: string | null
    readonly project: string | null
  }
  /** Prices per month. Empty: those of `prices.ts`. */
  readonly prices: readonly Price[]
  /** Whether payment by card is possible. Null: not known yet. */
  readonly takesPayments: boolean | null
  /** Cards of the free plan. 0: no limit. */
  readonly freeCardLimit: number
  /** The most bytes of a file on a card. */
  readonly fileBytes: number
  /** Whether this server stores passwords itself. */
  readonly hasPasswords: boolean
  /** Whether anybody may create an account here. */
  readonly takesNewAccounts: boolean
}

/** Placeholders in prerendered pages, which the server replaces: see its `http/site-files.ts`. */
const OPEN = {
  supportEmail: '__SUPPORT_EMAIL__',
  operatorName: '__OPERATOR_NAME__',
  operatorAddress: '__OPERATOR_ADDRESS__',
  operatorLaw: '__OPERATOR_LAW__',
}

/** The operator of a private site without a configured name. */
export const UNNAMED_OPERATOR = 'the operator of this server'

/** The options until the server answers, or if it can't be reached. */
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

/** The server's options, loaded once per page. Offline, those stored last time. */
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
 * The first options, before the server answers. On public pages, those in the HTML, so that hydration matches. In
 * the app, those stored last time.
 */
function first(): SiteOptions {
  known ??= {
    ...DEFAULTS,
    ...(writtenOptions() ?? (readKept('browser', STORAGE_KEY) as SiteOptions | undefined)),
  }
  return known
}

/** The limit of the free plan in the server's latest answer. 0: no limit. */
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

/** Sets the kind of site for rendering at build. Values that only the server knows become placeholders. */
export function drawFor(kind: SiteKind): void {
  known = { ...DEFAULTS, ...OPEN, kind }
}

/** The options, first the known ones and then the server's. */
export function useSiteOptions(): SiteOptions {
  const [options, setOptions] = useState(first)
  useEffect(() => void siteOptions().then(setOptions), [])
  return options
}

/** The kind of site of this page or of the server's answer. Asks the server if neither is known. */
export async function siteKind(): Promise<SiteKind> {
  const options =
    writtenOptions() ?? (readKept('browser', STORAGE_KEY) as SiteOptions | undefined) ?? (await siteOptions())
  return options.kind ?? DEFAULTS.kind
}

/** The search of home for new people: all kinds. `/home` alone shows todos, as specified. */
export const HOME_SEARCH = { primary_opt: 'all' } as const
export const HOME_ADDRESS = `/home?primary_opt=${HOME_SEARCH.primary_opt}`
