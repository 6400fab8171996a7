import { ApiError, type Operation, operation, requireStore, withUnitOfWork } from '../../../server/plugin.ts'
import { answerInvoice } from '../invoices/answerInvoice.ts'
import { type InvoiceEventWish, storeInvoiceEvent } from '../invoices/storeInvoiceEvent.ts'
import { noteAnswerOutput } from '../transmission/answerWords.ts'
import type { Authority } from '../transport/authority.ts'
import { signingMessages } from './issueInvoice.ts'

/** How the authority is asked for an event on an authorised note. */
interface Change {
  readonly tipo: InvoiceEventWish['tipo']
  readonly path: 'Sefaz/cancelaNFe' | 'Sefaz/corrigeNFe'
  readonly title: string
  /** The member that holds its text, and the most that it takes. */
  readonly text: 'motivo' | 'correcao'
  readonly most: number
  readonly messages: readonly string[]
  /** A refusal of the authority is one of the call: its success has words of its own. */
  readonly refuses: boolean
}

const changes: readonly Change[] = [
  {
    tipo: 'CANCELAMENTO',
    path: 'Sefaz/cancelaNFe',
    title: 'Cancelar uma NF-e autorizada',
    text: 'motivo',
    most: 255,
    messages: ['nfe.reason-short'],
    refuses: false,
  },
  {
    tipo: 'CORRECAO',
    path: 'Sefaz/corrigeNFe',
    title: 'Corrigir uma NF-e autorizada por carta de correção',
    text: 'correcao',
    most: 512,
    messages: ['nfe.correction-short', 'nfe.correction-late', 'nfe.corrections-used', 'nfce.rejected'],
    refuses: true,
  },
]

/** The calls that cancel and correct authorised notes. */
export const changeInvoice = (authority: Authority): readonly Operation[] =>
  changes.map(({ tipo, path, title, text, most, messages, refuses }) =>
    operation({
      method: 'POST',
      path,
      title,
      gate: 'estoque_ver',
      standsAlone: true,
      input: {
        type: 'object',
        properties: {
          lojaId: { type: 'integer' },
          nfeId: { type: 'integer' },
          [text]: { type: 'string', maxLength: most, description: 'No mínimo 15 caracteres' },
        },
        required: ['nfeId', text],
      },
      output: noteAnswerOutput('nfeId', 'chave'),
      messages: [...signingMessages, 'nfe.not-issued', 'nfe.event-pending', 'nfe.fifteen', 'nfce.xml-missing', ...messages],
      async run({ caller, input, writing }) {
        const lojaId = requireStore(caller)
        const wish = { lojaId, nfeId: input.nfeId, tipo, texto: 'motivo' in input ? input.motivo : input.correcao }
        const stored = await withUnitOfWork(writing, { stores: [lojaId] }, work => storeInvoiceEvent(wish, work))
        const { refused, ...answer } = await answerInvoice({ service: writing.service, authority }, lojaId, stored)
        const { cStat, xMotivo } = answer
        if (refused && refuses) throw new ApiError(400, 'nfce.rejected', { cStat: cStat ?? '', xMotivo: xMotivo ?? '', hint: '' })
        return answer
      },
    }),
  )
