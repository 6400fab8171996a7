import { formatMessage } from '../../../model/formatMessage.ts'
import {
  ApiError,
  inputOfStore,
  inTransaction,
  objectOf,
  operation,
  requireStore,
  tableOf,
  validationError,
} from '../../../server/domain.ts'
import { completeDemo, daysOfMonth } from '../../fiscal/public.ts'
import { isEmptyMonth, readMonth } from '../archive/monthDocuments.ts'
import { addMonthFile } from '../archive/monthFile.ts'
import { readMonthText } from '../archive/monthText.ts'

/** Makes the file of a month before its time, or of one long ago: the first of each month makes that of the last by itself. */
export const makeArchive = operation({
  method: 'POST',
  path: 'Contador_arquivo/gera',
  title: 'Gerar o arquivo de um mês',
  gate: 'cadastros_ver',
  input: inputOfStore({
    anoMesReferencia: { type: 'string', maxLength: 20, description: 'AAAA-MM, ou como se escreve: 11/2026, nov/26' },
  }),
  output: objectOf({
    id: { type: 'integer' },
    faltam: { type: 'integer', description: 'Documentos do mês cujo XML não está guardado' },
    resposta: { type: 'string' },
  }),
  messages: ['accountant.month-invalid', 'accountant.no-documents', 'accountant.month-there'],
  async run({ model, caller, input: { anoMesReferencia }, writing }) {
    const lojaId = requireStore(caller)
    const mes = readMonthText(anoMesReferencia)
    if (mes === undefined) throw validationError([{ path: 'anoMesReferencia', code: 'accountant.month-invalid' }])
    await completeDemo(writing.service, lojaId, daysOfMonth(lojaId, mes))
    const { register } = tableOf(model, 'Contador_arquivo')
    return inTransaction(writing, register, async ({ q, changes }) => {
      const month = await readMonth(q, { lojaId, mes, zone: caller.zone })
      if (isEmptyMonth(month)) throw new ApiError(422, 'accountant.no-documents')
      const id = await addMonthFile(q, lojaId, mes)
      if (id === undefined) throw new ApiError(409, 'accountant.month-there')
      changes.push({ register, lojaId, id: String(id) })
      const faltam = month.missing.length
      const code = faltam > 0 ? 'accountant.made-missing' : 'accountant.made'
      return { id, faltam, resposta: formatMessage(model, code, { count: faltam }) }
    })
  },
})
