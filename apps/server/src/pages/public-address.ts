import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/** Global unicast addresses of IPv6 (RFC 4291, section 2.4). */
const GLOBAL = ipaddr.parseCIDR('2000::/3')

/**
 * Public addresses that lead to the machine's own host or cloud: Azure's host, and IBM Cloud's services. Others, such as
 * 169.254.169.254, fd00:ec2::254 and 100.100.100.200, are in private ranges.
 */
const OF_THE_CLOUD = ['168.63.129.16/32', '161.26.0.0/16', '166.8.0.0/14'].map((range) =>
  ipaddr.parseCIDR(range),
)
/** ISATAP: an IPv4 address in the last half of an IPv6 address (RFC 5214), with any u and g bits. */
const isIsatap = ([, , , , first, second]: readonly number[]) =>
  second === 0x5efe && ((first ?? 0) & ~0x0300) === 0

export type Network = ReturnType<typeof ipaddr.parseCIDR>

/**
 * The networks of this machine. At home, every device has a public IPv6 address, and the router's firewall admits only its
 * neighbours.
 */
export function ownNetworks(): Network[] {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return own.flatMap(({ cidr }) => (cidr === null ? [] : [ipaddr.parseCIDR(cidr)]))
}

/**
 * Whether an IP address is public and in none of these networks. Not public: private, loopback, link-local, multicast,
 * shared (CGNAT) and reserved addresses; IPv6 forms that contain an IPv4 address (mapped, NAT64, 6to4, Teredo, ISATAP); and
 * addresses of one cloud only.
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
