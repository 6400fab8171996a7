import { isIPv6 } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'

/** Characters of what claims to be an address and is none. */
const longest = 64

/**
 * What a limit counts an address by: an IPv4 address as it is, also where it comes as an IPv6 one (`::ffff:1.2.3.4`), and of IPv6 the /64, of
 * which whoever has one address has all.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%', 1)
  return isIPv6(bare) ? normalizeIP(bare) : address.toLowerCase().slice(0, longest)
}
