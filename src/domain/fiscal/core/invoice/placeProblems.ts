import { amount } from '../calculation/amounts.ts'
import { enabledIcmsFields } from '../calculation/enabledFields.ts'
import { exportCst } from '../draft/draftHeader.ts'
import { ABROAD } from '../keys/states.ts'
import type { InvoiceDraft, InvoiceProblem } from './invoiceDraft.ts'

/** Returns problems of a recipient abroad, or of an operation with one (rejections 722, 723, 727, 771 and 790). */
export function foreignProblems({ destinatario, fields, header }: InvoiceDraft): InvoiceProblem[] {
  if (!destinatario) return []
  const [foreign, operation] = [destinatario.uf === ABROAD, fields.identificador_operacao]
  // At the counter, or outside of the shop.
  const present = fields.presenca === 1 || fields.presenca === 5
  const rules: readonly (readonly [broken: boolean, path: string, code: string])[] = [
    [foreign && operation === 2, 'identificador_operacao', 'nfe.foreign-operation'],
    [!foreign && operation === 3, 'identificador_operacao', 'nfe.foreign-recipient'],
    [foreign && operation === 1 && !(present && header.consumidor), 'presenca', 'nfe.foreign-counter'],
    [foreign && header.identificador_ie_dest !== 9, 'identificador_ie_dest', 'nfe.foreign-registration'],
  ]
  return rules.filter(([broken]) => broken).map(([, path, code]) => ({ path, code }))
}

/** First digits of the operations inside the state, with another one and with another country: of what comes in, and of what leaves. */
const places = {
  1: { title: 'A operação é interna', in: '1', out: '5' },
  2: { title: 'A operação é interestadual', in: '2', out: '6' },
  3: { title: 'A operação é com o exterior', in: '3', out: '7' },
} as const

/**
 * Returns problems of items with the place of the operation (rejections 731 to 733): of another place than the note's, taxed although they leave the
 * country (527), or imported, which needs what these notes do not have (525). Those of the wrong direction are told as such.
 */
export function placeProblems({ linhas, itens, fields, header }: InvoiceDraft): InvoiceProblem[] {
  const place = places[fields.identificador_operacao]
  const enters = fields.tipo_doc === 0
  const first = enters ? place.in : place.out
  return linhas.flatMap(({ cfop, descricao }, at) => {
    if (!cfop || !(enters ? /^[123]/ : /^[567]/).test(cfop)) return []
    const params = { item: at + 1, product: descricao ?? '', cfop }
    const problem = (field: string, code: string, more: InvoiceProblem['params'] = {}): InvoiceProblem[] => [
      { path: `itens.${at}.${field}`, code, params: { ...params, ...more } },
    ]
    if (!cfop.startsWith(first)) return problem('cfop', 'nfe.cfop-place', { operation: place.title, first })
    if (first === '3' && fields.finalidade !== 4) return problem('cfop', 'nfe.import')
    const [cst, code] = [itens[at]?.icms_cst ?? '', exportCst(header.regime)]
    const exported = first === '7' && !['41', '300'].includes(cst) && cst !== ''
    return exported ? problem('icms_cst', 'nfe.export-icms', { cst, code }) : []
  })
}

/** Goods that come back, go on or are sold to order have the rate of another note. */
const followsAnother = /^6(2|9|1(18|19|22|23))/

/** Returns problems of sales to another state with more ICMS than there is between the two (rejection 693). */
export const interstateProblems = ({ linhas, itens, fields, header, law }: InvoiceDraft): InvoiceProblem[] =>
  fields.identificador_operacao !== 2 || fields.tipo_doc !== 1 || fields.finalidade !== 1
    ? []
    : linhas.flatMap(({ cfop, descricao }, at) => {
        const { icms_cst = '', icms_alq = 0, origem = '0' } = itens[at] ?? {}
        const { uf_emitente: from, uf_destinatario: to } = header
        const most = law.interstateRate(from, to, origem)
        if (!most || followsAnother.test(cfop ?? '') || !enabledIcmsFields(icms_cst).icms || most.gte(icms_alq)) return []
        const percent = (rate: number): string => amount(rate).toFixed(2).replace('.', ',')
        const params = {
          item: at + 1,
          product: descricao ?? '',
          from,
          to,
          most: percent(most.toNumber()),
          rate: percent(icms_alq),
        }
        return [{ path: `itens.${at}.icms_alq`, code: 'nfe.interstate-rate', params }]
      })
