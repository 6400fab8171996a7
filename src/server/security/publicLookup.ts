import { type LookupAddress, lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Networks that are no place of a public service: own machine, own network, link, documentation, multicast, and ways to write them in IPv6. */
const inside = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const)
  inside.addSubnet(network, bits, 'ipv6')

/** Tells whether an address is one of the public internet; IPv4 within IPv6 counts as what it holds. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && !inside.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

type Resolve = (host: string, answer: (error: Error | null, found: readonly LookupAddress[]) => void) => void

const resolveAll: Resolve = (host, answer) => lookup(host, { all: true }, (error, found) => answer(error, found ?? []))

/**
 * Looks names up for a connection, and fails where any of the answers is no public address. The connection goes where this said: a name
 * that is asked again and answers otherwise changes nothing.
 */
export const publicLookup =
  (resolve: Resolve = resolveAll): LookupFunction =>
  (host, options, done) =>
    resolve(host, (error, found) => {
      const [first] = found
      if (error || !first || !found.every(({ address }) => isPublicAddress(address)))
        done(error ?? new Error(`${host} is no public place`), [])
      else if (options.all) done(null, [...found])
      else done(null, first.address, first.family)
    })
