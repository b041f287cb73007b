import { existsSync, readFileSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ok, type Price, type Result, refused, withoutEnd } from '@cardinal/domain'
import manifest from '../../../package.json' with { type: 'json' }
import {
  HOPS,
  type LOG_LEVELS,
  type SIGN_UP,
  type SITES,
  VARIABLES,
  type Variables,
} from './config-variables.ts'
import { isPayable } from './lib/currencies.ts'
import { type StoragePlace, storagePlace } from './lib/storage-place.ts'

/** From the project's package.json. */
export const VERSION: string = manifest.version

/** The embedded provider, or a configured one. */
type IdentityConfig =
  | { readonly kind: 'embedded' }
  | {
      readonly kind: 'external'
      readonly issuer: string
      readonly clientId: string
      /** Null: a public client, which only uses PKCE. */
      readonly clientSecret: string | null
    }

/** Credentials between this site and the payment provider. */
export interface PaymentConfig {
  readonly secretKey: string
  /** Key of the signatures of the provider's events. */
  readonly webhookSecret: string
}

/** All settings, validated, with defaults. */
export interface Config {
  readonly port: number
  readonly host: string
  /** Absolute. */
  readonly dataDir: string
  /** Whether other users of this machine may use the data folder. Then the operator sets its permissions. */
  readonly isDataShared: boolean
  /** A PostgreSQL address; null: SQLite in the data folder. */
  readonly databaseUrl: string | null
  /** Automatic backups of SQLite; null: none. */
  readonly backups: { readonly everyHours: number; readonly keep: number } | null
  /** Address of the server for people; without a trailing slash; may include a sub-path. */
  readonly publicUrl: string
  /**
   * True: no public address is configured, and other devices may connect. Answers then use the address of
   * the request, because for other devices `publicUrl` means themselves.
   */
  readonly usesAskedAddress: boolean
  /** Cards on the free plan; null: no limit. */
  readonly freeCardLimit: number | null
  /** The S3-compatible storage of files; null: they lie in the database. */
  readonly filesAt: StoragePlace | null
  /** Most bytes of a file on a card; 0: cards have no files. */
  readonly fileBytes: number
  /** Bytes per account; null: no limit. */
  readonly quotaBytes: number | null
  /** Requests per minute and person or address; null: no limit. */
  readonly rateLimit: number | null
  /**
   * Whose `X-Forwarded-For` is trusted: false: nobody's; a number: that many proxies; a text: these
   * addresses.
   */
  readonly trustProxy: false | number | string
  readonly identity: IdentityConfig
  /** Name on the sign-in button. */
  readonly providerName: string
  /** Who may create an account. Default: everybody if only this machine reaches the server, else only the first person. */
  readonly signUp: (typeof SIGN_UP)[number]
  readonly supportEmail: string
  /** Origins of web pages that may read answers of the APIs of other services; `*`: all. */
  readonly corsOrigins: readonly string[]
  readonly site: SiteConfig
  /** Hosts of push services for reminders; `*.` stands for any subdomain. */
  readonly pushHosts: readonly string[]
  /** Mail server for password codes; null: none are sent. */
  readonly smtpUrl: string | null
  /** A service that answers a visitor with their own address, as text or JSON; null: none. */
  readonly addressLookupUrl: string | null
  /** Whether the server fetches links' pages. */
  readonly fetchesPages: boolean
  /** Origins in private networks that webhooks may be sent to. */
  readonly webhookOrigins: readonly string[]
  /** Whether the server sends webhooks. */
  readonly sendsWebhooks: boolean
  /** For tests: a server that answers for all sites; null: use the internet. */
  readonly fetchTestAddress: string | null
  /** MB of memory for all replicas. */
  readonly replicaMemoryMb: number
  readonly logLevel: (typeof LOG_LEVELS)[number]
  readonly demoUrls: {
    readonly medical: string | null
    readonly recipes: string | null
    readonly project: string | null
  }
  /** Prices shown and charged. Empty: a public site shows its built-in list, and nothing is charged. */
  readonly prices: readonly Price[]
  /** Null: no payments. */
  readonly payments: PaymentConfig | null
  /** Variables with our prefix that don't exist; probably typos. */
  readonly unknownVariables: readonly string[]
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads environment variables. The error has a sentence for each wrong one, so that all can be fixed at once. An empty
 * variable counts as unset.
 */
export function readConfig(env: Environment, root: string = projectRoot()): Result<Config, string[]> {
  const set = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  )
  const isSet = (name: string) => name in set
  const missing = NEEDS.filter(([name, others]) => !isSet(name) && others.some(isSet)).map(
    ([name, others]) => `${name} must be set where ${others.find(isSet)} is.`,
  )
  const read = VARIABLES.safeParse(set, { reportInput: true })
  const wrong = read.error?.issues.map(({ path, message }) => `${String(path[0])} ${message}`) ?? []
  const prices = VARIABLES.shape.CARDINAL_PRICES.safeParse(set.CARDINAL_PRICES).data ?? []
  const payable = isSet('CARDINAL_STRIPE_SECRET_KEY') || isSet('CARDINAL_STRIPE_WEBHOOK_SECRET')
  const unpayable = prices
    .filter(({ currency, amount }) => payable && !isPayable(amount, currency))
    .map((each) => `CARDINAL_PRICES holds ${Object.values(each).join(':')}, which nobody can pay.`)
  const noBackups =
    isSet('DATABASE_URL') && isSet('CARDINAL_BACKUP_EVERY') && set.CARDINAL_BACKUP_EVERY !== '0'
      ? ['CARDINAL_BACKUP_EVERY is for SQLite; pg_dump makes backups of PostgreSQL.']
      : []
  const testAlone =
    isSet('CARDINAL_FETCH_TEST_ADDRESS') && env.NODE_ENV === 'production'
      ? ['CARDINAL_FETCH_TEST_ADDRESS is for tests; it is refused where NODE_ENV is production.']
      : []
  const problems = [...wrong, ...missing, ...unpayable, ...noBackups, ...testAlone]
  if (!read.success || problems.length > 0) return refused(problems)
  const unknown = Object.keys(env).filter((name) => /^CARDINAL_/.test(name) && !(name in VARIABLES.shape))
  return ok(configOf(read.data, root, unknown))
}

