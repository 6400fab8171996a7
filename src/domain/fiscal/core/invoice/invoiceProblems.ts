import { amount, sumOf } from '../calculation/amounts.ts'
import { icmsCodeRejection } from '../calculation/icmsCode.ts'
import type { CalculationProblem } from '../calculation/noteRecord.ts'
import type { SaleStore } from '../consumer/sale.ts'
import { isAccessKey } from '../keys/accessKey.ts'
import { ABROAD, stateOfMunicipality } from '../keys/states.ts'
import { benefitOf } from '../operations/benefits.ts'
import { returnOperationOf } from '../operations/operationTable.ts'
import { hasIbsCbsTotal } from '../writing/taxText.ts'
import { type InvoiceDraft, type InvoiceLine, type InvoiceParty, type InvoiceProblem, isTip, ncmOf } from './invoiceDraft.ts'
import { foreignProblems, interstateProblems, placeProblems } from './placeProblems.ts'

/** The fields that a note needs of the store that issues it, with their names. */
const ofStore: readonly (readonly [keyof SaleStore, string])[] = [
  ['cnpj', 'CNPJ'],
  ['razao_social', 'razão social'],
  ['inscricao_estadual', 'inscrição estadual'],
  ['cep', 'CEP'],
  ['logradouro', 'logradouro'],
  ['numero', 'número'],
  ['bairro', 'bairro'],
  ['cidade', 'cidade'],
  ['codigo_municipio', 'código do município'],
  ['uf', 'UF'],
]

const ofLine: readonly (readonly [keyof InvoiceLine, string])[] = [
  ['descricao', 'descrição'],
  ['ncmId', 'NCM'],
  ['cfop', 'CFOP'],
]

const contributionCodes = [
  ['pis_cst', 'CST do PIS'],
  ['cofins_cst', 'CST da COFINS'],
] as const

/** A note of adjustment or return has no payment; one that completes another may go without. */
const withoutPayment = [3, 4]

/** A note that completes or adjusts another may tell taxes alone. */
const withoutValue = [2, 3]

/** Notes that name the one they complete or return. */
const withReference = [2, 4]

/** Everything that keeps an invoice from being issued, in the order of its tabs; none where it may be. */
export function invoiceProblems(draft: InvoiceDraft): InvoiceProblem[] {
  return [
    ...storeProblems(draft),
    ...recipientProblems(draft.destinatario),
    ...foreignProblems(draft),
    ...lineProblems(draft),
    ...icmsCodeProblems(draft),
    ...directionProblems(draft),
    ...placeProblems(draft),
    ...interstateProblems(draft),
    ...benefitProblems(draft),
    ...calculationProblems(draft),
    ...totalProblems(draft),
    ...paymentProblems(draft),
    ...referenceProblems(draft),
  ]
}

const namesOf = <T>(record: T, needed: readonly (readonly [keyof T, string])[]): string =>
  needed
    .filter(([name]) => !record[name])
    .map(([, title]) => title)
    .join(', ')

function storeProblems({ loja }: InvoiceDraft): InvoiceProblem[] {
  const fields = namesOf(loja, ofStore)
  if (fields !== '') return [{ path: '', code: 'nfe.store-incomplete', params: { fields } }]
  const { codigo_municipio, uf } = loja
  // Rejection 273.
  return stateOfMunicipality(codigo_municipio) === uf
    ? []
    : [{ path: '', code: 'nfe.store-city-state', params: { uf: uf ?? '' } }]
}

