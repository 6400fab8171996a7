import { createHash } from 'node:crypto'
import { mostProblems } from '../../../model/firstProblems.ts'
import type { Problem } from '../../../model/problem.ts'
import { completeTotals } from './completeTotals.ts'
import type { Sale, SaleLine, SaleReceipt } from './sale.ts'
import { SaleReader } from './saleReader.ts'

type Body = Readonly<Record<string, unknown>>

const MOST_KEY = 64
/** Most lines and receipts of a sale. */
export const [MOST_LINES, MOST_RECEIPTS] = [1000, 100]
const DAY = 86_400_000
/** 99,999,999.999 */
const MOST_QUANTITY = 99_999_999_999
const MOST_PERCENT = 10_000

/** The choices that the definitions allow in a sale. */
export interface SaleChoices {
  readonly tipos: ReadonlySet<number>
  readonly canais: ReadonlySet<string>
  readonly vendas: ReadonlySet<string>
}

/** `name`: what messages call a sale that is wrong. */
export type CheckedSale = { readonly sale: Sale } | { readonly problems: readonly Problem[]; readonly name: string }

/** Reads one sale: all its problems, or the sale with totals that add up. */
export function checkSale(body: Body, choices: SaleChoices, now: number, place: string): CheckedSale {
  const problems: Problem[] = []
  const chave = keyOf(body)
  const known = chave !== null && chave.length <= MOST_KEY && /^[\x21-\x7e]+$/.test(chave)
  const name = known ? chave : place
  const reader = new SaleReader(body, '', name, problems)
  if (chave === null) reader.note('chave', 'sale.key-required')
  else if (!known) reader.note('chave', 'sale.key-invalid')
  const head = readHead(reader, chave ?? '', choices, now)
  // A sale without what every sale has is none: its lines are not looked at.
  if (lacks(problems)) return { problems, name }
  const sale = { ...head, produtos: readLines(reader, now, problems), recebimentos: readReceipts(reader, now, problems) }
  if (problems.length === 0) completeTotals(sale, reader)
  return problems.length > 0 ? { problems, name } : { sale }
}

/** Tells whether something that must be there was left out. */
const lacks = (problems: readonly Problem[]): boolean =>
  problems.some(({ code }) => code === 'sale.field-required' || code === 'sale.key-required')

/** Rows up to the first that lacks what each must have, or until enough is wrong. */
function readRows<T>(rows: readonly Body[], problems: readonly Problem[], read: (row: Body, index: number) => T): T[] {
  const found: T[] = []
  for (const [index, row] of rows.entries()) {
    found.push(read(row, index))
    if (problems.length > 0 && (lacks(problems) || problems.length > mostProblems.ofRecord)) break
  }
  return found
}

const readLines = (reader: SaleReader, now: number, problems: readonly Problem[]): SaleLine[] =>
  readRows(reader.rows('produtos', MOST_LINES), problems, (row, at) => readLine(reader.row(row, 'produtos', at), at, now))

const readReceipts = (reader: SaleReader, now: number, problems: readonly Problem[]): SaleReceipt[] =>
  lacks(problems)
    ? []
    : readRows(reader.rows('recebimentos', MOST_RECEIPTS), problems, (row, at) =>
        readReceipt(reader.row(row, 'recebimentos', at), at, now),
      )

/** The equipment's own name of the sale, else what the Windows point of sale counts by. */
function keyOf({ chave, nsp, mov, contador }: Body): string | null {
  if (typeof chave === 'string' || typeof chave === 'number') return String(chave).trim() || null
  if (isCount(nsp) && isCount(mov)) return `nsp${nsp}-mov${mov}`
  return isCount(contador) ? `contador${contador}` : null
}

const isCount = (value: unknown): boolean => /^\d{1,15}$/.test(String(value ?? ''))

