import {
  inputOfStore,
  inTransaction,
  letterRefusals,
  objectOf,
  operation,
  requireStore,
  tableOf,
} from '../../../server/domain.ts'
import { completeDemo, daysOfMonth } from '../../fiscal/public.ts'
import { mailArchive } from '../archive/mailArchive.ts'
import { monthFile } from '../archive/monthFile.ts'

/** Sends a month's documents to the accountant: by the outbox, which tries again where the mail server is away. */
export const sendArchive = operation({
  method: 'POST',
  path: 'Contador_arquivo/sendEmail',
  title: 'Enviar os documentos fiscais de um mês ao contador',
  gate: 'cadastros_ver',
  input: inputOfStore({ arquivoId: { type: 'integer' } }),
  output: objectOf({ id: { type: 'integer' }, email: { type: 'string' } }),
  messages: ['not-found', 'accountant.no-address', 'accountant.no-documents', 'accountant.too-large', ...letterRefusals],
  async run({ model, caller, input: { arquivoId }, database, writing }) {
    const lojaId = requireStore(caller)
    const { mes } = await database.read({ stores: [lojaId] }, q => monthFile(q, lojaId, arquivoId))
    await completeDemo(writing.service, lojaId, daysOfMonth(lojaId, mes))
    const { register } = tableOf(model, 'Contador_arquivo')
    return inTransaction(writing, register, async ({ q, changes, service: { dataDir } }) => {
      const file = await monthFile(q, lojaId, arquivoId, 'FOR UPDATE')
      const email = await mailArchive({ q, model, dataDir, lojaId, zone: caller.zone }, file)
      changes.push({ register, lojaId, id: String(arquivoId) })
      return { id: arquivoId, email }
    })
  },
})
