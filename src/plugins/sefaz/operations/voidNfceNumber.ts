import { operation, requireStore, withUnitOfWork } from '../../../server/plugin.ts'
import { answerStored } from '../issuing/answerStored.ts'
import { invoiceOutput } from '../issuing/invoiceAnswer.ts'
import { storeVoiding } from '../issuing/storeVoiding.ts'
import type { Authority } from '../transport/authority.ts'

/** Voids the number of a record: one that was refused, or one that somebody entered because it was skipped. */
export const voidNfceNumber = (authority: Authority) =>
  operation({
    method: 'POST',
    path: 'Sefaz/inutilizaNumeracaoNFCe',
    title: 'Inutilizar um número de NFC-e',
    gate: 'pdv_relatorios',
    standsAlone: true,
    input: {
      type: 'object',
      properties: {
        lojaId: { type: 'integer' },
        nfceId: { type: 'integer' },
        justificativa: { type: ['string', 'null'], maxLength: 255, description: 'Sem ela, a do registro' },
      },
      required: ['nfceId'],
    },
    output: invoiceOutput,
    messages: [
      'not-found',
      'certificate.missing',
      ...[
        'certificate-expired',
        'store-incomplete',
        'void-issued',
        'voided-before',
        'pending',
        'reason',
        'year',
        'invalid',
        'rejected',
        'request-blocked',
      ].map(code => `nfce.${code}`),
    ],
    async run({ caller, input, writing }) {
      const lojaId = requireStore(caller)
      const { service } = writing
      const stored = await withUnitOfWork(writing, { stores: [lojaId] }, work => storeVoiding({ ...input, lojaId }, work))
      return answerStored({ service, authority }, lojaId, stored)
    },
  })
