import {
  inputOfStore,
  type Operation,
  type OperationContext,
  type OperationInput,
  operation,
  requireStore,
  type UnitOfWork,
  withUnitOfWork,
} from '../../../server/plugin.ts'
import { storeCancellation } from '../cancelling/storeCancellation.ts'
import { answerStored, type ConsumerNoteAnswer } from '../issuing/answerStored.ts'
import { type StoredNote, storeNote } from '../issuing/storeNote.ts'
import { storeVoiding } from '../issuing/storeVoiding.ts'
import { noteAnswerOutput } from '../transmission/answerWords.ts'
import type { Authority } from '../transport/authority.ts'

const nfce = (codes: readonly string[]): string[] => ['not-found', 'certificate.missing', ...codes.map(code => `nfce.${code}`)]

/** Members that the calls on consumers' notes share. */
const shared = {
  method: 'POST',
  gate: 'pdv_relatorios',
  standsAlone: true,
  output: noteAnswerOutput('nfceId', 'chNFe'),
} as const

/** Stores the message of a call, sends it and answers with the record of the note. Where the authority does not answer, asking again asks for its key. */
const answering =
  <I extends object>(
    authority: Authority,
    store: (wish: I & { readonly lojaId: number }, work: UnitOfWork) => Promise<StoredNote>,
  ) =>
  async ({ caller, input, writing }: OperationContext<I>): Promise<ConsumerNoteAnswer> => {
    const lojaId = requireStore(caller)
    const stored = await withUnitOfWork(writing, { stores: [lojaId] }, work => store({ ...input, lojaId }, work))
    return answerStored({ service: writing.service, authority }, lojaId, stored)
  }

/** Why a sale gets no note. */
const refusals = [
  'certificate-expired',
  'not-a-sale',
  'other-system',
  'sale-cancelled',
  'sale-simulated',
  'sale-open',
  'invoiced',
  'nothing',
  'equipment',
  'series-missing',
  'series-shared',
  'store-incomplete',
  'product-cst',
  'product-csosn',
  'product-cfop',
  'product-code',
  'product-withheld',
  'tax-id',
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
] as const

/** The calls that issue the consumer's note of a sale, cancel it within the time that the law gives, and void the number of a record. */
export const consumerNoteCalls = (authority: Authority): readonly Operation[] => [
  operation({
    ...shared,
    path: 'Sefaz/emiteNFCe',
    title: 'Emitir a NFC-e de uma venda',
    input: inputOfStore(
      {
        equipamentoId: { type: ['integer', 'null'], description: 'De quem é a numeração; sem ele, o equipamento da venda' },
        movimentoId: { type: 'integer' },
      },
      ['movimentoId'],
    ),
    messages: nfce(refusals),
    run: answering<OperationInput<'POST Sefaz/emiteNFCe'>>(authority, storeNote),
  }),
  operation({
    ...shared,
    path: 'Sefaz/cancelaNFCe',
    title: 'Cancelar a NFC-e de uma venda',
    input: inputOfStore({ movimentoId: { type: 'integer' } }),
    messages: nfce(['certificate-expired', 'none', 'xml-missing', 'cancel-late', 'invalid', 'rejected', 'request-blocked']),
    run: answering<OperationInput<'POST Sefaz/cancelaNFCe'>>(authority, storeCancellation),
  }),
  operation({
    ...shared,
    path: 'Sefaz/inutilizaNumeracaoNFCe',
    title: 'Inutilizar um número de NFC-e',
    input: inputOfStore(
      {
        nfceId: { type: 'integer' },
        justificativa: { type: ['string', 'null'], maxLength: 255, description: 'Sem ela, a do registro' },
      },
      ['nfceId'],
    ),
    messages: nfce([
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
    ]),
    run: answering<OperationInput<'POST Sefaz/inutilizaNumeracaoNFCe'>>(authority, storeVoiding),
  }),
]
