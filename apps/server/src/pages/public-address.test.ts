import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import { expect, test, vi } from 'vitest'
import { isPublicAddress, ownNetworks, safeFetch } from './safe-fetch.ts'

vi.mock('node:os', async (original) => {
  return { ...(await original<object>()), networkInterfaces: vi.fn() }
})

test.each(['8.8.8.8', '93.184.216.34', '192.0.43.8', '2606:4700::1111', '2001:4860:4860::8888'])(
  'the address %s counts as public',
  (ip) => expect(isPublicAddress(ip, [])).toBe(true),
)

test.each([
  ['this host', '0.0.0.0', '::'],
  ['loopback', '127.0.0.1', '127.255.255.254', '::1'],
  ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12::1', 'fec0::1'],
  ['link-local', '169.254.169.254', 'fe80::1', 'fe80::1%eth0'],
  ['shared (CGNAT)', '100.64.0.1', '100.127.255.255'],
  ['multicast and broadcast', '224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1'],
  ['reserved', '192.0.0.1', '192.0.2.1', '198.18.0.1', '203.0.113.1', '240.0.0.1', '2001:db8::1', '100::1'],
  ['mapped and compatible', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '::127.0.0.1'],
  ['NAT64', '64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::1'],
  ['6to4 and Teredo', '2002:7f00:1::', '2002:a9fe:a9fe::1', '2001::1'],
  ['a cloud’s own', '168.63.129.16', '161.26.0.10', '166.9.0.1', '192.0.0.192', '100.100.100.200'],
  ['a cloud’s own IPv6', 'fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254', 'fd00:42::42'],
  [
    'ISATAP',
    '2606:4700::5efe:7f00:1',
    '2606:4700::200:5efe:169.254.169.254',
    '2606:4700::300:5efe:a9fe:a9fe',
  ],
  ['anycast and documentation', '192.88.99.1', '192.31.196.1', '192.175.48.1', '3fff::1', '2620:4f:8000::1'],
  ['not given out', '4000::1', '5f00::1'],
  ['no address', 'localhost', '', '1.2.3'],
])('addresses of the kind "%s" are not public', (_kind, ...ips) => {
  for (const ip of ips) expect([ip, isPublicAddress(ip, [])]).toEqual([ip, false])
})

test('an address in a network of this machine is not public while the machine is in that network', async () => {
  const neighbours = ['2a02:810d:4b40:1::9', '2a02:810d:4b40:1:ffff::1', '93.184.217.1', '93.184.216.34']
  const arePublic = (ips: readonly string[]) => ips.map((ip) => isPublicAddress(ip, ownNetworks()))
  const at = (cidr: string | null) => ({ cidr }) as NetworkInterfaceInfo
  vi.mocked(networkInterfaces).mockReturnValue({
    lo: [at('127.0.0.1/8'), at('::1/128')],
    eth0: [at('192.168.1.7/24'), at('2a02:810d:4b40:1::7/64'), at('fe80::7/64')],
    eth1: [at('93.184.216.7/23'), at(null)],
  })
  expect(arePublic(neighbours)).toEqual([false, false, false, false])
  expect(arePublic(['2a02:810d:4b40:2::9', '93.184.218.1', '8.8.8.8'])).toEqual([true, true, true])
  const fetch = safeFetch({ resolve: async () => neighbours.slice(0, 1) })
  expect(await fetch('http://router.example/', { accept: '*/*' })).toMatchObject({ error: 'forbidden' })
  vi.mocked(networkInterfaces).mockReturnValue({})
  expect(arePublic(neighbours)).toEqual([true, true, true, true])
})
