import { lookup, Resolver } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import { addAbortSignal, PassThrough, pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { ok, type Result, refused } from '@cardinal/domain'
import ipaddr from 'ipaddr.js'
import { noteDate } from '../lib/clock.ts'

export interface FetchOptions {
  readonly method?: 'GET' | 'HEAD' | 'POST'
  /** The `Accept` header. */
  readonly accept: string
  /** Sends a POST with this body and additional headers. */
  readonly sends?: { readonly body: string; readonly headers: Readonly<Record<string, string>> }
  /** 0: a redirect is returned like other answers. Absent: up to 5 are followed. */
  readonly redirects?: 0
  /** ms for everything: DNS, connections, redirects and the body. */
  readonly within?: number
  /** Most bytes of the body after decompression. */
  readonly maxBytes?: number
  /** Whether a longer body is cut at `maxBytes`. Otherwise it is refused. */
  readonly isCutAllowed?: boolean
  /** Media types, such as `text/html`, whose body is read. The bytes of others are empty. */
  readonly wants?: (mediaType: string) => boolean
}

/** An answer. `bytes` is empty if `wants` refused the media type. */
export interface Fetched {
  readonly status: number
  /** The address after redirects. */
  readonly address: string
  /** In lower case, without parameters. */
  readonly mediaType: string
  /** With its parameters. */
  readonly contentType: string
  /** Seconds of `Retry-After`; null: none. */
  readonly retryAfter: number | null
  readonly bytes: Buffer
}

/**
 * `forbidden`: not a public address. `no-names`: no name server answers. `no-way`: no route from here, such as to
 * IPv6 from an IPv4 network. These two say nothing about the site. `unreadable`: a server answers, but its TLS,
 * HTTP or compression is broken. `stopped`: this server is stopping.
 */
export type FetchProblem =
  | 'forbidden'
  | 'no-such-host'
  | 'no-names'
  | 'no-way'
  | 'unreachable'
  | 'unreadable'
  | 'stopped'
  | 'too-slow'
  | 'too-large'
  | 'too-many-redirects'

export type SafeFetch = (address: string, options: FetchOptions) => Promise<Result<Fetched, FetchProblem>>

export interface FetchSetting {
  /** All IP addresses of a name; empty: no such name. */
  readonly resolve?: (host: string) => Promise<readonly string[]>
  /** `host:port` of a test server that gets all requests, over plain HTTP. */
  readonly testAddress?: string | null
  /** Origins that the operator configured. They may be in a private network, have a port, and use no TLS. */
  readonly trusted?: readonly string[]
  /** Aborts running and later fetches. */
  readonly stopped?: AbortSignal
}

export const FETCH_LIMITS = { bytes: 2 * 1024 * 1024, within: 10_000, redirects: 5 } as const
const PORTS = new Set(['', '80', '443'])
const AGENT = 'Mozilla/5.0 (compatible; Cardinal; link preview)'

class Problem extends Error {
  readonly problem: FetchProblem
  constructor(problem: FetchProblem) {
    super(problem)
    this.problem = problem
  }
}

/**
 * Makes a function that fetches from public addresses only. It resolves each name once, checks all its IP
 * addresses, and connects to one of these. So a second DNS answer (rebinding) has no effect. The targets of
 * redirects are checked the same way.
 */
export function safeFetch(setting: FetchSetting = {}): SafeFetch {
  const { testAddress = null, stopped } = setting
  const placesOf = placesIn(setting)
  return async (address, options) => {
    const ending = new AbortController()
    const end = () => ending.abort()
    const timer = setTimeout(end, options.within ?? FETCH_LIMITS.within)
    stopped?.addEventListener('abort', end, { once: true })
    if (stopped?.aborted) end()
    try {
      const answer = follow(address, options, ending.signal, placesOf, testAddress)
      return ok(await unlessAborted(answer, ending.signal))
    } catch (error) {
      if (stopped?.aborted) return refused('stopped')
      return refused(ending.signal.aborted ? 'too-slow' : problemOf(error))
    } finally {
      clearTimeout(timer)
      stopped?.removeEventListener('abort', end)
    }
  }
}

async function follow(
  address: string,
  options: FetchOptions,
  signal: AbortSignal,
  placesOf: (url: URL) => Promise<readonly string[]>,
  testAddress: string | null,
): Promise<Fetched> {
  if (!URL.canParse(address)) throw new Problem('forbidden')
  let url = new URL(address)
  for (let hop = 0; hop <= FETCH_LIMITS.redirects; hop++) {
    const response = await request(url, options, signal, placesOf, testAddress)
    const { statusCode = 0, headers } = response
    if (options.redirects === 0 || !REDIRECTS.has(statusCode) || headers.location === undefined)
      return readAnswer(url, response, options, signal)
    response.destroy()
    url = targetOf(headers.location, url)
  }
  throw new Problem('too-many-redirects')
}

/** Whether fetching from an address is forbidden. A name that can't be resolved now is allowed. */
export async function isForbidden(address: string, setting: FetchSetting = {}): Promise<boolean> {
  if (!URL.canParse(address)) return true
  return placesIn(setting)(new URL(address)).then(
    () => false,
    (error: unknown) => error instanceof Problem && error.problem === 'forbidden',
  )
}

/** Resolves an address to the IP addresses that may be fetched from. */
function placesIn({ resolve, testAddress = null, trusted = [] }: FetchSetting) {
  const addressesOf = resolve ?? (testAddress === null ? resolveName : async () => [STANDS_FOR_ALL])
  return async (url: URL): Promise<readonly string[]> => {
    const isTrusted = trusted.includes(url.origin)
    if (!/^https?:$/.test(url.protocol) || (!isTrusted && !PORTS.has(url.port)))
      throw new Problem('forbidden')
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const found = isIP(host) !== 0 ? [host] : await (isTrusted ? resolveHere : addressesOf)(host)
    if (found.length === 0) throw new Problem('no-such-host')
    const own = ownNetworks()
    if (!isTrusted && !found.every((ip) => isPublicAddress(ip, own))) throw new Problem('forbidden')
    return found
  }
}

/** Target of a redirect, without user and password. Bytes beyond ASCII are UTF-8, as in browsers. */
function targetOf(location: string, from: URL): URL {
  const encoded = location.replace(
    /[\x80-\xff]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  if (!URL.canParse(encoded, from.href)) throw new Problem('unreadable')
  return Object.assign(new URL(encoded, from), { username: '', password: '' })
}

function problemOf(error: unknown): FetchProblem {
  if (error instanceof Problem) return error.problem
  return NO_WAY.has((error as NodeJS.ErrnoException).code ?? '') ? 'no-way' : 'unreachable'
}

const NO_WAY = new Set(['ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL', 'EMFILE', 'ENFILE'])

/** With `testAddress`, every name resolves to this address. */
const STANDS_FOR_ALL = '192.0.43.8'
/** Most interim answers, such as 103, before the final one. */
const MOST_INFORMED = 20
const REDIRECTS = new Set([301, 302, 303, 307, 308])

async function request(
  url: URL,
  { method = 'GET', accept, sends }: FetchOptions,
  signal: AbortSignal,
  placesOf: (url: URL) => Promise<readonly string[]>,
  testAddress: string | null,
): Promise<http.IncomingMessage> {
  const isSecure = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const pinned = await placesOf(url)
  const [testHost, testPort] = testAddress?.split(':') ?? []
  const options: https.RequestOptions = {
    method,
    agent: false,
    host: testHost ?? host,
    ...(url.port !== '' && { port: url.port }),
    ...(testPort !== undefined && { port: testPort }),
    path: `${url.pathname}${url.search}`,
    lookup: lookupIn(pinned),
    signal,
    headers: {
      host: url.host,
      'user-agent': AGENT,
      accept,
      'accept-language': 'en,*;q=0.5',
      'accept-encoding': 'gzip, deflate, br',
      ...sends?.headers,
    },
  }
  const isTest = testAddress !== null
  return new Promise((done, fail) => {
    const unreadable = new Problem('unreadable')
    let isConnected = false
    let informed = 0
    const sent = isSecure && !isTest ? https.request(options) : http.request(options)
    sent
      .on('socket', (socket) => socket.once('connect', () => (isConnected = true)))
      .on('response', (response) => {
        noteDate(host, response.headers)
        done(response)
      })
      .on('information', () => ++informed > MOST_INFORMED && sent.destroy(unreadable))
      .on('upgrade', (_response, socket) => {
        socket.destroy()
        fail(unreadable)
      })
      .on('error', (error) => fail(isConnected ? unreadable : error))
      .on('close', () => fail(unreadable))
      .end(sends?.body)
  })
}

/** A lookup function that returns the checked addresses for every name. */
function lookupIn(pinned: readonly string[]): LookupFunction {
  return (_host, { all }, done) => {
    const found = pinned.map((address) => ({ address, family: isIP(address) }))
    if (all) done(null, found)
    else done(null, found[0]?.address ?? '', found[0]?.family)
  }
}

async function readAnswer(
  url: URL,
  response: http.IncomingMessage,
  { method, maxBytes = FETCH_LIMITS.bytes, isCutAllowed = false, wants = () => true }: FetchOptions,
  signal: AbortSignal,
): Promise<Fetched> {
  const { statusCode: status = 0, headers } = response
  const contentType = headers['content-type'] ?? ''
  const mediaType = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  const seconds = Number(headers['retry-after'])
  const isRead = method !== 'HEAD' && wants(mediaType)
  const bytes = isRead ? await readBody(response, maxBytes, isCutAllowed, signal) : Buffer.alloc(0)
  response.destroy()
  const retryAfter = seconds > 0 ? seconds : null
  url.hash = ''
  return { status, address: url.href, mediaType, contentType, retryAfter, bytes }
}

/** The decompressed body. Bytes are counted before they are kept. */
async function readBody(
  response: http.IncomingMessage,
  maxBytes: number,
  isCutAllowed: boolean,
  signal: AbortSignal,
): Promise<Buffer> {
  const decoder = decoderFor(response.headers['content-encoding'] ?? '')
  // Fails if the connection ends before the body does.
  const body: Readable = pipeline(response, addAbortSignal(signal, decoder), () => undefined)
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of body as AsyncIterable<Buffer>) {
      parts.push(part)
      size += part.length
      if (size <= maxBytes) continue
      if (!isCutAllowed) throw new Problem('too-large')
      break
    }
  } catch (error) {
    throw error instanceof Problem ? error : new Problem('unreadable')
  } finally {
    response.destroy()
  }
  return Buffer.concat(parts).subarray(0, maxBytes)
}

