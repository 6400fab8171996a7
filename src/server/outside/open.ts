import type { PluginGround } from '../plugin.ts'
import { type AskedOf, type Given, openStandIn, type StandIn } from './standIn.ts'

export interface Wanted {
  /** Environment variable that holds the service's base address. */
  readonly variable: string
  /** Where the public service is; absent where everybody has an own one. */
  readonly otherwise?: string
  /** How a stand-in answers. */
  answer(asked: AskedOf, address: string): Given
}

/** Where a service is found: where the installation says, else at a stand-in (demo), else where the public knows it. */
export interface Found {
  readonly address: string | undefined
  readonly standIn?: StandIn
  close(): Promise<void>
}

export async function findService({ env, demo, log }: PluginGround, { variable, otherwise, answer }: Wanted): Promise<Found> {
  const configured = env[variable]?.trim() || undefined
  if (configured !== undefined || !demo) return { address: configured ?? otherwise, close: async () => undefined }
  const standIn: StandIn = await openStandIn(asked => answer(asked, standIn.address))
  log.info({ variable }, 'a local stand-in answers: no address is configured')
  return { address: standIn.address, standIn, close: standIn.close }
}
