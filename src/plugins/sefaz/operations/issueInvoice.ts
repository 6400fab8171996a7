import { codeOfState } from '../../../domain/fiscal/core/public.ts'
import {
  ApiError,
  inputOfStore,
  type OperationContext,
  type OperationInput,
  operation,
  requireStore,
  withUnitOfWork,
} from '../../../server/plugin.ts'
import { answerInvoice } from '../invoices/answerInvoice.ts'
import { storeInvoice } from '../invoices/storeInvoice.ts'
import { askStatus } from '../services/askStatus.ts'
import { noteAnswerOutput } from '../transmission/answerWords.ts'
import { readStore } from '../transmission/readStore.ts'
import { storeKeys } from '../transmission/storeKeys.ts'
import type { Authority } from '../transport/authority.ts'
import { contingencyAuthority } from '../transport/contingencyAuthority.ts'
import { CallFailure } from '../transport/soapCall.ts'

type Input = OperationInput<'POST Sefaz/emiteNFe'>

/** The messages that keep an invoice from being signed, and those about its numbers. */
export const signingMessages: readonly string[] = [
  'not-found',
  'certificate.missing',
  'nfce.certificate-expired',
  'nfce.invalid',
  'nfce.request-blocked',
]

/** Issues the NF-e of a draft: stores the signed bytes, then sends these. Where the authority does not answer, the note waits, and asking again asks for its key. */
export const issueInvoice = (authority: Authority) =>
  operation({
    method: 'POST',
    path: 'Sefaz/emiteNFe',
    title: 'Emitir uma NF-e',
    gate: 'estoque_ver',
    standsAlone: true,
    input: inputOfStore(
      {
        nfeId: { type: 'integer' },
        contingencia: { type: ['boolean', 'null'], description: 'Na SEFAZ virtual de contingência, se ela estiver ativada' },
      },
      ['nfeId'],
    ),
    output: noteAnswerOutput('nfeId', 'chave'),
    messages: [
      ...signingMessages,
      'certificate.silent',
      'certificate.store-state',
      ...[
        'calculation',
        'changed',
        'contingency-off',
        'incomplete',
        'is-voiding',
        'item-cst',
        'item-csosn',
        'item-incomplete',
        'items-missing',
        'key-digit',
        'number-voided',
        'no-payment-value',
        'payments-missing',
        'payments-total',
        'recipient-address',
        'recipient-city-code',
        'recipient-city-state',
        'recipient-country',
        'recipient-missing',
        'recipient-number',
        'recipient-state',
        'recipient-tax-id',
        'reference-missing',
        'return-item',
        'same-rejection',
        'sale-told',
        'cfop-enters',
        'cfop-leaves',
        'cfop-place',
        'interstate-rate',
        'cfop-returns',
        'cfop-unknown',
        'export-icms',
        'foreign-counter',
        'foreign-operation',
        'foreign-recipient',
        'foreign-registration',
        'import',
        'store-city-state',
        'store-incomplete',
        'total-zero',
        'total-zero-class',
      ].map(code => `nfe.${code}`),
    ],
    async run(running) {
      const { caller, input, writing } = running
      const lojaId = requireStore(caller)
      const contingencia = input.contingencia === true
      if (contingencia) await demandContingency(authority, running, lojaId)
      const wish = { lojaId, nfeId: input.nfeId, contingencia }
      const stored = await withUnitOfWork(writing, { stores: [lojaId] }, work => storeInvoice(wish, work))
      const { refused: _, ...answer } = await answerInvoice({ service: writing.service, authority }, lojaId, stored)
      return answer
    },
  })

/** The virtual authority is used only while its own status says that it works. */
async function demandContingency(
  authority: Authority,
  { writing: { service } }: OperationContext<Input>,
  lojaId: number,
): Promise<void> {
  const { store, keys } = await service.database.read({ stores: [lojaId] }, async q => ({
    store: await readStore(q, lojaId),
    keys: await storeKeys(q, lojaId, service),
  }))
  const stateCode = codeOfState(store.uf ?? '')
  if (stateCode === undefined) throw new ApiError(400, 'certificate.store-state')
  const { name: state } = contingencyAuthority(store.uf ?? '')
  const asked = { environment: store.ambiente_fiscal, state, stateCode }
  const { cStat, xMotivo } = await askStatus(authority, asked, keys.identity).catch((error: unknown) => {
    if (!(error instanceof CallFailure)) throw error
    throw new ApiError(424, 'certificate.silent')
  })
  if (cStat !== '107') throw new ApiError(400, 'nfe.contingency-off', { cStat, xMotivo })
}
