import { amount, money } from '../calculation/amounts.ts'
import type { CalculatedNote } from '../calculation/calculateNote.ts'
import { profileSubstitutionRate } from '../calculation/enabledFields.ts'
import { icmsCodeRejection } from '../calculation/icmsCode.ts'
import type { NoteHeader, NoteItem } from '../calculation/noteRecord.ts'
import type { TaxLaw } from '../calculation/taxLaw.ts'
import { type BenefitTable, benefitOf } from '../operations/benefits.ts'
import type { TipLimits } from '../regime/tips.ts'
import type { NoteDocument, NoteProduct } from '../writing/noteDocument.ts'
import { deliveryRecipient } from './delivery.ts'
import { gtinOf } from './gtin.ts'
import { issuerOf, recipientOf } from './parties.ts'
import { priceOut } from './priceOut.ts'
import { refuseCodes, refuseTaxId } from './refusedCodes.ts'
import { type NoteNumber, type PaidSale, SaleProblem, type SaleStore } from './sale.ts'
import { type NotedLine, tellTips } from './tipItems.ts'

/** Means of payment that a consumer's note does not know: by instalments of a company, none, and others. */
const refusedPayments = new Set(['14', '90', '99'])

/** The law of a consumer's note: of its taxes, and up to which total nobody has to be named. */
export interface ConsumerLaw {
  readonly law: TaxLaw
  /** In reais; undefined where there is none. */
  readonly limite: number | undefined
  readonly gorjeta: TipLimits
  /** The state's table of benefits. */
  readonly beneficios: BenefitTable
}

/** A consumer's note (model 65) of a paid sale. @throws SaleProblem */
export function composeConsumerNote(
  store: SaleStore,
  sale: PaidSale,
  number: NoteNumber,
  { law, limite, gorjeta, beneficios }: ConsumerLaw,
  programa: string,
): NoteDocument {
  const issuer = issuerOf(store)
  const sold = sale.linhas.filter(line => line.valor_bruto > 0)
  if (sold.length === 0 || sale.valor_final <= 0 || sale.recebimentos.length === 0) throw new SaleProblem('nfce.nothing')
  for (const { nome, cod_sat } of sale.recebimentos)
    if (refusedPayments.has(cod_sat)) throw new SaleProblem('nfce.payment-code', { name: nome, code: cod_sat })
  const lines = tellTips(sold, sale, store, gorjeta)
  const header = headerOf(store, issuer.endereco.uf, number.emitida_em)
  const produtos = lines.map(line => productOf(line, store, beneficios))
  const { itens, calculo } = priceOut(
    header,
    lines.map(line => itemOf(line, store)),
    law,
  )
  refuse(calculo, produtos, sale)
  const delivered = deliveryRecipient(sale, issuer.endereco)
  const destinatario = delivered ?? recipientOf(sale.cpf_cnpj)
  refuseTaxId(destinatario?.cnpj)
  if (!destinatario && limite !== undefined && sale.valor_final > limite) throw new SaleProblem('nfce.recipient')
  return {
    modelo: '65',
    ambiente: store.ambiente_fiscal,
    ...number,
    natureza_operacao: 'VENDA',
    tipo_doc: 1,
    identificador_operacao: 1,
    finalidade: 1,
    presenca: delivered ? 4 : 1,
    modo_frete: 9,
    intermediador: delivered && sale.intermediador,
    emitente: issuer,
    destinatario,
    produtos,
    header,
    itens,
    calculo,
    law,
    pagamentos: sale.recebimentos.map(({ cod_sat, valor }) => ({ meio: cod_sat, valor })),
    programa,
  }
}

const headerOf = (store: SaleStore, uf: string, emitida_em: string): NoteHeader => ({
  emitida_em: emitida_em.slice(0, 10),
  regime: store.regime_tributario,
  uf_emitente: uf,
  uf_destinatario: uf,
  consumidor: true,
  identificador_ie_dest: 9,
  pis_cofins_sem_icms: true,
})