/** Returns a problem for each missing field of a recipient. Somebody of another country has that country, no tax id and no municipality here. */
function recipientProblems(of: InvoiceParty | undefined): InvoiceProblem[] {
  if (!of) return [{ path: 'destinatarioId', code: 'nfe.recipient-missing' }]
  const foreign = of.uf === ABROAD
  const hasCode = /^\d{7}$/.test(of.codigo_municipio ?? '')
  const missing: readonly (readonly [boolean, string])[] = [
    [!foreign && !of.cnpj, 'nfe.recipient-tax-id'],
    [!of.uf, 'nfe.recipient-state'],
    [!of.numero, 'nfe.recipient-number'],
    [!foreign && !hasCode, 'nfe.recipient-city-code'],
    // Rejection 275.
    [!foreign && hasCode && !!of.uf && stateOfMunicipality(of.codigo_municipio) !== of.uf, 'nfe.recipient-city-state'],
    [foreign && !of.paisId, 'nfe.recipient-country'],
    [!of.logradouro || !of.bairro || (!foreign && !of.cidade), 'nfe.recipient-address'],
  ]
  return missing.filter(([lacks]) => lacks).map(([, code]) => ({ path: 'destinatarioId', code }))
}

function lineProblems({ linhas, itens, law }: InvoiceDraft): InvoiceProblem[] {
  if (linhas.length === 0) return [{ path: 'itens', code: 'nfe.items-missing' }]
  return linhas.flatMap((line, at) => {
    const { icms_cst, pis_cst, cofins_cst } = itens[at] ?? {}
    const codes = namesOf({ icms_cst, pis_cst, cofins_cst }, [
      ['icms_cst', 'CST/CSOSN do ICMS'],
      ...(law.hasContributions ? contributionCodes : []),
    ])
    const fields = [namesOf({ ...line, ncmId: ncmOf(line) }, ofLine), codes].filter(names => names !== '').join(', ')
    if (fields === '') return []
    return [{ path: `itens.${at}`, code: 'nfe.item-incomplete', params: { item: at + 1, product: line.descricao ?? '', fields } }]
  })
}

/** Returns problems of codes that are of another regime than the store's, as after a change of regime. */
const icmsCodeProblems = ({ linhas, itens, header }: InvoiceDraft): InvoiceProblem[] =>
  linhas.flatMap((line, at) => {
    const code = itens[at]?.icms_cst ?? ''
    const rejection = icmsCodeRejection(code, header.regime)
    const params = { item: at + 1, product: line.descricao ?? '', code }
    return rejection ? [{ path: `itens.${at}`, code: rejection === '590' ? 'nfe.item-cst' : 'nfe.item-csosn', params }] : []
  })

/** A note of nothing fits no layout of the authority; one of taxes alone has no totals of IBS and CBS, whose `vNFTot` is never zero. */
function totalProblems({ linhas, fields, calculo, itens, law }: InvoiceDraft): InvoiceProblem[] {
  if (linhas.length === 0 || !amount(calculo.totals.total_nota).isZero()) return []
  if (!withoutValue.includes(fields.finalidade)) return [{ path: 'itens', code: 'nfe.total-zero' }]
  return hasIbsCbsTotal(itens, law) ? [{ path: 'itens', code: 'nfe.total-zero-class' }] : []
}

/** Returns problems of direction: incoming goods have a CFOP of entry, outgoing ones one of departure (rejections 518 and 519); a return is told which one. */
function directionProblems({ linhas, fields, operacoes }: InvoiceDraft): InvoiceProblem[] {
  const right = fields.tipo_doc === 0 ? /^[123]/ : /^[567]/
  return linhas.flatMap(({ cfop, descricao }, at) => {
    if (!cfop || right.test(cfop)) return []
    const params = { item: at + 1, product: descricao ?? '', cfop, back: returnOperationOf(operacoes, cfop) ?? '' }
    if (!/^[123567]/.test(cfop)) return [{ path: `itens.${at}.cfop`, code: 'nfe.cfop-unknown', params }]
    const code = fields.tipo_doc !== 0 ? 'nfe.cfop-enters' : params.back ? 'nfe.cfop-returns' : 'nfe.cfop-leaves'
    return [{ path: `itens.${at}.cfop`, code, params }]
  })
}

/** Returns problems with a state's table of benefits (rejections 930 and 931). */
const benefitProblems = ({ linhas, itens, beneficios }: InvoiceDraft): InvoiceProblem[] =>
  linhas.flatMap((line, at) => {
    const cst = itens[at]?.icms_cst ?? ''
    const { codigo, problem } = benefitOf(line.codigo_beneficio, cst, isTip(line) ? [] : beneficios)
    const params = { item: at + 1, product: line.descricao ?? '', cst, benefit: codigo ?? '' }
    return problem ? [{ path: `itens.${at}`, code: `nfe.benefit-${problem}`, params }] : []
  })

