import { DateTime } from 'luxon'
import {
  ApiError,
  type OperationInput,
  OperationReply,
  operation,
  requireStore,
  validationError,
} from '../../../server/domain.ts'
import { completeDemo } from '../../fiscal/public.ts'
import { readMonthText } from '../archive/monthText.ts'
import { writeSped } from '../sped/writeSped.ts'

type Input = OperationInput<'GET Relatorio/sped_fiscal'>

/** Milliseconds that the writing may take. */
const patience = 10 * 60_000

/** The EFD ICMS/IPI of a period, as the program of the tax authority takes it in. */
export const downloadSped = operation({
  method: 'GET',
  path: 'Relatorio/sped_fiscal',
  title: 'Baixar o SPED Fiscal (EFD ICMS/IPI)',
  gate: 'estoque_relatorios',
  input: {
    type: 'object',
    properties: {
      lojaId: { type: 'integer' },
      startDate: { type: 'string', maxLength: 40, description: 'Primeiro dia, AAAA-MM-DD' },
      endDate: { type: 'string', maxLength: 40, description: 'Último dia, do mesmo mês' },
      mes: { type: 'string', maxLength: 20, description: 'Um mês inteiro, em lugar dos dias: 2026-11, 11/2026, nov/26' },
      semXml: { type: 'boolean', description: 'Gerar mesmo sem os documentos cujo XML falta' },
    },
  },
  output: { type: 'string', format: 'binary', description: 'Texto em ISO-8859-1' },
  messages: [
    'accountant.sped-period',
    'accountant.month-invalid',
    'accountant.sped-version',
    'accountant.sped-missing',
    'accountant.sped-store',
    'accountant.sped-accountant',
    'date-invalid',
  ],
  async run({ caller, input, database, writing }) {
    const lojaId = requireStore(caller)
    const [de, ate] = daysOf(input)
    if (de > ate || de.slice(0, 7) !== ate.slice(0, 7)) throw new ApiError(422, 'accountant.sped-period')
    await completeDemo(writing.service, lojaId, { de, ate })
    const limits = { timeout: patience, signal: AbortSignal.timeout(patience) }
    const { stream, name } = await database.readSnapshot({ stores: [lojaId] }, limits, q =>
      writeSped(q, { lojaId, zone: caller.zone }, { de, ate }, input.semXml === true),
    )
    return new OperationReply(stream, {
      // Letters of one byte each: whoever takes it for text of today would spoil them.
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${name}"`,
    })
  },
})

/** The days that are asked for: those of a month, or from one day to another. */
function daysOf({ mes, startDate = '', endDate = '' }: Input): readonly [string, string] {
  if (!mes) return [dayIn(startDate, 'startDate'), dayIn(endDate, 'endDate')]
  const month = readMonthText(mes)
  if (month === undefined) throw validationError([{ path: 'mes', code: 'accountant.month-invalid' }])
  return [`${month}-01`, DateTime.fromISO(`${month}-01`).endOf('month').toFormat('yyyy-MM-dd')]
}

/** The day of a date, or of a moment as reports ask for it. */
function dayIn(text: string, path: string): string {
  const day = text.slice(0, 10)
  const read = /^20\d\d-\d\d-\d\d/.test(text) ? new Date(`${day}T00:00:00Z`) : new Date(Number.NaN)
  if (Number.isNaN(read.getTime()) || read.toISOString().slice(0, 10) !== day)
    throw validationError([{ path, code: 'date-invalid' }])
  return day
}
