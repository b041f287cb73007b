import { isIP } from 'node:net'
import type { Config } from '../config.ts'

/** What of a request tells the address that was asked for. */
export interface Asked {
  /** Host and port, as the browser or a trusted proxy named them. */
  readonly host: string
  readonly protocol: string
}

type Addresses = Pick<Config, 'publicUrl' | 'usesAskedAddress'>

/**
 * Returns the address under which the person who asks reaches this server, without a slash at its end: the configured
 * one, or, where none is configured and other devices are let in, the one that was asked for.
 *
 * @returns null where the name that was asked for may belong to somebody else
 */
export function publicAddress(config: Addresses, asked: Asked | null): string | null {
  if (!config.usesAskedAddress || asked === null) return config.publicUrl
  const address = `${asked.protocol}://${asked.host}`
  if (!URL.canParse(address)) return null
  const { host, hostname, origin } = new URL(address)
  return host === asked.host.toLowerCase() && isPrivateName(hostname) ? origin : null
}

/** Returns the same, and the configured address for a name that can't be trusted. */
export function publicAddressOrOwn(config: Addresses, asked: Asked | null): string {
  return publicAddress(config, asked) ?? config.publicUrl
}

/** Endings that public DNS never gives to anybody. */
const PRIVATE_ENDINGS = ['.local', '.lan', '.internal', '.home.arpa', '.localhost']

/**
 * Returns whether public DNS can't lead this name anywhere: an IP address, a name without a dot, or one that is
 * reserved for private networks. So a foreign site that points a name of its own here gets no sign-in under that name.
 *
 * @param hostname as `URL` gives it: lower case, IPv6 in brackets
 */
function isPrivateName(hostname: string): boolean {
  const name = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  return isIP(name) !== 0 || !name.includes('.') || PRIVATE_ENDINGS.some((ending) => name.endsWith(ending))
}

/** Returns whether browsers give a page at this address all that they keep for safe ones, such as a service worker. */
export function isSecureContext(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || isThisMachine(hostname)
}

function isThisMachine(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\./.test(hostname)
  )
}