/** Variables that need others. Half of such settings would have no effect, without a message. */
const NEEDS: readonly (readonly [name: string, others: readonly string[]])[] = [
  ['CARDINAL_OIDC_ISSUER', ['CARDINAL_OIDC_CLIENT_ID', 'CARDINAL_OIDC_CLIENT_SECRET']],
  ['CARDINAL_OIDC_CLIENT_ID', ['CARDINAL_OIDC_ISSUER']],
  ['CARDINAL_SUPPORT_EMAIL', ['CARDINAL_SMTP_URL']],
  ['CARDINAL_STRIPE_SECRET_KEY', ['CARDINAL_STRIPE_WEBHOOK_SECRET']],
  ['CARDINAL_STRIPE_WEBHOOK_SECRET', ['CARDINAL_STRIPE_SECRET_KEY']],
  ['CARDINAL_PRICES', ['CARDINAL_STRIPE_SECRET_KEY', 'CARDINAL_STRIPE_WEBHOOK_SECRET']],
]

function configOf(set: Variables, root: string, unknownVariables: readonly string[]): Config {
  const { CARDINAL_PORT: port, CARDINAL_HOST: host, CARDINAL_DATA_DIR: dataDir } = set
  const identity = identityOf(set)
  const site = siteOf(set)
  const trusted = set.CARDINAL_TRUST_PROXY
  const everyHours = set.CARDINAL_BACKUP_EVERY
  const { CARDINAL_STRIPE_SECRET_KEY: secretKey, CARDINAL_STRIPE_WEBHOOK_SECRET: webhookSecret } = set
  return {
    port,
    host,
    dataDir: isAbsolute(dataDir) ? dataDir : resolve(root, dataDir),
    isDataShared: set.CARDINAL_SHARED_DATA === 'on',
    databaseUrl: set.DATABASE_URL ?? null,
    backups: everyHours === 0 ? null : { everyHours, keep: set.CARDINAL_BACKUP_KEEP },
    publicUrl: withoutEnd(set.CARDINAL_PUBLIC_URL ?? ownAddress(host, port), '/'),
    usesAskedAddress: set.CARDINAL_PUBLIC_URL === undefined && !LOOPBACK.test(host),
    freeCardLimit: set.CARDINAL_FREE_CARD_LIMIT || null,
    fileBytes: set.CARDINAL_FILE_MB * 1024 * 1024,
    filesAt: set.CARDINAL_FILES_URL === undefined ? null : storagePlace(set.CARDINAL_FILES_URL),
    quotaBytes: set.CARDINAL_QUOTA_MB * 1024 * 1024 || null,
    rateLimit: set.CARDINAL_RATE_LIMIT,
    trustProxy: HOPS.test(trusted) ? Number(trusted) : trusted !== 'off' && trusted,
    identity,
    webhookOrigins: partsOf(set.CARDINAL_WEBHOOK_ADDRESSES).map((address) => new URL(address).origin),
    corsOrigins: partsOf(set.CARDINAL_CORS_ORIGINS),
    pushHosts: partsOf(set.CARDINAL_PUSH_HOSTS),
    providerName: set.CARDINAL_OIDC_NAME ?? nameOfProvider(identity),
    signUp:
      set.CARDINAL_SIGN_UP ?? (identity.kind === 'embedded' && isReachable(set) ? 'first-only' : 'open'),
    supportEmail: set.CARDINAL_SUPPORT_EMAIL,
    site,
    smtpUrl: set.CARDINAL_SMTP_URL ?? null,
    addressLookupUrl: set.CARDINAL_ADDRESS_LOOKUP_URL ?? null,
    fetchesPages: (set.CARDINAL_FETCH_PAGES ?? (site.kind === 'private' ? 'on' : 'off')) === 'on',
    sendsWebhooks: (set.CARDINAL_WEBHOOKS ?? (site.kind === 'private' ? 'on' : 'off')) === 'on',
    fetchTestAddress: set.CARDINAL_FETCH_TEST_ADDRESS ?? null,
    replicaMemoryMb: set.CARDINAL_REPLICA_MEMORY_MB,
    logLevel: set.CARDINAL_LOG_LEVEL,
    demoUrls: {
      medical: set.CARDINAL_DEMO_MEDICAL_URL ?? null,
      recipes: set.CARDINAL_DEMO_RECIPES_URL ?? null,
      project: set.CARDINAL_DEMO_PROJECT_URL ?? null,
    },
    prices: set.CARDINAL_PRICES,
    payments: secretKey && webhookSecret ? { secretKey, webhookSecret } : null,
    unknownVariables,
  }
}

