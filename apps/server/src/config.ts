import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LIMITS, ok, type Price, type Result, refused } from '@cardinal/domain'
import { isPayable } from './payments/minor-units.ts'

/** Who vouches for people: the provider inside this process, or one that was configured. */
export type IdentityConfig =
  | { readonly kind: 'embedded' }
  | {
      readonly kind: 'external'
      readonly issuer: string
      readonly clientId: string
      /** Null for a public client, which proves itself by PKCE alone. */
      readonly clientSecret: string | null
    }

/** Who may make an account at the embedded provider. */
export const SIGN_UP = ['open', 'first-only', 'closed'] as const
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** How the payment provider knows this site, and this site the provider. */
export interface PaymentConfig {
  readonly secretKey: string
  /** What the provider's events are signed with. */
  readonly webhookSecret: string
}

/** Everything that an operator can set, checked and with its defaults filled in. */
export interface Config {
  readonly port: number
  readonly host: string
  /** Absolute. */
  readonly dataDir: string
  /** A PostgreSQL address; null: SQLite in the data folder. */
  readonly databaseUrl: string | null
  /** Where people reach the server; no slash at its end; may hold a sub-path. */
  readonly publicUrl: string
  /**
   * No public address is configured, and other devices may ask: each is answered under the address that it asked
   * for, because `publicUrl` means something else there.
   */
  readonly usesAskedAddress: boolean
  /** Cards that the free plan allows; null: no limit. */
  readonly freeCardLimit: number | null
  /** Bytes that an account may store; null: no limit. */
  readonly quotaBytes: number | null
  /** Requests a minute for one person or address; null: no limit. */
  readonly rateLimit: number | null
  /** Whose `X-Forwarded-For` is believed: nobody's, everybody's, or that of these proxies. */
  readonly trustProxy: boolean | string
  readonly identity: IdentityConfig
  /** What the sign-in button calls the provider. */
  readonly providerName: string
  readonly signUp: (typeof SIGN_UP)[number]
  readonly supportEmail: string
  /** A service that tells a visitor's own address as text or JSON; null: none is asked. */
  readonly addressLookupUrl: string | null
  /** How much memory the replicas may hold together, in MB. */
  readonly replicaMemoryMb: number
  readonly logLevel: (typeof LOG_LEVELS)[number]
  readonly demoUrls: {
    readonly medical: string | null
    readonly recipes: string | null
    readonly project: string | null
  }
  /** What the pricing page shows and what is charged; empty: the page's own list, and nothing is charged. */
  readonly prices: readonly Price[]
  /** Null: nobody can pay on this site. */
  readonly payments: PaymentConfig | null
  /** Names that look like ours and are none: most likely slips of the pen. */
  readonly unknownVariables: readonly string[]
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the configuration from environment variables. The error lists a sentence for every variable
 * that is wrong, so that all of them can be mended at once. An empty variable counts as unset.
 */
export function readConfig(env: Environment, root: string = projectRoot()): Result<Config, string[]> {
  const read = new Reader(env)
  const port = read.integer('CARDINAL_PORT', 3000, 0, 65_535)
  const host = read.text('CARDINAL_HOST') ?? 'localhost'
  const publicUrl = read.url('CARDINAL_PUBLIC_URL', ['http:', 'https:'])
  const identity = readIdentity(read)
  const prices = readPrices(read)
  const dataDir = read.text('CARDINAL_DATA_DIR') ?? 'data'
  const config: Config = {
    port,
    host,
    dataDir: isAbsolute(dataDir) ? dataDir : resolve(root, dataDir),
    databaseUrl: read.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    publicUrl: withoutSlash(publicUrl ?? ownAddress(host, port)),
    usesAskedAddress: publicUrl === null && !LOOPBACK.test(host),
    freeCardLimit: read.integer('CARDINAL_FREE_CARD_LIMIT', LIMITS.freeCards, 0, 1_000_000_000) || null,
    quotaBytes: read.integer('CARDINAL_QUOTA_MB', 256, 0, 1_000_000) * 1024 * 1024 || null,
    rateLimit: readRateLimit(read),
    trustProxy: readTrustProxy(read),
    identity,
    providerName: read.text('CARDINAL_OIDC_NAME') ?? nameOfProvider(identity),
    signUp: read.choice('CARDINAL_SIGN_UP', SIGN_UP, 'open'),
    supportEmail:
      read.matching('CARDINAL_SUPPORT_EMAIL', /^[^\s@]+@[^\s@]+$/, 'an e-mail address') ??
      DEFAULT_SUPPORT_EMAIL,
    addressLookupUrl: read.url('CARDINAL_ADDRESS_LOOKUP_URL', ['http:', 'https:']),
    replicaMemoryMb: read.integer('CARDINAL_REPLICA_MEMORY_MB', 512, 16, 1_000_000),
    logLevel: read.choice('CARDINAL_LOG_LEVEL', LOG_LEVELS, 'info'),
    demoUrls: {
      medical: read.url('CARDINAL_DEMO_MEDICAL_URL', ['http:', 'https:']),
      recipes: read.url('CARDINAL_DEMO_RECIPES_URL', ['http:', 'https:']),
      project: read.url('CARDINAL_DEMO_PROJECT_URL', ['http:', 'https:']),
    },
    prices,
    payments: readPayments(read, prices),
    unknownVariables: read.unknown(),
  }
  return read.problems.length > 0 ? refused(read.problems) : ok(config)
}

/** The error of `readConfig` as one text for the terminal. */
export function describeProblems(problems: readonly string[]): string {
  return `The configuration is wrong:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`
}

/** The folder of the whole project: relative paths in the configuration start there. */
export function projectRoot(from: string = dirname(fileURLToPath(import.meta.url))): string {
  const manifest = join(from, 'package.json')
  const isRoot =
    existsSync(manifest) && 'workspaces' in (JSON.parse(readFileSync(manifest, 'utf8')) as object)
  const parent = dirname(from)
  return isRoot || parent === from ? from : projectRoot(parent)
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '')
}