/** The sale without its lines and receipts. */
function readHead(reader: SaleReader, chave: string, choices: SaleChoices, now: number): Omit<Sale, 'produtos' | 'recebimentos'> {
  const latest = now + DAY
  const tipo = reader.choice('tipoMovimentoId', choices.tipos, 1)
  const moments = {
    aberto_em: reader.moment('aberto_em', latest),
    fechado_em: reader.moment('fechado_em', latest),
    recebido_em: reader.moment('recebido_em', latest),
  }
  const { aberto_em, fechado_em, recebido_em } = moments
  const [changed, arrival] = [reader.moment('alterado_em', latest), new Date(now).toISOString()]
  if (aberto_em !== null && fechado_em !== null && fechado_em < aberto_em) reader.note('fechado_em', 'sale.moment-order')
  if (aberto_em !== null && recebido_em !== null && recebido_em < aberto_em) reader.note('recebido_em', 'sale.moment-order')
  return {
    equipamentoId: reader.needed('equipamentoId', reader.key('equipamentoId')) ?? 0,
    chave,
    conteudo: createHash('sha1')
      .update(JSON.stringify({ ...reader.body, lojaId: 0 }))
      .digest('base64'),
    // A clock that goes ahead would keep out all that comes once it is set right.
    alterado_em: changed !== null && changed > arrival ? arrival : changed,
    tipoMovimentoId: tipo,
    caixaId: reader.key('caixaId'),
    abertura: reader.whole('abertura'),
    nsp: reader.whole('nsp'),
    mov: reader.whole('mov'),
    contador: reader.whole('contador'),
    ...moments,
    contado_em: tipo === 1 ? recebido_em : (recebido_em ?? fechado_em ?? aberto_em ?? arrival),
    canal_venda: reader.choice('canal_venda', choices.canais, 'LOJA'),
    tipo_venda: reader.choice('tipo_venda', choices.vendas, 'BALCAO'),
    comanda: reader.text('comanda', 20),
    descricao: reader.text('descricao', 255),
    observacao: reader.text('observacao', 1000),
    identificador: reader.text('identificador', 60),
    cpf_cnpj:
      reader
        .text('cpf_cnpj', 18)
        ?.replace(/[^0-9A-Za-z]/g, '')
        .toUpperCase() || null,
    numero_pessoas: reader.whole('numero_pessoas', 9999, 1) ?? 1,
    parceiroId: reader.key('parceiroId'),
    total_bruto: reader.money('total_bruto') ?? -1,
    total_desconto: reader.money('total_desconto') ?? -1,
    servico: reader.flag('servico'),
    total_servico: reader.money('total_servico') ?? 0,
    total_retido: reader.money('total_retido'),
    valor_final: reader.money('valor_final') ?? -1,
    ...deletion(reader, now),
  }
}

/** Reads who took it back, when and why; a name without a moment means now. */
function deletion(reader: SaleReader, now: number) {
  const deletadoPorId = reader.key('deletadoPorId')
  const at = reader.moment('deletado_em', now + DAY)
  return {
    deletadoPorId,
    deletado_em: at ?? (deletadoPorId === null ? null : new Date(now).toISOString()),
    undated: at === null,
    deletado_motivo: reader.text('deletado_motivo', 255),
  }
}

function readLine(reader: SaleReader, index: number, now: number): SaleLine {
  const produtoId = reader.key('produtoId')
  const descricao = reader.text('descricao', 255)
  if (produtoId === null && descricao === null) reader.note('descricao', 'sale.field-required')
  return {
    ordem: reader.whole('ordem', 99_999) ?? index + 1,
    produtoId,
    cod_prod: reader.code('cod_prod', 20),
    descricao: descricao ?? '',
    grupoId: reader.key('grupoId'),
    unidadeId: reader.key('unidadeId'),
    qtd: reader.needed('qtd', reader.amount('qtd', 3, 1, MOST_QUANTITY)) ?? 0,
    valor_unitario: reader.needed('valor_unitario', reader.money('valor_unitario')) ?? 0,
    valor_bruto: reader.needed('valor_bruto', reader.money('valor_bruto')) ?? 0,
    valor_desconto: reader.money('valor_desconto') ?? 0,
    valor_final: reader.money('valor_final') ?? -1,
    preco_custo: reader.amount('preco_custo', 4, 0, MOST_MONEY_4),
    valor_servico: reader.money('valor_servico'),
    garcomId: reader.key('garcomId'),
    vendedorId: reader.key('vendedorId'),
    comissao: reader.amount('comissao', 2, 0, MOST_PERCENT),
    valor_comissao: reader.money('valor_comissao'),
    lancado_em: reader.moment('lancado_em', now + DAY),
    ...deletion(reader, now),
  }
}

const MOST_MONEY_4 = 9_999_999_999_9999

function readReceipt(reader: SaleReader, index: number, now: number): SaleReceipt {
  const { deletado_motivo: _, ...taken } = deletion(reader, now)
  return {
    ordem: reader.whole('ordem', 99_999) ?? index + 1,
    moedaId: reader.needed('moedaId', reader.key('moedaId')) ?? 0,
    valor: reader.needed('valor', reader.money('valor')) ?? 0,
    taxa: reader.amount('taxa', 2, 0, MOST_PERCENT),
    valor_taxa: 0,
    correntista: reader.flag('correntista'),
    ...taken,
  }
}
