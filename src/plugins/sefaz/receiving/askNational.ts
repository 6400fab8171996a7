import { codeOfState } from '../../../domain/fiscal/core/public.ts'
import { ApiError } from '../../../server/plugin.ts'
import { type Distribution, type DistributionWish, fetchDistribution } from '../services/fetchDistribution.ts'
import { readStore } from '../transmission/readStore.ts'
import { type KeyContext, storeKeys } from '../transmission/storeKeys.ts'
import type { Authority } from '../transport/authority.ts'

/** Asks the national authority as a store, in its environment and with its certificate. @throws CallFailure */
export async function askNational(
  { service, authority }: { readonly service: KeyContext; readonly authority: Authority },
  lojaId: number,
  from: DistributionWish['from'],
): Promise<Distribution> {
  const { keys, store } = await service.database.read({ stores: [lojaId] }, async q => ({
    keys: await storeKeys(q, lojaId, service),
    store: await readStore(q, lojaId),
  }))
  const stateCode = codeOfState(keys.state)
  if (stateCode === undefined) throw new ApiError(400, 'certificate.store-state')
  const environment = store.ambiente_fiscal === 1 ? 1 : 2
  return fetchDistribution(authority, { environment, stateCode, cnpj: store.cnpj ?? '', from }, keys.identity)
}