function decoderFor(encoding: string) {
  switch (encoding.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'deflate':
      return createInflate()
    case 'br':
      return createBrotliDecompress()
    default:
      return new PassThrough()
  }
}

/** Asks name servers only, because the hosts file has names of this network. */
async function resolveName(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_500, tries: 2 })
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  const isGone = found.every((each) => each.status === 'fulfilled' || NO_NAME.has(each.reason?.code))
  if (addresses.length === 0 && !isGone) throw new Problem('no-names')
  return addresses
}

const NO_NAME = new Set(['ENOTFOUND', 'ENODATA'])

/** Resolves a host as this machine does, because the operator may have configured a name of the hosts file. */
async function resolveHere(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true }).catch(() => [])
  return found.map(({ address }) => address)
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((done, fail) => {
    const late = () => fail(new Problem('too-slow'))
    if (signal.aborted) late()
    signal.addEventListener('abort', late, { once: true })
    work.then(done, fail)
  })
}

/** Global unicast addresses of IPv6 (RFC 4291, section 2.4). */
const GLOBAL = ipaddr.parseCIDR('2000::/3')

/**
 * Public ranges that lead to the machine's own host or cloud: Azure's host, and IBM Cloud's services. Other such
 * addresses, like 169.254.169.254, fd00:ec2::254 and 100.100.100.200, are in private ranges.
 */
