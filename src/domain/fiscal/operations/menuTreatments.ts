import { dayOf } from '../../../base/dates.ts'
import { formatMessage } from '../../../model/formatMessage.ts'
import { inTransaction, objectOf, operation, requireStore, tableOf } from '../../../server/domain.ts'
import { keepTreatmentsIn } from '../regime/menu/keepTreatments.ts'
import { countMenu } from '../regime/menu/readMenu.ts'
import { readRegime } from '../regime/readRegime.ts'

/** Tells how many products that are sold have no treatment yet. */
export const menuSummary = operation({
  method: 'GET',
  path: 'Produto_tratamentos/resumo',
  title: 'Quantos produtos ainda não têm tratamento',
  gate: 'cardapio_ver',
  input: { type: 'object', properties: { lojaId: { type: 'integer' } } },
  output: objectOf({ texto: { type: 'string' } }),
  messages: ['menu-law.summary', 'menu-law.summary-done', 'menu-law.summary-retail'],
  async run({ model, caller, database }) {
    const lojaId = requireStore(caller)
    return database.read({ stores: [lojaId] }, async q => {
      const { restaurante } = await readRegime(q, lojaId, dayOf(new Date().toISOString(), caller.zone))
      const { all, open, doubts } = await countMenu(q, lojaId)
      const code = !restaurante ? 'retail' : open === 0 ? 'done' : undefined
      const texto = formatMessage(model, code ? `menu-law.summary-${code}` : 'menu-law.summary', { count: open, all, doubts })
      return { texto }
    })
  },
})

/** Thinks of all products of the store anew. */
export const proposeMenu = operation({
  method: 'POST',
  path: 'Produto_tratamentos/propor',
  title: 'Procurar de novo o tratamento dos produtos',
  gate: 'cardapio_editar',
  input: { type: 'object', properties: { lojaId: { type: 'integer' } } },
  output: objectOf({ mudaram: { type: 'integer' } }),
  messages: [],
  run: ({ model, writing }) =>
    inTransaction(writing, tableOf(model, 'Produto_tratamentos').register, async work => ({
      mudaram: await keepTreatmentsIn(work),
    })),
})
