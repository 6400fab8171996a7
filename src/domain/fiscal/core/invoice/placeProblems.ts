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
