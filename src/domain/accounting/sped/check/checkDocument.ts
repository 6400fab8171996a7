import { codeOfState, isAccessKey, splitAccessKey, stateOfMunicipality } from '../../../fiscal/core/public.ts'
import { dayOfField, difference, numberOf, type Row, type SpedFacts, sumOf, zero } from './spedRow.ts'

/** A document with its records. */
export interface SpedDocument {
  /** C100. */
  readonly row: Row
  /** C101. */
  readonly differences: Row[]
  /** C170. */
  readonly items: Row[]
  /** C190. */
  readonly sums: Row[]
}

/** Finds what the guide refuses in C100 to C190 of a document. */
export function documentProblems(document: SpedDocument, facts: SpedFacts): string[] {
  const { row } = document
  const name = row.CHV_NFE || row.NUM_DOC || ''
  const found = stands(row)
    ? [
        ...fieldProblems(row, facts),
        ...sumProblems(document),
        ...itemProblems(document, facts),
        ...operationProblems(document, facts),
      ]
    : emptyProblems(document)
  return [...keyProblems(row, facts), ...found].map(problem => `${name}: ${problem}`)
}

/** Situations of documents that stand: regular, complementary, by a norm of their own. */
const stands = ({ COD_SIT }: Row): boolean => ['00', '06', '08'].includes(COD_SIT ?? '')

const said = (wrong: boolean, problem: string): string[] => (wrong ? [problem] : [])

/** A cancelled document is only named (exception 1). */
function emptyProblems({ row, items, sums, differences }: SpedDocument): string[] {
  const named = ['IND_OPER', 'IND_EMIT', 'COD_MOD', 'COD_SIT', 'SER', 'NUM_DOC', 'CHV_NFE']
  const more = Object.entries(row).filter(([field, value]) => value !== '' && !named.includes(field))
  const whole = items.length + sums.length + differences.length > 0
  return [
    ...said(!/^0[2345]$/.test(row.COD_SIT ?? ''), `COD_SIT is ${row.COD_SIT}`),
    ...said(whole || more.length > 0, 'a cancelled document has no values'),
  ]
}

function keyProblems(row: Row, { owner }: SpedFacts): string[] {
  const { CHV_NFE = '', COD_MOD, COD_SIT, IND_EMIT, SER = '', NUM_DOC } = row
  if (CHV_NFE === '') return said((COD_MOD === '55' || COD_MOD === '65') && COD_SIT !== '05', 'no key')
  const key = splitAccessKey(CHV_NFE)
  if (!key || !isAccessKey(CHV_NFE)) return ['the key does not end in its check digit']
  const own = IND_EMIT === '0'
  return [
    ...said(Number(key.nNF) !== Number(NUM_DOC), `NUM_DOC is ${NUM_DOC}, not that of the key`),
    ...said(Number(key.serie) !== Number(SER) || SER.length !== 3, `SER is ${SER}, not that of the key`),
    ...said(key.mod !== COD_MOD, `COD_MOD is ${COD_MOD}, not that of the key`),
    ...said(own && owner.CNPJ !== undefined && key.CNPJ.slice(0, 8) !== owner.CNPJ.slice(0, 8), 'the key is of another company'),
    ...said(own && key.cUF !== codeOfState(owner.UF ?? ''), 'the key is of another state'),
  ]
}

/** Valid values of some fields of C100. */
const values: readonly (readonly [string, RegExp])[] = [
  ['IND_OPER', /^[01]$/],
  ['IND_EMIT', /^[01]$/],
  ['IND_PGTO', /^[0129]$/],
  ['IND_FRT', /^[0-49]$/],
]

/** Fields that an NFC-e does not have (exception 9). */
const notOfConsumers = ['COD_PART', 'VL_BC_ICMS_ST', 'VL_ICMS_ST', 'VL_IPI', 'VL_PIS', 'VL_COFINS', 'VL_PIS_ST', 'VL_COFINS_ST']

function fieldProblems(row: Row, { owner }: SpedFacts): string[] {
  const [issued, moved] = [dayOfField(row.DT_DOC), dayOfField(row.DT_E_S)]
  const last = dayOfField(owner.DT_FIN) ?? '9999'
  const consumer = row.COD_MOD === '65'
  return [
    ...values.flatMap(([field, form]) => said(!form.test(row[field] ?? ''), `${field} is ${row[field]}`)),
    ...said(!issued || issued > last, `DT_DOC is ${row.DT_DOC}`),
    ...said(row.DT_E_S !== '' && (!moved || moved > last || moved < (issued ?? '')), `DT_E_S is ${row.DT_E_S}`),
    ...said(row.IND_OPER === '0' && row.DT_E_S === '', 'no DT_E_S of goods that came in'),
    ...said(consumer && row.IND_OPER !== '1', 'an NFC-e is never an entry'),
    ...said(!consumer && row.COD_PART === '', 'no COD_PART'),
    ...(consumer ? notOfConsumers.flatMap(field => said(row[field] !== '', `an NFC-e has no ${field}`)) : []),
  ]
}

