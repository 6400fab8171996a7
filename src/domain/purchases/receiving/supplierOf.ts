import {
  ApiError,
  type RecordBody,
  type RecordOf,
  type RowOf,
  tableOf,
  type UnitOfWork,
  writeOneRecord,
} from '../../../server/domain.ts'
import { elementAt, readStoredXml, textAt } from '../../fiscal/core/public.ts'
import { receivedDocuments } from '../../fiscal/public.ts'
import type { EnteringNote } from './readEntry.ts'

type Values = Readonly<Record<string, string>>

/**
 * The partner that issued a note, by its CNPJ or CPF, kept with the note. Who is none yet becomes one with what the note says of them: name, registration,
 * address, telephone. What of it no partner can have is left out. Null for a note that names nobody.
 */
export async function supplierOf(lojaId: number, note: EnteringNote, work: UnitOfWork): Promise<number | null> {
  if (note.CNPJ === null) return null
  const { rows } = await work.q.query<RowOf<'parceiros', 'id'>>(
    'SELECT id FROM parceiros WHERE "lojaId" = $1 AND cnpj = $2 ORDER BY id LIMIT 1',
    [lojaId, note.CNPJ],
  )
  const id = rows[0] ? Number(rows[0].id) : await makeSupplier(lojaId, note, work)
  await work.q.query('UPDATE nfes SET "parceiroId" = $3 WHERE "lojaId" = $1 AND id = $2', [lojaId, note.id, id])
  return id
}

async function makeSupplier(lojaId: number, note: EnteringNote, work: UnitOfWork): Promise<number | null> {
  const text = await receivedDocuments.of(work.service)?.read(work.q, lojaId, note.id)
  const issuer = text === undefined ? undefined : elementAt(readStoredXml(text), 'NFe/infNFe/emit')
  const at = (path: string, pattern: RegExp, name: string): Values => {
    const found = textAt(issuer, path)
    return found !== undefined && pattern.test(found) ? { [name]: found } : {}
  }
  const basic = {
    fornecedor: true,
    cnpj: note.CNPJ,
    nome_fantasia: textAt(issuer, 'xFant')?.slice(0, 150) ?? note.xNome,
    razao_social: note.xNome,
  }
  const address = {
    ...at('enderEmit/CEP', /^\d{8}$/, 'cep'),
    ...at('enderEmit/xLgr', /^.{1,255}$/, 'logradouro'),
    ...at('enderEmit/nro', /^.{1,20}$/, 'numero'),
    ...at('enderEmit/xCpl', /^.{1,100}$/, 'complemento'),
    ...at('enderEmit/xBairro', /^.{1,100}$/, 'bairro'),
    ...at('enderEmit/xMun', /^.{1,100}$/, 'cidade'),
    ...at('enderEmit/UF', /^[A-Z]{2}$/, 'uf'),
    ...at('enderEmit/cMun', /^\d{7}$/, 'codigo_municipio'),
  }
  const whole = {
    ...basic,
    ...at('IE', /^\d{2,14}$/, 'ie'),
    ...at('enderEmit/fone', /^\d{10,11}$/, 'telefone1'),
    ...(Object.keys(address).length > 0 ? { enderecos: [address] } : {}),
  }
  const save = async (body: RecordBody<RecordOf<'parceiros'>>): Promise<number | null> => {
    const table = tableOf(work.model, 'parceiros')
    const made = await writeOneRecord(body, table, { ...work, byServer: true, isConsequence: true })
    return Number(made.id)
  }
  // A field that the register refuses is no reason to keep goods out.
  return save(whole)
    .catch(unlessRefused(() => save(basic)))
    .catch(unlessRefused(async () => null))
}

const unlessRefused =
  <T>(otherwise: () => Promise<T>) =>
  (error: unknown): Promise<T> => {
    if (error instanceof ApiError && error.statusCode === 422) return otherwise()
    throw error
  }
