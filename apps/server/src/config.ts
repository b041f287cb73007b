import { existsSync, readFileSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ok, type Price, type Result, refused, withoutEnd } from '@cardinal/domain'
import manifest from '../package.json' with { type: 'json' }
import {
  HOPS,
  type LOG_LEVELS,
  type SIGN_UP,
  type SITES,
  VARIABLES,
  type Variables,
} from './config-variables.ts'
import { isPayable } from './lib/currencies.ts'

/** The version of the server, as its package says. */
export const VERSION: string = manifest.version

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
  /** Others on this machine may use the data folder: its permissions are the operator's business. */
  readonly isDataShared: boolean
  /** A PostgreSQL address; null: SQLite in the data folder. */
  readonly databaseUrl: string | null
  /** When SQLite is backed up by itself; null: never. */
  readonly backups: { readonly everyHours: number; readonly keep: number } | null
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
  /** Whose `X-Forwarded-For` is believed: nobody's, that of so many proxies in a row, or that of these addresses. */
  readonly trustProxy: false | number | string
  readonly identity: IdentityConfig
  /** What the sign-in button calls the provider. */
  readonly providerName: string
  /** Who may make an account: by default everybody on a machine that nobody else reaches, else the first person. */
  readonly signUp: (typeof SIGN_UP)[number]
  readonly supportEmail: string
  readonly site: SiteConfig
  /** Hosts of push services that reminders may be sent by; `*.` stands for any subdomain. */
  readonly pushHosts: readonly string[]
  /** The mail server that codes for new passwords go out by; null: none do. */
  readonly smtpUrl: string | null
  /** A service that tells a visitor's own address as text or JSON; null: none is asked. */
  readonly addressLookupUrl: string | null
  /** Whether the server fetches the pages that links point to. */
  readonly fetchesPages: boolean
  /** Whether the server tells the addresses that people name of changes. */
  readonly sendsWebhooks: boolean
  /** For tests: the server that stands for all sites; null: pages come from the internet. */
  readonly fetchTestAddress: string | null
  /** How much memory the replicas may hold together, in MB. */
  readonly replicaMemoryMb: number
  readonly logLevel: (typeof LOG_LEVELS)[number]
  readonly demoUrls: {
    readonly medical: string | null
    readonly recipes: string | null
    readonly project: string | null
  }
  /** What the pricing page shows and what is charged; empty: a public site's page has its own list, and nothing is charged. */
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

/** Variables that must be set where one of others is. Half of these settings would look like all of them, and do nothing. */
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
    quotaBytes: set.CARDINAL_QUOTA_MB * 1024 * 1024 || null,
    rateLimit: set.CARDINAL_RATE_LIMIT,
    trustProxy: HOPS.test(trusted) ? Number(trusted) : trusted !== 'off' && trusted,
    identity,
    pushHosts: set.CARDINAL_PUSH_HOSTS.split(',').map((host) => host.trim()),
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

/** Returns the error of `readConfig` as one text for the terminal. */
export function describeProblems(problems: readonly string[]): string {
  return `The configuration is wrong:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`
}

/** Returns the folder of the whole project: relative paths in the configuration start there. */
export function projectRoot(from: string = dirname(fileURLToPath(import.meta.url))): string {
  const manifest = join(from, 'package.json')
  const isRoot =
    existsSync(manifest) && 'workspaces' in (JSON.parse(readFileSync(manifest, 'utf8')) as object)
  const parent = dirname(from)
  return isRoot || parent === from ? from : projectRoot(parent)
}

/** Hosts that no other device can reach. */
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|::1)$/
/** Returns whether other people may reach a server with these settings, as far as these tell. */
function isReachable({ CARDINAL_HOST: host, CARDINAL_PUBLIC_URL: publicUrl }: Variables): boolean {
  const publicHost = publicUrl === undefined ? host : new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')
  return !LOOPBACK.test(host) || !LOOPBACK.test(publicHost)
}

/** Hosts that stand for all addresses of this machine. */
export const ALL_ADDRESSES = /^(?:0\.0\.0\.0|::0?)$/

/** Returns the address of a server that nobody has given a public one, as this machine reaches it. */
function ownAddress(host: string, port: number): string {
  const name = LOOPBACK.test(host) || ALL_ADDRESSES.test(host) ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
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

/** What the public pages are for, and who answers for them. */
export interface SiteConfig {
  readonly kind: (typeof SITES)[number]
  /** Whom the texts name as the one who runs the site. */
  readonly operatorName: string
  /** For letters; empty: none is named. */
  readonly operatorAddress: string
  /** The end of the sentence "These terms are governed by …". */
  readonly operatorLaw: string
}

/** The site of the specification: its office is in Pune. */
const PUBLIC = {
  operatorName: 'Cardinal',
  operatorAddress: 'Baner Road, Pune 411045, Maharashtra, India',
  operatorLaw: 'the laws of India, and courts in Pune, Maharashtra, have jurisdiction',
}
/** A server that somebody runs for a household, a team or friends. */
const PRIVATE = {
  operatorName: 'the operator of this server',
  operatorAddress: '',
  operatorLaw: 'the law of the place where the operator of this server lives',
}

/** Reads what the site is: private, unless it has prices or is said to be public. */
export function siteOf(set: Variables): SiteConfig {
  const kind = set.CARDINAL_SITE ?? (set.CARDINAL_PRICES.length > 0 ? 'public' : 'private')
  const texts = kind === 'public' ? PUBLIC : PRIVATE
  return {
    kind,
    operatorName: set.CARDINAL_OPERATOR_NAME ?? texts.operatorName,
    operatorAddress: set.CARDINAL_OPERATOR_ADDRESS ?? texts.operatorAddress,
    operatorLaw: set.CARDINAL_OPERATOR_LAW ?? texts.operatorLaw,
  }
}
