import { dayOf } from '../../../base/dates.ts'
import { formatMessage } from '../../../model/formatMessage.ts'
import { inTransaction, operation, requireStore, tableOf } from '../../../server/domain.ts'
import { keepTreatmentsIn } from '../regime/menu/keepTreatments.ts'
import { readRegime } from '../regime/readRegime.ts'

interface Counts extends Record<string, unknown> {
  readonly all: number
  readonly open: number
  readonly doubts: number
}

/** Products without a row are open, too: nobody has looked at them yet. */
const COUNTS = `SELECT count(*)::int AS "all", count(*) FILTER (WHERE t.tratamento IS NULL)::int AS open,
    count(*) FILTER (WHERE t.tratamento IS NULL AND coalesce(t.certeza, 'DUVIDA') = 'DUVIDA')::int AS doubts
  FROM produtos p LEFT JOIN "Produto_tratamentos" t ON t."lojaId" = $1 AND t."produtoId" = p.id
  WHERE p."lojaId" = $1 AND p.stt_prod AND p.materia_prima_prod IS NOT TRUE`

/** Tells how many products that are sold have no treatment yet. */
export const menuSummary = operation<Record<string, never>>({
  method: 'GET',
  path: 'Produto_tratamentos/resumo',
  title: 'Quantos produtos ainda não têm tratamento',
  gate: 'cardapio_ver',
  input: { type: 'object', properties: { lojaId: { type: 'integer' } } },
  output: { type: 'object', properties: { texto: { type: 'string' } }, required: ['texto'] },
  messages: ['menu-law.summary', 'menu-law.summary-done', 'menu-law.summary-retail'],
  async run({ model, caller, database }) {
    const lojaId = requireStore(caller)
    return database.read({ stores: [lojaId] }, async q => {
      const { restaurante } = await readRegime(q, lojaId, dayOf(new Date().toISOString(), caller.zone))
      const { rows } = await q.query<Counts>(COUNTS, [lojaId])
      const { all, open, doubts } = rows[0] ?? { all: 0, open: 0, doubts: 0 }
      const code = !restaurante ? 'retail' : open === 0 ? 'done' : undefined
      const texto = formatMessage(model, code ? `menu-law.summary-${code}` : 'menu-law.summary', { count: open, all, doubts })
      return { texto }
    })
  },
})

/** Thinks of all products of the store anew. */
export const proposeMenu = operation<Record<string, never>>({
  method: 'POST',
  path: 'Produto_tratamentos/propor',
  title: 'Procurar de novo o tratamento dos produtos',
  gate: 'cardapio_editar',
  input: { type: 'object', properties: { lojaId: { type: 'integer' } } },
  output: { type: 'object', properties: { mudaram: { type: 'integer' } }, required: ['mudaram'] },
  messages: [],
  run: ({ model, writing }) =>
    inTransaction(writing, tableOf(model, 'Produto_tratamentos').register, async work => ({
      mudaram: await keepTreatmentsIn(work, 'all'),
    })),
})