export function describeProblems(problems: readonly string[]): string {
  return `The configuration is wrong:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`
}

/** Relative paths in the configuration start here. */
export function projectRoot(from: string = dirname(fileURLToPath(import.meta.url))): string {
  const manifest = join(from, 'package.json')
  const isRoot =
    existsSync(manifest) && 'workspaces' in (JSON.parse(readFileSync(manifest, 'utf8')) as object)
  const parent = dirname(from)
  return isRoot || parent === from ? from : projectRoot(parent)
}

/** Hosts that only this machine can connect to. */
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|::1)$/
/** Whether other machines may reach a server with these settings. */
function isReachable({ CARDINAL_HOST: host, CARDINAL_PUBLIC_URL: publicUrl }: Variables): boolean {
  const publicHost = publicUrl === undefined ? host : new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')
  return !LOOPBACK.test(host) || !LOOPBACK.test(publicHost)
}

/** Hosts that mean all network interfaces of the machine. */
export const ALL_ADDRESSES = /^(?:0\.0\.0\.0|::0?)$/

/** The address of a server without a public one, for use on this machine. */
function ownAddress(host: string, port: number): string {
  const name = LOOPBACK.test(host) || ALL_ADDRESSES.test(host) ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

function partsOf(list: string): string[] {
  return list.split(',').flatMap((part) => part.trim() || [])
}

function identityOf(set: Variables): IdentityConfig {
  const { CARDINAL_OIDC_ISSUER: issuer, CARDINAL_OIDC_CLIENT_ID: clientId } = set
  if (issuer === undefined || clientId === undefined) return { kind: 'embedded' }
  return { kind: 'external', issuer, clientId, clientSecret: set.CARDINAL_OIDC_CLIENT_SECRET ?? null }
}

function nameOfProvider(identity: IdentityConfig): string {
  if (identity.kind === 'embedded') return 'Cardinal'
  const host = new URL(identity.issuer).hostname
  return host === 'accounts.google.com' ? 'Google' : host
}

/** What the public pages are for, and who is responsible for them. */
export interface SiteConfig {
  readonly kind: (typeof SITES)[number]
  /** Whether `/` is a short page with a sign-in button, because the operator set the site to private. */
  readonly hasShortStart: boolean
  /** Name of the operator in the texts. */
  readonly operatorName: string
  /** Postal address; empty: none. */
  readonly operatorAddress: string
  /** The end of the sentence "These terms are governed by …". */
  readonly operatorLaw: string
}

/** The specification's site, with its office in Pune. */
const PUBLIC = {
  operatorName: 'Cardinal',
  operatorAddress: 'Baner Road, Pune 411045, Maharashtra, India',
  operatorLaw: 'the laws of India, and courts in Pune, Maharashtra, have jurisdiction',
}
/** A server for a household, a team or friends. */
const PRIVATE = {
  operatorName: 'the operator of this server',
  operatorAddress: '',
  operatorLaw: 'the law of the place where the operator of this server lives',
}

/** Private, unless prices are set or it is declared public. */
function siteOf(set: Variables): SiteConfig {
  const kind = set.CARDINAL_SITE ?? (set.CARDINAL_PRICES.length > 0 ? 'public' : 'private')
  const texts = kind === 'public' ? PUBLIC : PRIVATE
  return {
    kind,
    hasShortStart: set.CARDINAL_SITE === 'private',
    operatorName: set.CARDINAL_OPERATOR_NAME ?? texts.operatorName,
    operatorAddress: set.CARDINAL_OPERATOR_ADDRESS ?? texts.operatorAddress,
    operatorLaw: set.CARDINAL_OPERATOR_LAW ?? texts.operatorLaw,
  }
}
