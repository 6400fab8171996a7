import { ApiError, type OperationContext, objectOf, requireStore } from '../../../server/plugin.ts'
import { type Installed, installationsFor, readInstalled } from '../installed.ts'
import type { MercadoPago } from '../mercadoPago.ts'
import type { RenewalContext } from '../renewTokens.ts'

/** The gate of these calls. */
export const gate = 'owner || admin'
export const storeInput = { lojaId: { type: 'integer' } }
export const done = objectOf({ instalado: { type: 'boolean' } })

/** Returns the installation of the caller's store. Throws ApiError 404 where it has none, or only the beginning of one. */
export async function requireInstalled<I>(running: OperationContext<I>): Promise<Installed> {
  const lojaId = requireStore(running.caller)
  const found = await running.database.read({ stores: [lojaId] }, q => installationsFor(running).read(q, lojaId))
  if (!found?.instalado_em) throw new ApiError(404, 'mercado-pago.not-installed')
  return readInstalled(found)
}

/** Returns the services by which the store's tokens are renewed within a call. */
export const renewalContext = <I>(running: OperationContext<I>, mercadoPago: MercadoPago): RenewalContext => ({
  mercadoPago,
  installations: installationsFor(running),
  database: running.writing.service.database,
})
