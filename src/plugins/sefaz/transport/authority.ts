import { readEndpoints, type ServiceWish } from './endpoints.ts'
import { type CallerIdentity, callService, trustedRoots } from './soapCall.ts'

/** The tax authority, wherever its services are. */
export interface Authority {
  /** Makes a call; gives the answer's envelope. @throws CallFailure */
  call(wish: ServiceWish, message: string, identity: CallerIdentity): Promise<string>
}

/** @param standIn a simulated authority that answers in place of all, and whose root is the only one that is trusted */
export function openAuthority(standIn?: { readonly address: string; readonly root: string }): Authority {
  const endpoints = readEndpoints(standIn?.address)
  const roots = standIn ? [standIn.root] : trustedRoots()
  return { call: (wish, message, identity) => callService(endpoints(wish), message, identity, roots) }
}
