import { membersOf } from '../../../base/record.ts'
import type { Problem } from '../../../model/problem.ts'
import { type DataRow, type Effect, validationError } from '../../../server/domain.ts'
import { normalizeProductCode, productsByCode } from './productCodes.ts'

/** An answer may name its product by cod_prod in place of produtoId, by itself or within its question. */
export const findAnswerProducts: Effect = {
  async before({ work, body }) {
    const answers = Array.isArray(body.respostas) ? body.respostas.map((row, at) => ({ row, path: `respostas.${at}.` })) : []
    const named = [{ row: body, path: '' }, ...answers].filter((each): each is { row: DataRow; path: string } =>
      isNamed(each.row),
    )
    if (named.length === 0) return undefined
    const products = await productsByCode(
      named.map(({ row }) => normalizeProductCode(row.cod_prod)),
      work,
    )
    const problems = named.flatMap(({ row, path }): Problem[] => {
      const produtoId = products.get(normalizeProductCode(row.cod_prod))
      if (produtoId === undefined)
        return [{ path: `${path}cod_prod`, code: 'answer.product-unknown', params: { code: String(row.cod_prod) } }]
      row.produtoId = produtoId
      return []
    })
    if (problems.length > 0) throw validationError(problems)
    return undefined
  },
}

const isNamed = (row: unknown): boolean => {
  const { cod_prod, produtoId } = membersOf(row)
  return cod_prod !== undefined && cod_prod !== null && cod_prod !== '' && (produtoId === undefined || produtoId === null)
}
