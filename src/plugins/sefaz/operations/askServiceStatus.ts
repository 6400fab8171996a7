import { codeOfState } from '../../../domain/fiscal/core/public.ts'
import {
  ApiError,
  inTransaction,
  lockRecords,
  type OperationContext,
  objectOf,
  operation,
  type Queries,
  type RowOf,
  requireStore,
  saveOneRecord,
  tableOf,
} from '../../../server/plugin.ts'
import { readKeyText, type StoredKey } from '../certificate/storedCertificate.ts'
import { askStatus } from '../services/askStatus.ts'
import type { Authority } from '../transport/authority.ts'
import { CallFailure } from '../transport/soapCall.ts'

/** Asks the authority of the store's state whether it works, with the store's certificate; its answer stays with the certificate. */
export const askServiceStatus = (authority: Authority) =>
  operation({
    method: 'POST',
    path: 'sefaz/consultaStatusNFe',
    title: 'Consultar o status da SEFAZ',
    gate: 'owner || admin',
    input: { type: 'object', properties: { lojaId: { type: 'integer' } } },
    output: objectOf({
      cStat: { type: 'string' },
      xMotivo: { type: 'string' },
      ambiente: { type: 'integer', enum: [1, 2], description: 'De quem respondeu' },
    }),
    messages: ['certificate.missing', 'certificate.store-state', 'certificate.silent'],
    async run(running) {
      const lojaId = requireStore(running.caller)
      const { uf: state, ambiente: environment } = await running.database.read({ stores: [lojaId] }, q => placeOf(q, lojaId))
      const stateCode = codeOfState(state)
      if (stateCode === undefined) throw new ApiError(400, 'certificate.store-state')
      const { id, key } = await installedKey(running, lojaId)
      // Outside of any transaction: a slow authority holds nothing.
      const status = await askStatus(authority, { environment, state, stateCode }, key).catch((error: unknown) => {
        if (!(error instanceof CallFailure)) throw error
        running.log.warn({ err: error }, 'the tax authority did not answer')
        throw new ApiError(424, 'certificate.silent')
      })
      await keepStatus(running, id, status)
      return status
    },
  })

type Running = OperationContext<unknown>

interface Place {
  readonly uf: string
  readonly ambiente: 1 | 2
}

async function placeOf(q: Queries, lojaId: number): Promise<Place> {
  const { rows } = await q.query<Place>(
    `SELECT coalesce(uf, '') AS uf, coalesce(ambiente_fiscal, 2)::int AS ambiente FROM lojas WHERE "lojaId" = $1 AND id = $1`,
    [lojaId],
  )
  return rows[0] ?? { uf: '', ambiente: 2 }
}

async function installedKey({ model, writing }: Running, lojaId: number): Promise<{ id: unknown; key: StoredKey }> {
  const table = tableOf(model, 'Loja_certificados')
  return inTransaction(writing, table.register, async work => {
    const { rows } = await work.q.query<RowOf<'Loja_certificados', 'id'>>(
      `SELECT id FROM ${table.sql} WHERE "lojaId" = $1 ORDER BY id`,
      [lojaId],
    )
    const [found] = await lockRecords(
      table,
      rows.map(row => row.id),
      work,
      'all',
    )
    const key = readKeyText(found?.arquivo)
    if (!found || !key) throw new ApiError(400, 'certificate.missing')
    return { id: found.id, key }
  })
}

async function keepStatus(
  { model, writing }: Running,
  id: unknown,
  { cStat, xMotivo }: { cStat: string; xMotivo: string },
): Promise<void> {
  const table = tableOf(model, 'Loja_certificados')
  await inTransaction(writing, table.register, async work => {
    const [found] = await lockRecords(table, [id], work, 'all')
    // Uninstalled meanwhile.
    if (!found) return
    const said = { id: found.id, version: found.version, cStat: cStat.slice(0, 4), xMotivo: xMotivo.slice(0, 255) }
    await saveOneRecord({ ...said, consultado_em: new Date().toISOString() }, table, { ...work, byServer: true })
  })
}