/** Fields of C100 that are the sum of a field of C190. */
const sums: readonly (readonly [of: string, from: string])[] = [
  ['VL_DOC', 'VL_OPR'],
  ['VL_BC_ICMS', 'VL_BC_ICMS'],
  ['VL_ICMS', 'VL_ICMS'],
  ['VL_BC_ICMS_ST', 'VL_BC_ICMS_ST'],
  ['VL_ICMS_ST', 'VL_ICMS_ST'],
  ['VL_IPI', 'VL_IPI'],
]

function sumProblems({ row, sums: analytic }: SpedDocument): string[] {
  if (analytic.length === 0) return ['no C190']
  const keys = analytic.map(keyOf)
  return [
    // Fields that are empty stand for what the document does not have.
    ...sums.flatMap(([of, from]) => difference(of, numberOf(row[of]), sumOf(analytic, from))),
    ...said(new Set(keys).size !== keys.length, 'two C190 of one combination'),
  ]
}

const keyOf = ({ CST_ICMS, CFOP, ALIQ_ICMS }: Row): string => `${CST_ICMS} ${CFOP} ${ALIQ_ICMS}`

function itemProblems({ row, items, sums: analytic }: SpedDocument, facts: SpedFacts): string[] {
  if (row.IND_EMIT !== '1') return said(items.length > 0, 'C170 of a note of its own')
  if (items.length === 0) return ['no C170']
  const numbers = items.map(({ NUM_ITEM }) => NUM_ITEM)
  const combined = (key: string): readonly Row[] => items.filter(item => keyOf(item) === key)
  const keys = new Set(analytic.map(keyOf))
  return [
    ...said(new Set(numbers).size !== numbers.length, 'two C170 of one NUM_ITEM'),
    ...difference('VL_MERC', numberOf(row.VL_MERC), sumOf(items, 'VL_ITEM')),
    ...difference('VL_ABAT_NT', numberOf(row.VL_ABAT_NT), sumOf(items, 'VL_ABAT_NT')),
    ...said(
      new Set(items.map(keyOf)).size !== keys.size || items.some(item => !keys.has(keyOf(item))),
      'combinations of C170 and C190 differ',
    ),
    ...analytic.flatMap(sum =>
      ['VL_BC_ICMS', 'VL_ICMS', 'VL_BC_ICMS_ST', 'VL_ICMS_ST', 'VL_IPI'].flatMap(field =>
        difference(`${field} of ${keyOf(sum)}`, numberOf(sum[field]), sumOf(combined(keyOf(sum)), field)),
      ),
    ),
    ...items.flatMap(({ NUM_ITEM, COD_ITEM = '', UNID, CST_ICMS, CFOP }) => {
      const stocked = facts.items.get(COD_ITEM)
      return [
        ...said(
          stocked !== undefined && stocked.UNID_INV !== UNID,
          `item ${NUM_ITEM}: ${UNID} is not the unit of ${COD_ITEM}, and no 0220 converts it`,
        ),
        ...said(!isSituation(CST_ICMS), `item ${NUM_ITEM}: ${CST_ICMS} is no CST`),
        ...said(CFOP?.[0] !== items[0]?.CFOP?.[0], `item ${NUM_ITEM}: another direction than the first`),
      ]
    }),
  ]
}

/** Situations of ICMS with their origin, and those of the simplified regime. */
const isSituation = (cst = ''): boolean =>
  /^[0-8](00|02|10|12|13|15|20|30|40|41|50|51|52|53|60|61|70|72|74|90)$/.test(cst) || /^(10[1-3]|20[1-3]|[345]00|900)$/.test(cst)

function operationProblems(
  { row, sums: analytic, differences }: SpedDocument,
  { isOperation, participants, owner }: SpedFacts,
): string[] {
  const first = row.COD_MOD === '65' ? /^5/ : row.IND_OPER === '0' ? /^[123]/ : /^[567]/
  const state = stateOfMunicipality(participants.get(row.COD_PART ?? '')?.COD_MUN)
  return [
    ...analytic.flatMap(sum => {
      const { CST_ICMS, CFOP = '', VL_RED_BC } = sum
      const reduced = /^\d(20|70)$/.test(CST_ICMS ?? '') && row.COD_SIT === '00'
      return [
        ...said(!first.test(CFOP), `CFOP ${CFOP} is of another direction`),
        ...said(isOperation !== undefined && !isOperation(CFOP), `there is no CFOP ${CFOP}`),
        ...said(!isSituation(CST_ICMS), `${CST_ICMS} is no CST`),
        ...said(reduced && !numberOf(VL_RED_BC).greaterThan(0), `no VL_RED_BC of CST ${CST_ICMS}`),
      ]
    }),
    ...said(differences.length > 1, 'two C101'),
    ...said(
      differences.length > 0 && (state === undefined || state === owner.UF || row.COD_MOD !== '55'),
      'a difference of rates within the state',
    ),
    ...differences.flatMap(each =>
      said(
        ['VL_ICMS_UF_DEST', 'VL_ICMS_UF_REM', 'VL_FCP_UF_DEST'].every(field => numberOf(each[field]).equals(zero)),
        'C101 without values',
      ),
    ),
  ]
}
