import {
  ApiError,
  changeRecords,
  inputOfStore,
  inTransaction,
  objectOf,
  operation,
  requireStore,
  tableOf,
} from '../../../server/domain.ts'

/** Answers for a note whose file does not prove who issued it: by name, with the moment and a reason, so that it may be entered. */
export const acceptNote = operation({
  method: 'POST',
  path: 'nfes/aceitar',
  title: 'Aceitar uma NF-e recebida que não se prova autêntica',
  gate: 'estoque_ver',
  input: inputOfStore({
    id: { type: 'integer' },
    motivo: { type: 'string', minLength: 10, maxLength: 255, description: 'Como se sabe que a nota é verdadeira' },
  }),
  output: objectOf({
    id: { type: 'integer' },
    aceita_em: { type: 'string', format: 'date-time' },
    aceita_por: { type: 'string' },
  }),
  messages: ['not-found', 'received.not-doubtful', 'received.accept-reason'],
  async run({ model, caller, input: { id, motivo }, writing }) {
    const lojaId = requireStore(caller)
    const reason = motivo.trim()
    if (reason.length < 10) throw new ApiError(422, 'received.accept-reason')
    const table = tableOf(model, 'nfes')
    return inTransaction(writing, table.register, async work => {
      const { rows } = await work.q.query<{ doubtful: boolean }>(
        `SELECT autenticidade IS NOT NULL AND aceita_em IS NULL AS doubtful FROM nfes WHERE "lojaId" = $1 AND id = $2 FOR UPDATE`,
        [lojaId, id],
      )
      const [note] = rows
      if (!note) throw new ApiError(404, 'not-found')
      if (!note.doubtful) throw new ApiError(409, 'received.not-doubtful')
      const word = { aceita_em: new Date().toISOString(), aceita_por: caller.name, aceita_motivo: reason }
      await changeRecords(table, [id], word, work, { history: true })
      return { id, aceita_em: word.aceita_em, aceita_por: word.aceita_por }
    })
  },
})
