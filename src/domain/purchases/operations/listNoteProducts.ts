import { membersOf } from '../../../base/record.ts'
import { ApiError, type NumbersOf, objectOf, operation, requireStore } from '../../../server/domain.ts'

/** Products of a received note: what a note's products are sent to other stores by. */
export const listNoteProducts = operation({
  method: 'GET',
  path: 'NFe_itens',
  title: 'Produtos de uma NF-e recebida',
  gate: 'estoque_ver',
  input: {
    type: 'object',
    properties: {
      lojaId: { type: 'integer' },
      nfeId: { type: 'integer', description: 'Ou como condição do filtro' },
      filter: { type: 'string', maxLength: 1000, description: '{"where":{"nfeId":1},"fields":{"produtoId":true}}' },
    },
  },
  output: {
    type: 'array',
    items: objectOf({ produtoId: { type: 'integer' } }),
  },
  messages: ['received.note-missing', 'received.no-products'],
  async run({ caller, input, database }) {
    const lojaId = requireStore(caller)
    const id = input.nfeId ?? noteInFilter(input.filter)
    if (id === undefined) throw new ApiError(400, 'received.note-missing')
    const rows = await database.read({ stores: [lojaId] }, async q => {
      const found = await q.query<{ produtoId: NumbersOf<'produtos', 'id'>['id'] }>(
        `SELECT p.id::float8 AS "produtoId" FROM nfes_itens i JOIN produtos p ON p."lojaId" = i."lojaId" AND p.id = i."produtoId"
         WHERE i."lojaId" = $1 AND i."nfesId" = $2 GROUP BY 1 ORDER BY min(i."nItem")`,
        [lojaId, id],
      )
      return found.rows
    })
    if (rows.length === 0) throw new ApiError(404, 'received.no-products')
    return rows
  },
})

/** The note that a filter names, as LoopBack writes it. */
function noteInFilter(filter: string | undefined): number | undefined {
  if (filter === undefined) return undefined
  try {
    const id = Number(membersOf(membersOf(JSON.parse(filter)).where).nfeId)
    return Number.isSafeInteger(id) && id > 0 ? id : undefined
  } catch {
    return undefined
  }
}
