import type { Job, RowOf } from '../../../server/plugin.ts'
import { fetchNotes } from '../receiving/fetchNotes.ts'
import type { Authority } from '../transport/authority.ts'
import { CallFailure } from '../transport/soapCall.ts'

/** Every hour, stores with a certificate that still holds fetch what suppliers issued to them. */
export const fetchOfStores = (authority: Authority): Job => ({
  id: 'received-notes',
  cron: '17 * * * *',
  perStore: true,
  async run({ store, ...service }) {
    if (!store) return
    const ready = await service.database.read({ stores: [store.id] }, async q => {
      const { rows } = await q.query<RowOf<'lojas', 'cnpj'>>(
        `SELECT l.cnpj FROM "Loja_certificados" c JOIN lojas l ON l."lojaId" = c."lojaId" AND l.id = c."lojaId"
         WHERE c."lojaId" = $1 AND c."validoAte" > now()`,
        [store.id],
      )
      return rows.some(({ cnpj }) => cnpj !== null)
    })
    if (!ready) return
    try {
      await fetchNotes({ service, authority }, store.id)
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      service.log.warn({ err: error, loja: store.id }, 'the national tax authority did not answer')
    }
  },
})