function productOf(line: NotedLine, store: SaleStore, beneficios: BenefitTable): NoteProduct {
  const missing = [
    line.ncm ? undefined : 'NCM',
    line.icms_cst ? undefined : 'imposto com CST/CSOSN do ICMS',
    line.cfop_estadual ? undefined : 'imposto com CFOP estadual',
  ].filter(name => name !== undefined)
  if (missing.length > 0)
    throw new SaleProblem('nfce.product-incomplete', { product: line.descricao, fields: missing.join(', ') })
  const rejection = icmsCodeRejection(line.icms_cst ?? '', store.regime_tributario)
  if (rejection)
    throw new SaleProblem(rejection === '590' ? 'nfce.product-cst' : 'nfce.product-csosn', {
      product: line.descricao,
      code: line.icms_cst ?? '',
    })
  refuseCodes(line.descricao, line.icms_cst ?? '', line.cfop_estadual ?? '')
  const { codigo: benefit, problem } = benefitOf(line.codigo_beneficio, line.icms_cst ?? '', line.ehGorjeta ? [] : beneficios)
  if (problem)
    throw new SaleProblem(`nfce.benefit-${problem}`, { product: line.descricao, cst: line.icms_cst ?? '', code: benefit ?? '' })
  const maker = (line.cnpj_fab ?? '').replace(/[^0-9A-Z]/gi, '').toUpperCase()
  return {
    codigo: line.cod_prod ?? line.descricao,
    gtin: gtinOf(line.cod_prod ?? '') ?? gtinOf(line.cod_aux ?? ''),
    descricao: line.descricao,
    ncm: (line.ncm ?? '').slice(0, 8),
    cest: line.cest && /^\d{7}$/.test(line.cest) ? line.cest : undefined,
    ind_escala: line.ind_escala ?? undefined,
    cnpj_fab: /^[0-9A-Z]{12}\d{2}$/.test(maker) ? maker : undefined,
    codigo_beneficio: benefit,
    cfop: line.cfop_estadual ?? '',
    unidade: line.unidade ?? 'UN',
  }
}

function itemOf(line: NotedLine, store: SaleStore): NoteItem {
  const stRate = profileSubstitutionRate(line.icms_cst ?? '', line.icms_st_mva, line.icms_alq)
  const asSold = money(amount(line.qtd).times(line.valor_unitario)).toNumber() === line.valor_bruto
  return {
    quantidade: line.qtd,
    // Scales cut where a note rounds: the price is then that of the total.
    valor_unitario: asSold ? line.valor_unitario : amount(line.valor_bruto).div(line.qtd).toDecimalPlaces(10).toNumber(),
    valor_desconto: line.valor_desconto,
    // The service charge is part of the consumer's payment.
    valor_outro: line.valor_servico,
    origem: `${line.orig ?? 0}`,
    icms_cst: line.icms_cst ?? '',
    icms_alq: line.icms_alq,
    icms_red_bc: line.icms_red_bc,
    icms_st_mva: line.icms_st_mva,
    ...(stRate === undefined ? {} : { icms_st_alq: stRate }),
    cred_sn_alq: store.nfe_cred_sn_alq,
    pis_cst: line.pis_cst ?? '',
    pis_alq: line.pis_alq,
    cofins_cst: line.cofins_cst ?? '',
    cofins_alq: line.cofins_alq,
    ibscbs_cst: line.ibscbs_cclasstrib.slice(0, 3),
    ibscbs_cclasstrib: line.ibscbs_cclasstrib,
    ...(line.ibscbs_fora > 0 ? { ibscbs_fora: line.ibscbs_fora } : {}),
    ...(line.is_cclasstrib ? { is_cclasstrib: line.is_cclasstrib } : {}),
  }
}

const whys: Readonly<Record<CalculatedNote['problems'][number]['code'], string>> = {
  'ibs-cbs-rates-unknown': 'as alíquotas de IBS e CBS desta data não são conhecidas',
  'tax-class-unknown': 'a classificação tributária do IBS e da CBS não é conhecida',
  'selective-rate-unknown': 'a alíquota do imposto seletivo desta data não é conhecida',
  'destination-rate-missing': 'falta a alíquota do estado de destino',
  'interstate-rate-unknown': 'a alíquota de ICMS entre estados desta data não é conhecida',
  'simples-credit-missing': 'falta a alíquota de crédito do Simples no perfil da loja',
}

function refuse({ problems, totals }: CalculatedNote, produtos: readonly NoteProduct[], sale: PaidSale): void {
  const [first] = problems
  if (first) throw new SaleProblem('nfce.calculation', { product: produtos[first.item]?.descricao ?? '', why: whys[first.code] })
  const reais = (value: number): string => amount(value).toFixed(2).replace('.', ',')
  if (totals.total_nota !== sale.valor_final)
    throw new SaleProblem('nfce.total', { note: reais(totals.total_nota), sale: reais(sale.valor_final) })
}
