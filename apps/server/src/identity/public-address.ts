import { isIP } from 'node:net'
import type { Config } from '../config.ts'

/** Address of a request, as the server sees it. */
interface Asked {
  /** With the port; from the browser or a trusted proxy. */
  readonly host: string
  readonly protocol: string
}

type Addresses = Pick<Config, 'publicUrl' | 'usesAskedAddress'>

/**
 * The server's address for the requesting person, without a trailing slash: the configured one, or that of
 * the request if `usesAskedAddress`.
 *
 * @returns null if the requested name may belong to somebody else
 */
export function publicAddress(config: Addresses, asked: Asked | null): string | null {
  if (!config.usesAskedAddress || asked === null) return config.publicUrl
  const address = `${asked.protocol}://${asked.host}`
  if (!URL.canParse(address)) return null
  const { host, hostname, origin } = new URL(address)
  return host === asked.host.toLowerCase() && isPrivateName(hostname) ? origin : null
}

/** Like `publicAddress`, but the configured address in place of null. */
export function publicAddressOrOwn(config: Addresses, asked: Asked | null): string {
  return publicAddress(config, asked) ?? config.publicUrl
}

/** Suffixes outside public DNS. */
const PRIVATE_ENDINGS = ['.local', '.lan', '.internal', '.home.arpa', '.localhost']

/**
 * Whether a name lies outside public DNS: an IP address, a name without a dot, or a name reserved for private
 * networks. Public names are not accepted, because anybody can point one at this server and so catch sign-ins.
 *
 * @param hostname as `URL` gives it: lower case, IPv6 in brackets
 */
function isPrivateName(hostname: string): boolean {
  const name = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  return isIP(name) !== 0 || !name.includes('.') || PRIVATE_ENDINGS.some((ending) => name.endsWith(ending))
}

/** Whether pages at this address are secure contexts, with service workers and the like. */
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
