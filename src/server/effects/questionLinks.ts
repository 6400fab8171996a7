import { tableOf } from '../query/table.ts'
import { invalid } from '../write/invalid.ts'
import { insertRows } from '../write/rows.ts'
import { storeOf } from '../write/work.ts'
import type { Effect, Saving } from './effect.ts'
import { codeOf, productsByCode } from './productCodes.ts'

/** `produtosCodigos` links the question to the products with these codes; links that stand stay. */
export const questionLinks: Effect = {
  async before(saving) {
    const codes = codesOf(saving)
    const products = await productsByCode(codes, saving.work)
    const unknown = codes.filter(code => !products.has(code))
    if (unknown.length > 0)
      throw invalid([
        { path: 'produtosCodigos', code: 'question.products-unknown', params: { codes: unknown.slice(0, 10).join(', ') } },
      ])
    return undefined
  },
  async after(saving) {
    const codes = codesOf(saving)
    if (codes.length === 0) return
    const { work, record } = saving
    const links = tableOf(work.model, 'produto_pergunta')
    const lojaId = storeOf(work.caller)
    const { rows } = await work.q.query<{ produtoId: string }>(
      `SELECT "produtoId" FROM ${links.sql} WHERE "lojaId" = $1 AND "perguntaId" = $2`,
      [lojaId, record.id],
    )
    const linked = new Set(rows.map(row => Number(row.produtoId)))
    const wanted = [...new Set((await productsByCode(codes, work)).values())].filter(id => !linked.has(id))
    const ids = await insertRows(
      links,
      wanted.map(produtoId => ({ lojaId, columns: { produtoId, perguntaId: record.id } })),
      work,
    )
    for (const id of ids) work.changes.push({ register: links.register, lojaId, id: String(id) })
  },
}

const codesOf = ({ body }: Saving): string[] =>
  String(body.produtosCodigos ?? '')
    .split(/[,;]/)
    .map(codeOf)
    .filter(code => /^\d+$/.test(code))
