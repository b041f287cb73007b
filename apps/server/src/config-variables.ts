import { isIP } from 'node:net'
import { LIMITS, type Price } from '@cardinal/domain'
import * as z from 'zod/mini'
import { MEMORY_SHARES } from './lib/machine.ts'
import { storagePlace } from './lib/storage-place.ts'

/** Who may create an account at the embedded provider. */
export const SIGN_UP = ['open', 'first-only', 'closed'] as const
/** public: the start page advertises the product. private: a server that people run for themselves. */
export const SITES = ['public', 'private'] as const
/** Means that no address was configured. */
export const NO_SUPPORT_EMAIL = 'support@localhost'
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const WEB_ORIGIN = /^https?:\/\/[^\s/,?#@]+\/?$/

/** A scheme with a host, as browsers send it. Extensions have schemes of their own. */
const CORS_ORIGIN = /^(?:\*|[a-z][a-z0-9+.-]*:\/\/[^\s/,?#@]+)$/

/**
 * All environment variables with rules and defaults. A rule's message is shown after the variable's name.
 * Messages never contain addresses or secrets.
 */
export const VARIABLES = z.object({
  CARDINAL_PORT: wholeNumber(3000, 0, 65_535),
  CARDINAL_HOST: z._default(z.string(), 'localhost'),
  CARDINAL_PUBLIC_URL: z.optional(address('http:', 'https:')),
  CARDINAL_TRUST_PROXY: z._default(z.string().check(trustedProxies), 'off'),
  CARDINAL_DATA_DIR: z._default(z.string(), 'data'),
  CARDINAL_SHARED_DATA: choice(['off', 'on'], 'off'),
  DATABASE_URL: z.optional(address('postgres:', 'postgresql:')),
  CARDINAL_BACKUP_EVERY: wholeNumber(0, 0, 8_760),
  CARDINAL_BACKUP_KEEP: wholeNumber(7, 1, 1_000),
  CARDINAL_FREE_CARD_LIMIT: wholeNumber(LIMITS.freeCards, 0, 1_000_000_000),
  CARDINAL_FILE_MB: wholeNumber(20, 0, 1_000),
  CARDINAL_FILES_URL: z.optional(
    address('http:', 'https:').check(
      z.refine((value) => storagePlace(value) !== null, {
        error: 'must be such as https://KEY:SECRET@s3.example.org/bucket.',
      }),
    ),
  ),
  CARDINAL_QUOTA_MB: wholeNumber(256, 0, 1_000_000),
  CARDINAL_RATE_LIMIT: z._default(
    z.union(
      [
        z.pipe(
          text(/^off$/i),
          z.transform(() => null),
        ),
        number(1, 10_000_000),
      ],
      {
        error: ({ input }) => `is "${input}"; it must be off, or a whole number from 1 to 10000000.`,
      },
    ),
    3000,
  ),
  CARDINAL_SIGN_UP: z.optional(z.enum(SIGN_UP, { error: notOneOf(SIGN_UP) })),
  CARDINAL_OIDC_ISSUER: z.optional(address('http:', 'https:')),
  CARDINAL_OIDC_CLIENT_ID: z.optional(z.string()),
  CARDINAL_OIDC_CLIENT_SECRET: z.optional(z.string()),
  CARDINAL_OIDC_NAME: z.optional(z.string()),
  CARDINAL_SUPPORT_EMAIL: z._default(
    text(/^[^\s@]+@[^\s@]+$/, ({ input }) => `is "${input}"; it must be an email address.`),
    NO_SUPPORT_EMAIL,
  ),
  CARDINAL_CORS_ORIGINS: z._default(listed(CORS_ORIGIN, 'https://app.example.org or *'), ''),
  CARDINAL_SMTP_URL: z.optional(address('smtp:', 'smtps:')),
  CARDINAL_PUSH_HOSTS: z._default(
    text(/^[\w.*:-]+(?:\s*,\s*[\w.*:-]+)*$/, () => 'must be names of hosts, with commas between them.'),
    'fcm.googleapis.com,updates.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com',
  ),
  CARDINAL_FETCH_PAGES: z.optional(z.enum(['on', 'off'], { error: notOneOf(['on', 'off']) })),
  CARDINAL_WEBHOOKS: z.optional(z.enum(['on', 'off'], { error: notOneOf(['on', 'off']) })),
  CARDINAL_WEBHOOK_ADDRESSES: z._default(listed(WEB_ORIGIN, 'http://192.168.1.5:8123'), ''),
  /** For tests: all pages are fetched from this server. */
  CARDINAL_FETCH_TEST_ADDRESS: z.optional(
    text(/^127\.0\.0\.1:\d{1,5}$/, () => 'must be 127.0.0.1 with a port.'),
  ),
  CARDINAL_REPLICA_MEMORY_MB: wholeNumber(MEMORY_SHARES.replicas, 16, 1_000_000),
  CARDINAL_LOG_LEVEL: choice(LOG_LEVELS, 'info'),
  CARDINAL_ADDRESS_LOOKUP_URL: z.optional(address('http:', 'https:')),
  CARDINAL_DEMO_MEDICAL_URL: z.optional(address('http:', 'https:')),
  CARDINAL_DEMO_RECIPES_URL: z.optional(address('http:', 'https:')),
  CARDINAL_DEMO_PROJECT_URL: z.optional(address('http:', 'https:')),
  CARDINAL_SITE: z.optional(z.enum(SITES, { error: notOneOf(SITES) })),
  CARDINAL_OPERATOR_NAME: z.optional(oneLine(100)),
  CARDINAL_OPERATOR_ADDRESS: z.optional(oneLine(300)),
  CARDINAL_OPERATOR_LAW: z.optional(oneLine(300)),
  CARDINAL_PRICES: z._default(z.pipe(z.string(), z.transform(readPrices)), []),
  CARDINAL_STRIPE_SECRET_KEY: z.optional(
    text(/^[sr]k_(?:test|live)_\w+$/, () => 'must begin with sk_test_, sk_live_, rk_test_ or rk_live_.'),
  ),
  CARDINAL_STRIPE_WEBHOOK_SECRET: z.optional(text(/^whsec_\S+$/, () => 'must begin with whsec_.')),
})

export type Variables = z.output<typeof VARIABLES>

type Message = (issue: { readonly input?: unknown }) => string

function text(pattern: RegExp, error: Message = () => 'is wrong.') {
  return z.string().check(z.regex(pattern, { error }))
}

/** A list separated by commas, each part of this form. */
function listed(part: RegExp, example: string) {
  const isOne = (text: string) => part.test(text) && (text === '*' || URL.canParse(text))
  const areAll = (value: string) => value.split(',').every((each) => each.trim() === '' || isOne(each.trim()))
  return z
    .string()
    .check(z.refine(areAll, { error: `must be such as ${example}, with commas between them.` }))
}

/** A single line of text, for sentences of the public pages. */
function oneLine(length: number) {
  return z.string().check(z.maxLength(length, { error: `has more than ${length} characters.` }))
}

function number(min: number, max: number) {
  const isInside = (value: string) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max
  const error: Message = ({ input }) => `is "${input}"; it must be a whole number from ${min} to ${max}.`
  return z.pipe(z.string().check(z.refine(isInside, { error })), z.transform(Number))
}

function wholeNumber(fallback: number, min: number, max: number) {
  return z._default(number(min, max), fallback)
}

function choice<const T extends readonly [string, ...string[]]>(choices: T, fallback: T[number]) {
  return z._default(
    z.enum(choices as readonly string[] as T, { error: notOneOf(choices) }),
    fallback as never,
  )
}

function notOneOf(choices: readonly string[]): Message {
  return ({ input }) => `is "${input}"; it must be one of ${choices.join(', ')}.`
}

function address(...protocols: readonly string[]) {
  const isOne = (value: string) => URL.canParse(value) && protocols.includes(new URL(value).protocol)
  const starts = protocols.map((protocol) => `${protocol}//`).join(' or ')
  return z.string().check(z.refine(isOne, { error: `must be a full address that begins with ${starts}.` }))
}

/** Number of proxies in front of the server. */
export const HOPS = /^[1-9]$/
const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

/** `off`, a number of proxies, or a list of addresses, networks such as `10.0.0.0/8`, and named networks. */
function trustedProxies({ value, issues }: z.core.ParsePayload<string>): void {
  if (value === 'off' || HOPS.test(value)) return
  const isOne = (part: string) => {
    const [, ip = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(part) ?? []
    const family = isIP(ip)
    return NAMED_NETWORKS.includes(part) || (family !== 0 && Number(bits ?? 0) <= (family === 4 ? 32 : 128))
  }
  const wrong = value.split(',').find((part) => !isOne(part.trim()))
  if (wrong === undefined) return
  const message = `holds "${wrong.trim()}"; it must be off, addresses like 127.0.0.1 or 10.0.0.0/8, or how many proxies stand in a row, like 1.`
  issues.push({ code: 'custom', input: value, message })
}

/** Such as `IN:INR:199,US:USD:4.5`. */
function readPrices(value: string, { issues }: z.core.ParsePayload): Price[] {
  return value
    .split(',')
    .filter((piece) => piece.trim() !== '')
    .flatMap((piece) => {
      const [, country, currency, amount] =
        /^\s*([A-Z]{2}):([A-Z]{3}):(\d+(?:\.\d{1,2})?)\s*$/.exec(piece) ?? []
      if (country && currency && amount) return [{ country, currency, amount: Number(amount) }]
      const message = `holds "${piece.trim()}"; each price is written like IN:INR:199.`
      issues.push({ code: 'custom', input: value, message })
      return []
    })
}
