import type { Agent } from 'node:https'
import { inSpan } from '../../../server/plugin.ts'
import { readEndpoints, type ServiceWish } from './endpoints.ts'
import { type CallerIdentity, callService, openConnections, trustedRoots } from './soapCall.ts'

/** The tax authority, wherever its services are. */
export interface Authority {
  /** Makes a call; gives the answer's envelope. @throws CallFailure */
  call(wish: ServiceWish, message: string, identity: CallerIdentity): Promise<string>
}

/** Callers whose connections are kept; who called longest ago goes first. */
const mostCallers = 200

/** @param simulated a simulated authority that answers in place of all, and whose root is the only one that is trusted */
export function openAuthority(simulated?: { readonly address: string; readonly root: string }): Authority {
  const endpoints = readEndpoints(simulated?.address)
  const roots = simulated ? [simulated.root] : trustedRoots()
  const callers = new Map<string, Agent>()
  const connectionsOf = (identity: CallerIdentity): Agent => {
    const agent = callers.get(identity.certificate) ?? openConnections(identity, roots)
    callers.delete(identity.certificate)
    callers.set(identity.certificate, agent)
    const [first] = callers.keys()
    // Its connections end by themselves, once they are idle.
    if (callers.size > mostCallers && first !== undefined) callers.delete(first)
    return agent
  }
  return {
    async call(wish, message, identity) {
      const endpoint = endpoints(wish)
      const values = { 'server.address': new URL(endpoint.url).hostname, 'rpc.method': endpoint.operation }
      return inSpan({ name: 'integration sefaz', kind: 'client', values }, () =>
        callService(endpoint, message, connectionsOf(identity)),
      )
    },
  }
}
