import { dayOf } from '../../../base/dates.ts'
import {
  ApiError,
  changeRecords,
  inputOfStore,
  inTransaction,
  lockOwnFields,
  objectOf,
  operation,
  requireStore,
  tableOf,
} from '../../../server/domain.ts'
import { soldOutMenus } from '../ports/soldOutMenus.ts'

/**
 * Marks products as sold out for the rest of the store's day, or as there again. The day is kept, and not a switch: by the next one it says
 * nothing anymore, so nobody needs to take it back. Menus of customers hear of it once it is saved; the same call again changes nothing.
 */
export const markSoldOut = operation({
  method: 'POST',
  path: 'produtos/esgotados',
  title: 'Marcar produtos como esgotados hoje',
  gate: 'cardapio_editar',
  input: inputOfStore({
    ids: { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 1000, description: 'Os produtos' },
    esgotado: { type: 'boolean', description: 'Falso: voltaram' },
  }),
  output: objectOf({
    esgotado_em: { type: ['string', 'null'], format: 'date', description: 'O dia da loja em que estão esgotados' },
  }),
  // The same call again changes nothing, and nothing waits in a transaction while the app answers.
  standsAlone: true,
  messages: ['not-found', 'product.sold-out-untold', 'menu.address-taken'],
  async run({ database, model, caller, input, writing }) {
    const lojaId = requireStore(caller)
    const table = tableOf(model, 'produtos')
    const day = input.esgotado ? dayOf(new Date().toISOString(), caller.zone) : null
    const ids = [...new Set(input.ids)]
    const sold = await inTransaction(writing, table.register, async work => {
      const standing = await lockOwnFields(table, ids, work)
      if (standing.length < ids.length) throw new ApiError(404, 'not-found')
      const changed = standing.filter(({ esgotado_em }) => (esgotado_em ?? null) !== day).map(({ id }) => id)
      await changeRecords(table, changed, { esgotado_em: day }, work, { history: true })
      // Ingredients stand in no menu.
      return standing.flatMap(({ id, materia_prima_prod }) => (materia_prima_prod ? [] : [Number(id)]))
    })
    if (sold.length > 0) await soldOutMenus.of(writing.service)?.tell({ database, model, lojaId }, sold, day)
    return { esgotado_em: day }
  },
})
