import { ApiError, inTransaction, operation, requireStore, tableOf, writeHistory } from '../../../server/domain.ts'

interface Input {
  readonly id: number
  readonly motivo: string
}

/** Answers for a note whose file does not prove who issued it: by name, with the moment and a reason, so that it may be entered. */
export const acceptNote = operation<Input>({
  method: 'POST',
  path: 'nfes/aceitar',
  title: 'Aceitar uma NF-e recebida que não se prova autêntica',
  gate: 'estoque_ver',
  input: {
    type: 'object',
    properties: {
      lojaId: { type: 'integer' },
      id: { type: 'integer' },
      motivo: { type: 'string', minLength: 10, maxLength: 255, description: 'Como se sabe que a nota é verdadeira' },
    },
    required: ['id', 'motivo'],
  },
  output: {
    type: 'object',
    properties: { id: { type: 'integer' }, aceita_em: { type: 'string', format: 'date-time' }, aceita_por: { type: 'string' } },
    required: ['id', 'aceita_em', 'aceita_por'],
  },
  messages: ['not-found', 'received.not-doubtful', 'received.accept-reason'],
  async run({ model, caller, input: { id, motivo }, writing }) {
    const lojaId = requireStore(caller)
    const reason = motivo.trim()
    if (reason.length < 10) throw new ApiError(422, 'received.accept-reason')
    const table = tableOf(model, 'nfes')
    return inTransaction(writing, table.register, async work => {
      const { rows } = await work.q.query<{ xNome: string; doubtful: boolean }>(
        `SELECT "xNome", autenticidade IS NOT NULL AND aceita_em IS NULL AS doubtful FROM nfes WHERE "lojaId" = $1 AND id = $2 FOR UPDATE`,
        [lojaId, id],
      )
      const [note] = rows
      if (!note) throw new ApiError(404, 'not-found')
      if (!note.doubtful) throw new ApiError(409, 'received.not-doubtful')
      const word = { aceita_em: new Date().toISOString(), aceita_por: caller.name, aceita_motivo: reason }
      await work.q.query(
        `UPDATE nfes SET aceita_em = $3, aceita_por = $4, aceita_motivo = $5, version = version + 1, "updatedAt" = now() WHERE "lojaId" = $1 AND id = $2`,
        [lojaId, id, word.aceita_em, word.aceita_por, word.aceita_motivo],
      )
      const before = { aceita_em: null, aceita_por: null, aceita_motivo: null }
      writeHistory([{ table, lojaId, id, deed: 'alterar', record: { id, xNome: note.xNome }, before, after: word }], work)
      work.changes.push({ register: table.register, lojaId, id: String(id) })
      return { id, aceita_em: word.aceita_em, aceita_por: word.aceita_por }
    })
  },
})
