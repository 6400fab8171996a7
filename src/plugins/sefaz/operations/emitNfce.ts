import { operation, requireStore, withUnitOfWork } from '../../../server/plugin.ts'
import { answerStored } from '../issuing/answerStored.ts'
import { invoiceOutput } from '../issuing/invoiceAnswer.ts'
import { storeNote } from '../issuing/storeNote.ts'
import type { Authority } from '../transport/authority.ts'

/**
 * Issues the consumer's note of a sale: stores number, key and signed bytes, then sends these. Where the authority does not answer, the note waits,
 * and asking again asks for its key.
 */
export const emitNfce = (authority: Authority) =>
  operation({
    method: 'POST',
    path: 'Sefaz/emiteNFCe',
    title: 'Emitir a NFC-e de uma venda',
    gate: 'pdv_relatorios',
    standsAlone: true,
    input: {
      type: 'object',
      properties: {
        lojaId: { type: 'integer' },
        equipamentoId: { type: ['integer', 'null'], description: 'De quem é a numeração; sem ele, o equipamento da venda' },
        movimentoId: { type: 'integer' },
      },
      required: ['movimentoId'],
    },
    output: invoiceOutput,
    messages: [
      'not-found',
      'certificate.missing',
      ...[
        'certificate-expired',
        'not-a-sale',
        'other-system',
        'sale-cancelled',
        'sale-open',
        'invoiced',
        'nothing',
        'equipment',
        'series-missing',
        'series-shared',
        'store-incomplete',
        'product-incomplete',
        'payment-code',
        'recipient',
        'total',
        'calculation',
        'benefit-unlike',
        'benefit-missing',
        'invalid',
        'rejected',
        'same-rejection',
      ].map(code => `nfce.${code}`),
    ],
    async run({ caller, input, writing }) {
      const lojaId = requireStore(caller)
      const { service } = writing
      const stored = await withUnitOfWork(writing, { stores: [lojaId] }, work => storeNote({ ...input, lojaId }, work))
      return answerStored({ service, authority }, lojaId, stored)
    },
  })
