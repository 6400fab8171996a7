import { ApiError, type Queries, type RowOf } from '../../../server/domain.ts'
import { readRegime } from '../../fiscal/public.ts'
import { spedDay } from './days.ts'
import { layoutVersion } from './layout/versions.ts'
import type { SpedLines } from './spedFile.ts'

/** A period of the file: days of one month, both included. */
export interface SpedPeriod {
  readonly de: string
  readonly ate: string
}

/** The store of a file, and its accountant. */
export interface SpedOwner {
  readonly store: Readonly<Record<string, string | null>>
  readonly accountant: Readonly<Record<string, string | null>>
  readonly regime: number
  readonly ambiente: number
  readonly versao: string
}

const storeFields = [
  'razao_social',
  'cnpj',
  'uf',
  'inscricao_estadual',
  'codigo_municipio',
  'cep',
  'logradouro',
  'bairro',
] as const
const accountantFields = ['nome', 'cpf', 'crc', 'email', 'codigo_municipio'] as const
const titles: Readonly<Record<string, string>> = {
  razao_social: 'razão social',
  cnpj: 'CNPJ',
  uf: 'estado',
  inscricao_estadual: 'inscrição estadual',
  codigo_municipio: 'código do município',
  cep: 'CEP',
  logradouro: 'logradouro',
  bairro: 'bairro',
  nome: 'nome',
  cpf: 'CPF',
  crc: 'CRC',
  email: 'e-mail',
}

type AccountantField =
  | 'nome'
  | 'cpf'
  | 'crc'
  | 'cnpj'
  | 'cep'
  | 'logradouro'
  | 'numero'
  | 'complemento'
  | 'bairro'
  | 'telefone'
  | 'email'
  | 'codigo_municipio'

/** Reads who the file is of. @throws ApiError that names what the file cannot do without */
export async function readOwner(q: Queries, lojaId: number, { ate }: SpedPeriod): Promise<SpedOwner> {
  const stores = await q.query<Record<string, string | null>>(
    `SELECT nome_fantasia, razao_social, cnpj, uf, inscricao_estadual, inscricao_municipal, codigo_municipio, cep, logradouro, numero, bairro, telefone,
       user_email, coalesce(ambiente_fiscal, 2)::text AS ambiente FROM lojas WHERE "lojaId" = $1 AND id = $1`,
    [lojaId],
  )
  const accountants = await q.query<RowOf<'Contador', AccountantField>>(
    `SELECT nome, cpf, crc, cnpj, cep, logradouro, numero, complemento, bairro, telefone, email, codigo_municipio FROM "Contador" WHERE "lojaId" = $1
     ORDER BY (cpf IS NULL OR crc IS NULL), id LIMIT 1`,
    [lojaId],
  )
  const store = stores.rows[0] ?? {}
  const { regime } = await readRegime(q, lojaId, ate)
  const accountant = accountants.rows[0] ?? {}
  require(store, storeFields, 'accountant.sped-store')
  require(accountant, accountantFields, 'accountant.sped-accountant')
  const versao = layoutVersion(ate)
  if (versao === undefined) throw new ApiError(422, 'accountant.sped-version')
  return { store, accountant, versao, regime, ambiente: Number(store.ambiente ?? 2) }
}

function require(row: Readonly<Record<string, string | null>>, fields: readonly string[], code: string): void {
  const missing = fields.filter(name => !row[name])
  if (missing.length > 0) throw new ApiError(422, code, { fields: missing.map(name => titles[name] ?? name).join(', ') })
}

/** Block 0 but for what documents name. */
export function writeOpening(lines: SpedLines, { store, accountant, versao }: SpedOwner, { de, ate }: SpedPeriod): void {
  const cnpj = store.cnpj ?? ''
  lines.add('0000', {
    COD_VER: versao,
    COD_FIN: 0,
    DT_INI: spedDay(de),
    DT_FIN: spedDay(ate),
    NOME: store.razao_social ?? '',
    CNPJ: cnpj.length === 14 ? cnpj : undefined,
    CPF: cnpj.length === 11 ? cnpj : undefined,
    UF: store.uf ?? '',
    IE: store.inscricao_estadual ?? '',
    COD_MUN: store.codigo_municipio ?? '',
    IM: store.inscricao_municipal ?? undefined,
    IND_PERFIL: 'A',
    IND_ATIV: 1,
  })
  lines.add('0001', { IND_MOV: 0 })
  lines.add('0005', {
    FANTASIA: store.nome_fantasia ?? '',
    CEP: store.cep ?? '',
    END: store.logradouro ?? '',
    NUM: store.numero ?? undefined,
    BAIRRO: store.bairro ?? '',
    FONE: store.telefone ?? undefined,
    EMAIL: store.user_email ?? undefined,
  })
  lines.add('0100', {
    NOME: accountant.nome ?? '',
    CPF: accountant.cpf ?? '',
    CRC: accountant.crc ?? '',
    CNPJ: accountant.cnpj ?? undefined,
    CEP: accountant.cep ?? undefined,
    END: accountant.logradouro ?? undefined,
    NUM: accountant.numero ?? undefined,
    COMPL: accountant.complemento ?? undefined,
    BAIRRO: accountant.bairro ?? undefined,
    FONE: accountant.telefone ?? undefined,
    EMAIL: accountant.email ?? '',
    COD_MUN: accountant.codigo_municipio ?? '',
  })
}
