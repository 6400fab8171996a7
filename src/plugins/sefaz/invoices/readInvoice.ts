import { DateTime } from 'luxon'
import {
  draftDay,
  type InvoiceDraft,
  type InvoiceLine,
  type InvoiceParty,
  type InvoicePayment,
  type NoteVolume,
} from '../../../domain/fiscal/core/public.ts'
import {
  draftText,
  numberIn,
  operationsOn,
  readBenefits,
  readInvoiceContext,
  readOperationRows,
  type WorkedDraft,
  workOutDraft,
} from '../../../domain/fiscal/public.ts'
import { ApiError, type Queries, type RowOf } from '../../../server/plugin.ts'
import { type IssuingStore, readStore } from '../transmission/readStore.ts'

type Row = Readonly<Record<string, unknown>>

const states = ['DIGITACAO', 'PROCESSAMENTO', 'AUTORIZADA', 'CANCELADA', 'INUTILIZADA'] as const

/** A record of NFe_emissaos, held until the transaction ends. */
export interface HeldInvoice {
  readonly nfeId: number
  readonly row: Row
  readonly situacao: (typeof states)[number]
  readonly inutilizacao: boolean
  readonly serie: number
  readonly numero: number
  /** In which it is numbered. */
  readonly ambiente: 1 | 2
}

/** Holds the record, or only looks at it. @throws ApiError where the store has none of this number */
export async function holdInvoice(q: Queries, lojaId: number, nfeId: number, held = true): Promise<HeldInvoice> {
  const { rows } = await q.query<{ row: Row }>(
    `SELECT to_jsonb(n) AS row FROM "NFe_emissaos" n WHERE n."lojaId" = $1 AND n.id = $2${held ? ' FOR UPDATE' : ''}`,
    [lojaId, nfeId],
  )
  const row = rows[0]?.row
  if (!row) throw new ApiError(404, 'not-found')
  return {
    nfeId,
    row,
    situacao: states.find(state => state === row.situacao) ?? 'DIGITACAO',
    inutilizacao: row.inutilizacao === true,
    serie: numberIn(row.serie),
    numero: numberIn(row.numero),
    ambiente: row.ambiente === 1 ? 1 : 2,
  }
}

/** A draft with all that its document says, worked out by what holds on its day. */
export interface ReadInvoice {
  readonly draft: InvoiceDraft
  readonly store: IssuingStore
}

/** Reads lists, parties and store of a held record, and works it out. */
export async function readInvoice(q: Queries, lojaId: number, { row, nfeId }: HeldInvoice, zone: string): Promise<ReadInvoice> {
  const party = (id: unknown): Promise<InvoiceParty | undefined> => readParty(q, lojaId, numberIn(id))
  const [context, items, lines, pagamentos, chaves, volumes, destinatario, transportadora, intermediador, store, operations] =
    await Promise.all([
      readInvoiceContext(q, lojaId, numberIn(row.destinatarioId), draftDay(row, zone)),
      readItems(q, lojaId, nfeId),
      readLines(q, lojaId, nfeId),
      readPayments(q, lojaId, nfeId),
      readKeys(q, lojaId, nfeId),
      readVolumes(q, lojaId, nfeId),
      party(row.destinatarioId),
      party(row.transportadoraId),
      namedThere(q, lojaId, await party(row.intermediadorId)),
      readStore(q, lojaId),
      readOperationRows(q),
    ])
  const worked = await workOutDraft(q, { lojaId, record: row, rows: items, keys: chaves, context, zone })
  const document = documentOf(row, worked, zone)
  return {
    store,
    draft: {
      ...document,
      beneficios: await readBenefits(q, context.uf, document.emitida_em.slice(0, 10)),
      operacoes: operationsOn(operations, document.emitida_em.slice(0, 10)),
      // Its CRT is that of the day of issue, as its taxes are.
      loja: { ...store, regime_tributario: context.regime },
      destinatario,
      transportadora,
      intermediador,
      linhas: lines,
      pagamentos,
      chaves,
      volumes,
    },
  }
}

/** A marketplace by what the shop is called there (`idCadIntTran`), where the register of intermediaries says it. */
async function namedThere(q: Queries, lojaId: number, party: InvoiceParty | undefined): Promise<InvoiceParty | undefined> {
  if (!party?.cnpj) return party
  const { rows } = await q.query<RowOf<'intermediadores', 'identificador'>>(
    'SELECT identificador FROM intermediadores WHERE "lojaId" = $1 AND cnpj = $2 ORDER BY id LIMIT 1',
    [lojaId, party.cnpj],
  )
  return rows[0] ? { ...party, razao_social: rows[0].identificador } : party
}

const textOrNull = (value: unknown): string | null => draftText(value) || null

