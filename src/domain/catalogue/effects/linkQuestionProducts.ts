import { recordsIn } from '../../../base/record.ts'
import { type Effect, type EffectContext, validationError } from '../../../server/domain.ts'
import { normalizeProductCode, productsByCode } from './productCodes.ts'

/** `produtosCodigos` links the question to the products with these codes, as rows of its list; links that stand stay. */
export const linkQuestionProducts: Effect = {
  async before(saving) {
    const codes = codesOf(saving)
    if (codes.length === 0) return undefined
    const { body, before } = saving
    const products = await productsByCode(codes, saving.work)
    const unknown = codes.filter(code => !products.has(code))
    if (unknown.length > 0)
      throw validationError([
        { path: 'produtosCodigos', code: 'question.products-unknown', params: { codes: unknown.slice(0, 10).join(', ') } },
      ])
    const named = recordsIn(body.produtos)
    const linked = new Set([...recordsIn(before?.produtos), ...named].map(row => Number(row.produtoId)))
    const wanted = [...new Set(products.values())].filter(id => !linked.has(id))
    if (wanted.length > 0) body.produtos = [...named, ...wanted.map(produtoId => ({ produtoId }))]
    return undefined
  },
}

const codesOf = ({ body }: EffectContext): string[] =>
  String(body.produtosCodigos ?? '')
    .split(/[,;]/)
    .map(normalizeProductCode)
    .filter(code => /^\d+$/.test(code))
