import { networkOf } from '../access/networkOf.ts'
import { secretsOfInstallation } from '../database/secret.ts'
import { ApiError } from '../error.ts'
import { countInWindow, uncountInWindow } from '../operations/countInWindow.ts'
import type { Service } from '../service.ts'
import { admitBelowCeiling, demandWork } from '../session/ceiling.ts'
import { isWorkProved, proofChallenge } from '../session/proofOfWork.ts'
import type { OpenPage } from './openPage.ts'

const PURPOSE = 'visit'

interface Visit {
  readonly address: string
  readonly proof?: string | undefined
}

/**
 * Counts what a visitor sends: by network and store, by store, and by all stores. Above its limit nothing is taken (429), and a store that many write to
 * asks their browsers for work first (428): it counts nothing then.
 */
export async function admitVisit(
  service: Service,
  { table, visitors, store }: OpenPage,
  { address, proof }: Visit,
): Promise<void> {
  const q = service.database.system
  const { limit } = visitors
  const span = limit.seconds * 1000
  const keys = [
    `visit ${table.register.name} ${store.id}`,
    `visit ${table.register.name} ${store.id} ${networkOf(address)}`,
  ] as const
  const ofStore = await countInWindow(q, keys[0], span)
  try {
    if (limit.proofAbove !== undefined && ofStore.current > limit.proofAbove) await demandOwnWork(service, proof)
    else await demandWork(service, PURPOSE, proof)
  } catch (error) {
    await uncountInWindow(q, keys[0])
    throw error
  }
  const ofNetwork = await countInWindow(q, keys[1], span)
  const over = [ofNetwork.current > limit.address && ofNetwork, ofStore.current > limit.store && ofStore].find(
    one => one !== false,
  )
  if (over) {
    // A network that is beyond its own limit must not use up that of the store.
    if (ofNetwork.current > limit.address) await uncountInWindow(q, keys[0])
    throw new ApiError(429, 'rate-limited', { seconds: Math.max(1, Math.ceil(over.ttl / 1000)) })
  }
  await admitBelowCeiling(q, service.model().limits, PURPOSE, async () => false)
}

async function demandOwnWork({ database, dataDir }: Service, proof: string | undefined): Promise<void> {
  const secrets = secretsOfInstallation(dataDir)
  if (await isWorkProved(database.system, secrets, PURPOSE, proof)) return
  throw new ApiError(428, 'proof-required', {}, [], { proof: proofChallenge(secrets, PURPOSE) })
}
