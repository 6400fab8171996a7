import type { ColumnOf, Service } from '../../../server/plugin.ts'
import type { KeyContext } from '../transmission/storeKeys.ts'
import type { Authority } from '../transport/authority.ts'
import { CallFailure } from '../transport/soapCall.ts'
import { askNational } from './askNational.ts'
import { keepDistributed } from './keepDistributed.ts'
import { readDistributed } from './readDistributed.ts'

interface Bringing {
  readonly service: KeyContext & Pick<Service, 'log'>
  readonly authority: Authority
}

/**
 * Fetches the whole note of which the store knew a summary, by its key: once the store knows of it or confirms it the authority gives it, and the reading
 * by numbers may have to wait for an hour. Where it is not there yet, or cannot be kept now, that reading brings it: what the store said of the note is
 * decided and stands, so nothing that goes wrong here is told to whoever said it.
 */
export async function bringNote(bringing: Bringing, lojaId: number, nfeId: number): Promise<void> {
  const { log } = bringing.service
  await fetchByKey(bringing, lojaId, nfeId).catch((error: unknown) => {
    const about = { err: error, loja: lojaId, nota: nfeId }
    if (error instanceof CallFailure) log.warn(about, 'the national tax authority did not answer')
    else log.error(about, 'a note was not brought: the next reading brings it')
  })
}

async function fetchByKey(bringing: Bringing, lojaId: number, nfeId: number): Promise<void> {
  const { service } = bringing
  const { rows } = await service.database.read({ stores: [lojaId] }, q =>
    q.query<{ key: ColumnOf<'nfes', 'chNFe'> }>(
      `SELECT "chNFe" AS key FROM nfes WHERE "lojaId" = $1 AND id = $2 AND "xmlUrl" IS NULL AND ("cienciaOperacao" OR "confirmacaoOperacao")`,
      [lojaId, nfeId],
    ),
  )
  const key = rows[0]?.key
  if (!key) return
  const documents = await readDistributed((await askNational(bringing, lojaId, { key })).documents, lojaId)
  if (documents.length > 0)
    await service.database.write({ stores: [lojaId] }, async q => {
      for (const document of documents) await keepDistributed(q, lojaId, document)
    })
}
