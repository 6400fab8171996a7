import { isIPv6 } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'

/** Characters of what claims to be an address and is none. */
const longest = 64

/**
 * Returns the network by which a limit counts an address: an IPv4 address as it is, also where it comes as an IPv6 one (`::ffff:1.2.3.4`), and of
 * IPv6 the /64, since the owner of one address has all of them.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%', 1)
  return isIPv6(bare) ? normalizeIP(bare) : address.toLowerCase().slice(0, longest)
}
