import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/** The part of IPv6 that is given out for public use (RFC 4291, section 2.4). */
const GLOBAL = ipaddr.parseCIDR('2000::/3')

/**
 * Addresses of the public ranges that lead to the machine's own host or cloud, and to nobody else: Azure's host, and the
 * services of IBM Cloud. Others, such as 169.254.169.254, fd00:ec2::254 and 100.100.100.200, lie in private ranges.
 */
const OF_THE_CLOUD = ['168.63.129.16/32', '161.26.0.0/16', '166.8.0.0/14'].map((range) =>
  ipaddr.parseCIDR(range),
)
/** ISATAP: an IPv4 address in the last half of an IPv6 address (RFC 5214). The first word may have its u and g bits. */
const isIsatap = ([, , , , first, second]: readonly number[]) =>
  second === 0x5efe && ((first ?? 0) & ~0x0300) === 0

export type Network = ReturnType<typeof ipaddr.parseCIDR>

/**
 * Returns the networks that this machine is in now. Behind a home router every device has an IPv6 address of the public
 * ranges, and the router's firewall lets in none but its neighbours.
 */
export function ownNetworks(): Network[] {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return own.flatMap(({ cidr }) => (cidr === null ? [] : [ipaddr.parseCIDR(cidr)]))
}

/**
 * Returns whether an IP address belongs to the public internet, and to none of these networks. Not public: private,
 * loopback, link-local, multicast, shared (CGNAT) and reserved addresses, and IPv6 forms that hold an IPv4 address (mapped,
 * NAT64, 6to4, Teredo, ISATAP); and what is served to the machines of one cloud alone.
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