/** Hosts that no other device can reach. */
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|::1)$/
/** Hosts that stand for all addresses of this machine. */
export const ALL_ADDRESSES = /^(?:0\.0\.0\.0|::0?)$/

/** The address of a server that nobody has given a public one, as this machine reaches it. */
function ownAddress(host: string, port: number): string {
  const name = LOOPBACK.test(host) || ALL_ADDRESSES.test(host) ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

const DEFAULT_SUPPORT_EMAIL = 'support@localhost'

function readIdentity(read: Reader): IdentityConfig {
  const issuer = read.url('CARDINAL_OIDC_ISSUER', ['http:', 'https:'])
  const clientId = read.text('CARDINAL_OIDC_CLIENT_ID')
  const clientSecret = read.text('CARDINAL_OIDC_CLIENT_SECRET')
  const isIssuerMissing = !read.has('CARDINAL_OIDC_ISSUER')
  if (isIssuerMissing && (clientId ?? clientSecret) !== null)
    read.problems.push('CARDINAL_OIDC_ISSUER must be set where CARDINAL_OIDC_CLIENT_ID or _SECRET is.')
  if (!isIssuerMissing && clientId === null)
    read.problems.push('CARDINAL_OIDC_CLIENT_ID must be set where CARDINAL_OIDC_ISSUER is.')
  return issuer === null || clientId === null
    ? { kind: 'embedded' }
    : { kind: 'external', issuer, clientId, clientSecret }
}

function nameOfProvider(identity: IdentityConfig): string {
  if (identity.kind === 'embedded') return 'Cardinal'
  const host = new URL(identity.issuer).hostname
  return host === 'accounts.google.com' ? 'Google' : host
}

function readRateLimit(read: Reader): number | null {
  if (read.text('CARDINAL_RATE_LIMIT')?.toLowerCase() === 'off') return null
  return read.integer('CARDINAL_RATE_LIMIT', 3000, 1, 10_000_000, 'off, or ')
}

function readTrustProxy(read: Reader): boolean | string {
  const value = read.text('CARDINAL_TRUST_PROXY') ?? 'off'
  if (value === 'off') return false
  if (value === 'on') return true
  const wrong = value.split(',').find((part) => !isProxyAddress(part.trim()))
  if (wrong !== undefined)
    read.problems.push(
      `CARDINAL_TRUST_PROXY holds "${wrong.trim()}"; it must be off, on, or addresses like 127.0.0.1 or 10.0.0.0/8.`,
    )
  return value
}

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

/** An address, a network such as `10.0.0.0/8`, or one that has a name. */
function isProxyAddress(text: string): boolean {
  const [, address = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const family = isIP(address)
  return NAMED_NETWORKS.includes(text) || (family !== 0 && Number(bits ?? 0) <= (family === 4 ? 32 : 128))
}

/** `IN:INR:199,US:USD:4.5` */
function readPrices(read: Reader): Price[] {
  const prices: Price[] = []
  for (const piece of (read.text('CARDINAL_PRICES') ?? '').split(',').filter((text) => text.trim() !== '')) {
    const [, country, currency, amount] =
      /^\s*([A-Z]{2}):([A-Z]{3}):(\d+(?:\.\d{1,2})?)\s*$/.exec(piece) ?? []
    if (country && currency && amount) prices.push({ country, currency, amount: Number(amount) })
    else read.problems.push(`CARDINAL_PRICES holds "${piece.trim()}"; each price is written like IN:INR:199.`)
  }
  return prices
}

/** All or nothing: half of it would look like payments, and take none. The secrets stay out of the messages. */
function readPayments(read: Reader, prices: readonly Price[]): PaymentConfig | null {
  const secretKey = read.text('CARDINAL_STRIPE_SECRET_KEY')
  const webhookSecret = read.text('CARDINAL_STRIPE_WEBHOOK_SECRET')
  if (secretKey === null && webhookSecret === null) return null
  for (const [name, other] of PAYMENT_PAIRS)
    if (!read.has(name)) read.problems.push(`${name} must be set where ${other} is.`)
  for (const { country, currency, amount } of prices)
    if (!isPayable(amount, currency))
      read.problems.push(`CARDINAL_PRICES holds ${country}:${currency}:${amount}, which nobody can pay.`)
  if (secretKey !== null && !/^[sr]k_(?:test|live)_\w+$/.test(secretKey))
    read.problems.push('CARDINAL_STRIPE_SECRET_KEY must begin with sk_test_, sk_live_, rk_test_ or rk_live_.')
  if (webhookSecret !== null && !/^whsec_\S+$/.test(webhookSecret))
    read.problems.push('CARDINAL_STRIPE_WEBHOOK_SECRET must begin with whsec_.')
  return secretKey === null || webhookSecret === null ? null : { secretKey, webhookSecret }
}

/** What must be there, and what for. */
const PAYMENT_PAIRS = [
  ['CARDINAL_STRIPE_SECRET_KEY', 'CARDINAL_STRIPE_WEBHOOK_SECRET'],
  ['CARDINAL_STRIPE_WEBHOOK_SECRET', 'CARDINAL_STRIPE_SECRET_KEY'],
  ['CARDINAL_PRICES', 'CARDINAL_STRIPE_SECRET_KEY'],
] as const

/** Reads variables one by one, remembers which were asked for, and collects what is wrong with them. */
class Reader {
  readonly problems: string[] = []
  readonly #env: Environment
  readonly #asked = new Set<string>()

  constructor(env: Environment) {
    this.#env = env
  }

  has(name: string): boolean {
    return this.text(name) !== null
  }

  text(name: string): string | null {
    this.#asked.add(name)
    const value = this.#env[name]?.trim()
    return value === undefined || value === '' ? null : value
  }

  integer(name: string, fallback: number, min: number, max: number, otherwise = ''): number {
    const value = this.text(name)
    if (value === null) return fallback
    const number = Number(value)
    if (/^\d+$/.test(value) && number >= min && number <= max) return number
    this.problems.push(`${name} is "${value}"; it must be ${otherwise}a whole number from ${min} to ${max}.`)
    return fallback
  }

  choice<T extends string>(name: string, choices: readonly T[], fallback: T): T {
    const value = this.text(name)
    if (value === null) return fallback
    const chosen = choices.find((choice) => choice === value)
    if (chosen === undefined)
      this.problems.push(`${name} is "${value}"; it must be one of ${choices.join(', ')}.`)
    return chosen ?? fallback
  }

  matching(name: string, pattern: RegExp, what: string): string | null {
    const value = this.text(name)
    if (value === null || pattern.test(value)) return value
    this.problems.push(`${name} is "${value}"; it must be ${what}.`)
    return null
  }

  /** A full address. Its text stays out of the message: it may hold a password. */
  url(name: string, protocols: readonly string[]): string | null {
    const value = this.text(name)
    if (value === null) return null
    const url = URL.canParse(value) ? new URL(value) : null
    if (url !== null && protocols.includes(url.protocol)) return value
    const starts = protocols.map((protocol) => `${protocol}//`).join(' or ')
    this.problems.push(`${name} must be a full address that begins with ${starts}.`)
    return null
  }

  unknown(): string[] {
    return Object.keys(this.#env).filter((name) => name.startsWith('CARDINAL_') && !this.#asked.has(name))
  }
}
