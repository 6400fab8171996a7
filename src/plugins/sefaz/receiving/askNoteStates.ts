import { setTimeout as pause } from 'node:timers/promises'
import { stateByCode } from '../../../domain/fiscal/core/public.ts'
import { ApiError, type Service } from '../../../server/plugin.ts'
import { type KeyState, queryKey } from '../services/noteServices.ts'
import { type KeyContext, type StoreKeys, storeKeys } from '../transmission/storeKeys.ts'
import type { Authority } from '../transport/authority.ts'
import type { NoteFile } from './readNoteFile.ts'

interface Asking {
  readonly service: KeyContext & Pick<Service, 'log'>
  readonly authority: Authority
}

/** Notes of an upload that are asked for; the authority minds who asks for whole folders (656). */
const mostAsked = 20

/** Milliseconds that an upload waits for all answers together. */
const patience = 6000

/**
 * Asks the authorities that authorised notes what became of them since: a file cannot say that its note was cancelled. Gives what was answered in
 * time, by key; nothing where the store has no certificate. Who does not answer holds up nothing.
 */
export async function askNoteStates(
  { service, authority }: Asking,
  lojaId: number,
  files: readonly NoteFile[],
): Promise<ReadonlyMap<string, KeyState>> {
  const states = new Map<string, KeyState>()
  const keys = await keysOf(service, lojaId)
  if (!keys) return states
  const asked = files.slice(0, mostAsked).map(async ({ note: { chNFe, ambiente } }) => {
    const state = stateByCode[chNFe.slice(0, 2)]
    if (state === undefined) return
    const to = {
      authority,
      identity: keys.identity,
      model: '55' as const,
      environment: ambiente,
      state,
    }
    states.set(chNFe, await queryKey(to, chNFe))
  })
  const answered = Promise.allSettled(asked).then(all => {
    const failed = all.find(one => one.status === 'rejected')
    if (failed) service.log.warn({ err: failed.reason, loja: lojaId }, 'the tax authority did not tell the state of a note')
  })
  await Promise.race([answered, pause(patience, undefined, { ref: false })])
  return new Map(states)
}

/** A store without a certificate that holds asks nobody. */
const keysOf = async (service: KeyContext, lojaId: number): Promise<StoreKeys | undefined> =>
  service.database
    .read({ stores: [lojaId] }, q => storeKeys(q, lojaId, service))
    .catch((error: unknown) => {
      if (error instanceof ApiError) return undefined
      throw error
    })

/** `cSitNFe` of what the authority says: denied or cancelled. A note that stands says nothing, as one that nobody asked for. */
export const situationOf = (state: KeyState | undefined): 2 | 3 | undefined =>
  state === undefined
    ? undefined
    : ['101', '151', '155'].includes(state.cStat)
      ? 3
      : ['110', '205', '301', '302', '303'].includes(state.cStat)
        ? 2
        : undefined