const OF_THE_CLOUD = ['168.63.129.16/32', '161.26.0.0/16', '166.8.0.0/14'].map((range) =>
  ipaddr.parseCIDR(range),
)
/** ISATAP (RFC 5214): the second half of the IPv6 address has an IPv4 address, with any u and g bits. */
const isIsatap = ([, , , , first, second]: readonly number[]) =>
  second === 0x5efe && ((first ?? 0) & ~0x0300) === 0

type Network = ReturnType<typeof ipaddr.parseCIDR>

/**
 * The networks of this machine. At home every device has a public IPv6 address, which the router's firewall
 * protects from outside, but not from this machine.
 */
export function ownNetworks(): Network[] {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return own.flatMap(({ cidr }) => (cidr === null ? [] : [ipaddr.parseCIDR(cidr)]))
}

/**
 * Whether an IP address is public and in none of these networks. Not public: private, loopback, link-local,
 * multicast, shared (CGNAT) and reserved addresses; IPv6 forms that contain an IPv4 address (mapped, NAT64, 6to4,
 * Teredo, ISATAP); and addresses that only exist inside one cloud.
 */
export function isPublicAddress(ip: string, own: readonly Network[]): boolean {
  if (isIP(ip) === 0) return false
  const parsed = ipaddr.parse(ip)
  if (parsed.range() !== 'unicast') return false
  if (own.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits)))
    return false
  return parsed instanceof ipaddr.IPv6
    ? parsed.match(GLOBAL) && !isIsatap(parsed.parts)
    : !OF_THE_CLOUD.some((range) => parsed.match(range))
}
