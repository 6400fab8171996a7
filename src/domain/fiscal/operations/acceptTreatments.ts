import { formatMessage } from '../../../model/formatMessage.ts'
import {
  ApiError,
  type ColumnOf,
  objectOf,
  operation,
  type RowOf,
  requireStore,
  runWrite,
  tableOf,
  writeOneOrMore,
} from '../../../server/domain.ts'
import { countMenu } from '../regime/menu/readMenu.ts'

/** Rows of a long selection. */
const MOST = 5000

/** Of the proposals none says that nothing is proposed. */
interface Proposed extends RowOf<'Produto_tratamentos', 'id'> {
  readonly proposta: Exclude<ColumnOf<'Produto_tratamentos', 'proposta'>, 'NENHUMA'>
}

const CHOSEN = `SELECT id, proposta FROM "Produto_tratamentos" WHERE "lojaId" = $1 AND id = ANY($2::bigint[]) AND proposta <> 'NENHUMA'
  AND tratamento IS DISTINCT FROM proposta ORDER BY id FOR UPDATE`

const OPEN = `SELECT id, proposta FROM "Produto_tratamentos" WHERE "lojaId" = $1 AND tratamento IS NULL AND proposta <> 'NENHUMA'
  AND certeza = ANY($2::text[]) AND ($3::bigint IS NULL OR "grupoId" = $3) ORDER BY id LIMIT ${MOST} FOR UPDATE`

/** Takes proposals over: those of the chosen rows, or of all that are open and certain enough, of a group or of all. One deed: one undo. */
export const acceptTreatments = operation({
  method: 'POST',
  path: 'Produto_tratamentos/aceitar',
  title: 'Aceitar os tratamentos que se propõem',
  gate: 'cardapio_editar',
  input: {
    type: 'object',
    properties: {
      lojaId: { type: 'integer' },
      ids: {
        type: 'array',
        items: { type: 'integer' },
        minItems: 1,
        maxItems: MOST,
        description: 'Sem elas, todas as que estão abertas',
      },
      grupoId: { type: ['integer', 'null'], description: 'Só os produtos deste grupo' },
      provaveis: { type: ['boolean', 'null'], description: 'Também as prováveis, não só as certas' },
    },
  },
  output: objectOf({ aceitas: { type: 'integer' }, faltam: { type: 'integer' }, resposta: { type: 'string' } }),
  messages: ['menu-law.none-to-accept', 'menu-law.accepted-count', 'menu-law.left-count', 'menu-law.none-left'],
  async run({ model, input: { ids, grupoId, provaveis }, writing }) {
    const table = tableOf(model, 'Produto_tratamentos')
    return runWrite(writing, table.register, async work => {
      const lojaId = requireStore(work.caller)
      const { rows } = ids
        ? await work.q.query<Proposed>(CHOSEN, [lojaId, ids])
        : await work.q.query<Proposed>(OPEN, [lojaId, provaveis ? ['CERTA', 'PROVAVEL'] : ['CERTA'], grupoId ?? null])
      if (rows.length === 0) throw new ApiError(422, 'menu-law.none-to-accept')
      await writeOneOrMore(
        rows.map(({ id, proposta }) => ({ id: Number(id), tratamento: proposta })),
        table,
        work,
      )
      const { open: faltam } = await countMenu(work.q, lojaId)
      const texts = [
        formatMessage(model, 'menu-law.accepted-count', { count: rows.length }),
        formatMessage(model, faltam > 0 ? 'menu-law.left-count' : 'menu-law.none-left', { count: faltam }),
      ]
      return { aceitas: rows.length, faltam, resposta: texts.join(' ') }
    })
  },
})
