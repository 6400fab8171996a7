import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIP } from 'node:net'

/** Decides who may read the figures: callers with the token, or from one of the addresses. */
export interface MetricsAccess {
  allows(request: { readonly address: string; readonly authorization: string | undefined }): boolean
}

/** METRICS_TOKEN and METRICS_ADDRESSES (addresses, or networks as 10.0.0.0/8, with commas between); undefined where neither is set: there are no figures. */
export function readMetricsAccess(env: NodeJS.ProcessEnv = process.env): MetricsAccess | undefined {
  const { METRICS_TOKEN: token, METRICS_ADDRESSES: addresses } = env
  if (!token && !addresses) return undefined
  const known = addressList(addresses ?? '')
  return {
    allows: ({ address, authorization }) =>
      isListed(known, address) || (Boolean(token) && isSame(authorization ?? '', `Bearer ${token}`)),
  }
}

function addressList(text: string): BlockList {
  const list = new BlockList()
  for (const each of text.split(',').map(part => part.trim())) {
    if (each === '') continue
    const [address = '', bits] = each.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    const most = family === 'ipv6' ? 128 : 32
    const length = Number(bits ?? most)
    // "10.0.0.0/" is a mistake, not a network of everybody.
    if (isIP(address) === 0 || bits === '' || !Number.isInteger(length) || length < 1 || length > most)
      throw new Error(`METRICS_ADDRESSES holds no address: ${each}`)
    list.addSubnet(address, length, family)
  }
  return list
}

/** IPv4 addresses come dressed as IPv6 where a server listens on both. */
function isListed(list: BlockList, text: string): boolean {
  const address = text.replace(/^::ffff:(?=\d+\.)/i, '')
  const family = isIP(address)
  return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))