function documentOf(
  row: Row,
  { header, itens, calculo, law }: WorkedDraft,
  zone: string,
): Pick<InvoiceDraft, 'fields' | 'emitida_em' | 'tipo_emissao' | 'header' | 'itens' | 'calculo' | 'law'> {
  const issued = row.emitida_em ? new Date(String(row.emitida_em)) : new Date()
  const operation = numberIn(row.identificador_operacao)
  return {
    emitida_em: DateTime.fromJSDate(issued, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ"),
    tipo_emissao: 1,
    header,
    itens,
    calculo,
    law,
    fields: {
      serie: numberIn(row.serie),
      numero: numberIn(row.numero),
      cnf: numberIn(row.cnf),
      natureza_operacao: draftText(row.natureza_operacao),
      tipo_doc: row.tipo_doc === 0 ? 0 : 1,
      finalidade: numberIn(row.finalidade) || 1,
      presenca: typeof row.presenca === 'number' ? row.presenca : 9,
      identificador_operacao: operation === 2 || operation === 3 ? operation : 1,
      modo_frete: typeof row.modo_frete === 'number' ? row.modo_frete : 9,
      veiculo_placa: textOrNull(row.veiculo_placa),
      veiculo_uf: textOrNull(row.veiculo_uf),
      veiculo_registro: textOrNull(row.veiculo_registro),
      informacao_adicional: textOrNull(row.informacao_adicional),
      exporta_uf: textOrNull(row.exporta_uf),
      exporta_local: textOrNull(row.exporta_local),
      exporta_despacho: textOrNull(row.exporta_despacho),
    },
  }
}

/** A partner with the first of its addresses. */
async function readParty(q: Queries, lojaId: number, id: number): Promise<InvoiceParty | undefined> {
  if (id === 0) return undefined
  const { rows } = await q.query<InvoiceParty & Record<string, unknown>>(
    `SELECT p.cnpj, p.ie, p.id_estrangeiro, p.razao_social, p.nome_fantasia, coalesce(nullif(p.email1, ''), p.email2) AS email,
       coalesce(nullif(p.telefone1, ''), p.telefone2) AS telefone, e.cep, e.logradouro, e.numero, e.complemento, e.bairro, e.cidade, e.uf, e.codigo_municipio, e."paisId", c.nome AS pais
     FROM parceiros p LEFT JOIN LATERAL (SELECT * FROM parceiros_enderecos e WHERE e."lojaId" = p."lojaId" AND e."parceirosId" = p.id
       ORDER BY e.ordem, e.id LIMIT 1) e ON true
     LEFT JOIN paises c ON c.id = e."paisId"
     WHERE p."lojaId" = $1 AND p.id = $2`,
    [lojaId, id],
  )
  return rows[0]
}

async function readItems(q: Queries, lojaId: number, nfeId: number): Promise<Record<string, unknown>[]> {
  const { rows } = await q.query<{ row: Record<string, unknown> }>(
    'SELECT to_jsonb(i) AS row FROM "NFe_emissaos_itens" i WHERE i."lojaId" = $1 AND i."NFe_emissaosId" = $2 ORDER BY i.ordem, i.id',
    [lojaId, nfeId],
  )
  return rows.map(({ row }) => row)
}

async function readLines(q: Queries, lojaId: number, nfeId: number): Promise<InvoiceLine[]> {
  const { rows } = await q.query<InvoiceLine & Record<string, unknown>>(
    `SELECT i.codigo, i.descricao, i.unidade, i.cfop, i."ncmId", i."cestId", i.num_ped, i.num_item::int, i.ref_chave, i.ref_item::int, p.codigo_beneficio, p.ind_escala, p.cnpj_fab, p.cod_aux
     FROM "NFe_emissaos_itens" i LEFT JOIN produtos p ON p."lojaId" = i."lojaId" AND p.id = i."produtoId"
     WHERE i."lojaId" = $1 AND i."NFe_emissaosId" = $2 ORDER BY i.ordem, i.id`,
    [lojaId, nfeId],
  )
  return rows
}

async function readPayments(q: Queries, lojaId: number, nfeId: number): Promise<InvoicePayment[]> {
  const { rows } = await q.query<InvoicePayment & Record<string, unknown>>(
    `SELECT tipo::int, valor::float8, descricao FROM "NFe_emissaos_pagamentos" WHERE "lojaId" = $1 AND "NFe_emissaosId" = $2 ORDER BY ordem, id`,
    [lojaId, nfeId],
  )
  return rows
}

async function readKeys(q: Queries, lojaId: number, nfeId: number): Promise<string[]> {
  const { rows } = await q.query<{ chave: string }>(
    `SELECT chave FROM "NFe_emissaos_chaves" WHERE "lojaId" = $1 AND "NFe_emissaosId" = $2 ORDER BY ordem, id`,
    [lojaId, nfeId],
  )
  return rows.map(({ chave }) => chave)
}

async function readVolumes(q: Queries, lojaId: number, nfeId: number): Promise<NoteVolume[]> {
  const { rows } = await q.query<NoteVolume & Record<string, unknown>>(
    `SELECT quantidade::int, especie, marca, numeracao, peso_liquido::float8, peso_bruto::float8 FROM "NFe_emissaos_volumes"
     WHERE "lojaId" = $1 AND "NFe_emissaosId" = $2 ORDER BY ordem, id`,
    [lojaId, nfeId],
  )
  return rows
}
