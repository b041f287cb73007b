import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The part of IPv6 that is given out for public use (RFC 4291, section 2.4). */
const GLOBAL = ipaddr.parseCIDR('2000::/3')

/**
 * Returns whether an IP address belongs to the public internet. Not public: private, loopback, link-local, multicast,
 * shared (CGNAT) and reserved addresses, and IPv6 forms that hold an IPv4 address (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(ip: string): boolean {
  if (isIP(ip) === 0) return false
  const parsed = ipaddr.parse(ip)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL))
}
