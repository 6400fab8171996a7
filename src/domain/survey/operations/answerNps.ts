import { inputOfStore, insertRows, objectOf, operation, runWrite, tableOf } from '../../../server/domain.ts'

/** Takes an answer to the satisfaction survey. It is that of the session's user, in the store that is open, whatever the body says. */
export const answerNps = operation({
  method: 'POST',
  path: 'Nps',
  person: true,
  title: 'Responder à pesquisa de satisfação',
  gate: 'logged',
  input: inputOfStore(
    {
      userId: { type: 'integer' },
      score: { type: 'integer', minimum: 0, maximum: 10 },
      feedback: { type: ['string', 'null'], maxLength: 2048 },
    },
    ['score'],
  ),
  output: objectOf({ id: { type: 'integer' }, score: { type: 'integer' } }),
  messages: [],
  async run({ model, caller, input: { score, feedback }, writing }) {
    const table = tableOf(model, 'Nps')
    const columns = { userId: caller.userId, lojaId: caller.storeId, score, feedback: feedback?.trim() || null }
    const id = await runWrite(writing, table.register, async work => {
      const [key] = await insertRows(table, [{ lojaId: null, columns }], work)
      work.changes.push({ register: table.register, lojaId: null, id: String(key) })
      return Number(key)
    })
    return { id, score }
  },
})