/** Words of each problem of the calculation. */
export const calculationWhys: Readonly<Record<CalculationProblem['code'], string>> = {
  'ibs-cbs-rates-unknown': 'as alíquotas de IBS e CBS desta data não são conhecidas',
  'tax-class-unknown': 'a classificação tributária do IBS e da CBS não é conhecida',
  'selective-rate-unknown': 'a alíquota do imposto seletivo desta data não é conhecida',
  'destination-rate-missing': 'falta a alíquota do estado de destino',
  'interstate-rate-unknown': 'a alíquota de ICMS entre estados desta data não é conhecida',
  'simples-credit-missing': 'falta a alíquota de crédito do Simples',
}

const calculationProblems = ({ calculo, linhas }: InvoiceDraft): InvoiceProblem[] =>
  calculo.problems.map(({ item, code }) => ({
    path: `itens.${item}`,
    code: 'nfe.calculation',
    params: { item: item + 1, product: linhas[item]?.descricao ?? '', why: calculationWhys[code] },
  }))

/** Returns the change to give back where some of the payment is cash; undefined where the payments are not the note's total. */
export function changeOf({ pagamentos, calculo, fields }: InvoiceDraft): number | undefined {
  const owed = withoutPayment.includes(fields.finalidade) || pagamentos.every(({ tipo }) => tipo === 90)
  const paid = sumOf(pagamentos.map(({ valor }) => amount(valor)))
  if (owed) return paid.isZero() ? 0 : undefined
  const change = paid.minus(calculo.totals.total_nota)
  const givesBack = pagamentos.some(({ tipo }) => tipo === 1)
  return change.isZero() || (change.greaterThan(0) && givesBack) ? change.toNumber() : undefined
}

function paymentProblems(draft: InvoiceDraft): InvoiceProblem[] {
  const { pagamentos, calculo, linhas } = draft
  if (pagamentos.length === 0) return [{ path: 'pagamentos', code: 'nfe.payments-missing' }]
  const told = pagamentos.flatMap(({ tipo, valor }, at) =>
    tipo === 90 && !amount(valor).isZero() ? [{ path: `pagamentos.${at}.valor`, code: 'nfe.no-payment-value' }] : [],
  )
  if (told.length > 0) return told
  // Without items there is no total yet to compare with.
  if (linhas.length === 0 || changeOf(draft) !== undefined) return []
  const reais = (value: number): string => amount(value).toFixed(2).replace('.', ',')
  const payments = reais(sumOf(pagamentos.map(({ valor }) => amount(valor))).toNumber())
  const without = withoutPayment.includes(draft.fields.finalidade)
  const total = reais(without ? 0 : calculo.totals.total_nota)
  return [{ path: 'pagamentos', code: 'nfe.payments-total', params: { payments, total } }]
}

function referenceProblems({ fields, chaves, linhas }: InvoiceDraft): InvoiceProblem[] {
  const wrong = chaves.flatMap((key, at) => (isAccessKey(key) ? [] : [{ path: `chaves.${at}.chave`, code: 'nfe.key-digit' }]))
  const apart = linhas.flatMap(({ ref_chave, descricao }, at) =>
    ref_chave
      ? []
      : [{ path: `itens.${at}.ref_chave`, code: 'nfe.return-item', params: { item: at + 1, product: descricao ?? '' } }],
  )
  // Those that say their note are told by it alone (VC02-14): the others would be of none.
  if (fields.finalidade === 4 && apart.length < linhas.length) return [...apart, ...wrong]
  const named = fields.finalidade === 4 && linhas.every(({ ref_chave }) => ref_chave)
  const lacks = withReference.includes(fields.finalidade) && chaves.length === 0 && !named
  return lacks ? [{ path: 'chaves', code: 'nfe.reference-missing' }, ...wrong] : wrong
}
