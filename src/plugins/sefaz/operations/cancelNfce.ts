import { operation, requireStore, withUnitOfWork } from '../../../server/plugin.ts'
import { storeCancellation } from '../cancelling/storeCancellation.ts'
import { answerStored } from '../issuing/answerStored.ts'
import { invoiceOutput } from '../issuing/invoiceAnswer.ts'
import type { Authority } from '../transport/authority.ts'

/** Cancels the authorised note of a sale, within the time that the law gives. */
export const cancelNfce = (authority: Authority) =>
  operation({
    method: 'POST',
    path: 'Sefaz/cancelaNFCe',
    title: 'Cancelar a NFC-e de uma venda',
    gate: 'pdv_relatorios',
    standsAlone: true,
    input: {
      type: 'object',
      properties: { lojaId: { type: 'integer' }, movimentoId: { type: 'integer' } },
      required: ['movimentoId'],
    },
    output: invoiceOutput,
    messages: [
      'not-found',
      'certificate.missing',
      ...['certificate-expired', 'none', 'xml-missing', 'cancel-late', 'invalid', 'rejected', 'request-blocked'].map(
        code => `nfce.${code}`,
      ),
    ],
    async run({ caller, input: { movimentoId }, writing }) {
      const lojaId = requireStore(caller)
      const { service } = writing
      const stored = await withUnitOfWork(writing, { stores: [lojaId] }, work => storeCancellation({ lojaId, movimentoId }, work))
      return answerStored({ service, authority }, lojaId, stored)
    },
  })
