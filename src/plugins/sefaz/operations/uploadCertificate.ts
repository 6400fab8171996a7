import { DateTime } from 'luxon'
import {
  ApiError,
  holdStore,
  inputOfStore,
  inTransaction,
  inWorker,
  lockRecords,
  type OperationInput,
  objectOf,
  operation,
  type PieceContext,
  type Queries,
  type RowOf,
  requireStore,
  saveOneRecord,
  tableOf,
  validationError,
} from '../../../server/plugin.ts'
import { certificateTask } from '../certificate/certificateTask.ts'
import type { A1Certificate } from '../certificate/openA1.ts'
import { keyText } from '../certificate/storedCertificate.ts'

type Input = OperationInput<'POST Sefaz/uploadCertificado'>

/** Installs the store's certificate, in place of the one before. Its key is sealed, and the password is kept nowhere. */
export const uploadCertificate = operation({
  method: 'POST',
  path: 'Sefaz/uploadCertificado',
  reauthenticate: true,
  title: 'Instalar o certificado digital',
  gate: 'owner || admin',
  // Installed again it is the same one; no transaction is open while the file is worked on.
  standsAlone: true,
  input: inputOfStore({
    senha: { type: 'string', maxLength: 100 },
    certificado: { type: 'string', maxLength: 140_000, description: 'O arquivo .pfx como data URL' },
  }),
  output: objectOf({
    id: { type: 'integer' },
    validoDe: { type: 'string', format: 'date-time' },
    validoAte: { type: 'string', format: 'date-time' },
  }),
  largest: 200_000,
  messages: [
    'file',
    'unreadable',
    'password-wrong',
    'too-many-rounds',
    'no-key',
    'no-cnpj',
    'expired',
    'not-yet',
    'other-company',
    'store-cnpj',
  ]
    .map(code => `certificate.${code}`)
    .concat('threads.too-much', 'threads.busy'),
  async run({ model, caller, input, signal, writing }) {
    const lojaId = requireStore(caller)
    const table = tableOf(model, 'Loja_certificados')
    const opened = await open(input, { lojaId, signal })
    refuseOutOfTime(opened, new Date(), caller.zone)
    return inTransaction(writing, table.register, async work => {
      const owner = await cnpjOfStore(work.q, lojaId)
      if (opened.cnpj.slice(0, 8) !== owner.slice(0, 8)) throw refusal('certificado', 'other-company', { cnpj: opened.cnpj })
      const { rows } = await work.q.query<RowOf<'Loja_certificados', 'id'>>(
        `SELECT id FROM ${table.sql} WHERE "lojaId" = $1 ORDER BY id`,
        [lojaId],
      )
      const [before] = await lockRecords(
        table,
        rows.map(row => row.id),
        work,
        'all',
      )
      const record = {
        ...(before ? { id: before.id, version: before.version } : {}),
        titular: opened.holder.slice(0, 200),
        cnpj: opened.cnpj,
        validoDe: opened.validFrom.toISOString(),
        validoAte: opened.validTo.toISOString(),
        cStat: null,
        xMotivo: null,
        consultado_em: null,
        aviso_dias: null,
        arquivo: keyText(opened),
      }
      const saved = await saveOneRecord(record, table, { ...work, byServer: true })
      return { id: Number(saved.id), validoDe: record.validoDe, validoAte: record.validoAte }
    })
  },
})

const refusal = (path: string, code: string, params: Readonly<Record<string, string>> = {}) =>
  validationError([{ path, code: `certificate.${code}`, params }])

/** Bytes that a .pfx may have: chains of ICP-Brasil take less than 10 kB. */
const a1Limit = 100_000

async function open({ certificado, senha }: Input, context: PieceContext): Promise<A1Certificate> {
  const base64 = /^data:[^,]{0,200};base64,([A-Za-z0-9+/]+={0,2})$/.exec(certificado)?.[1]
  const file = Buffer.from(base64 ?? '', 'base64')
  if (file.length === 0 || file.length > a1Limit) throw refusal('certificado', 'file')
  const outcome = await inWorker(certificateTask, { file, password: senha }, context).finally(() => file.fill(0))
  if ('opened' in outcome) return outcome.opened
  throw refusal(outcome.problem === 'password-wrong' ? 'senha' : 'certificado', outcome.problem)
}

function refuseOutOfTime({ validFrom, validTo }: A1Certificate, now: Date, zone: string): void {
  const day = (date: Date): string => DateTime.fromJSDate(date, { zone }).toFormat('dd/MM/yyyy')
  if (validTo < now) throw refusal('certificado', 'expired', { date: day(validTo) })
  if (validFrom > now) throw refusal('certificado', 'not-yet', { date: day(validFrom) })
}

/** CNPJ of the store, which is held: two who install at once do it one after the other. */
async function cnpjOfStore(q: Queries, lojaId: number): Promise<string> {
  await holdStore(q, lojaId)
  const { rows } = await q.query<RowOf<'lojas', 'cnpj'>>('SELECT cnpj FROM lojas WHERE "lojaId" = $1 AND id = $1', [lojaId])
  const cnpj = rows[0]?.cnpj
  if (!cnpj) throw new ApiError(400, 'certificate.store-cnpj')
  return cnpj
}
