import {
  ApiError,
  changeRecords,
  dropKey,
  keepKey,
  keyHint,
  lockRecords,
  newKeyText,
  noteSecurityEvent,
  objectOf,
  operation,
  requireStore,
  runWrite,
  tableOf,
} from '../../../server/domain.ts'

const chosen = {
  type: 'object',
  properties: { lojaId: { type: 'integer' }, id: { type: 'integer', description: 'Chave de API da loja' } },
  required: ['lojaId', 'id'],
} as const

const declared = { gate: 'owner || admin || chaves_gerir', reauthenticate: true, notesItself: true, standsAlone: true } as const

/** Makes the text of a key, in place of the one before: it is in this reply alone, which no idempotency key keeps. */
const makeApiKey = operation({
  ...declared,
  method: 'POST',
  path: 'chaves_api/gerar',
  title: 'Gerar o texto de uma chave de API, mostrado só nesta resposta',
  input: chosen,
  output: objectOf({ chave: { type: 'string', description: 'rtg_…: vai em Authorization: Bearer' } }),
  messages: ['not-found', 'api-key.over', 'api-key.company-owner', 'staff-role.more-than-own'],
  async run({ caller, model, input, writing, address }) {
    const { service } = writing
    const lojaId = requireStore(caller)
    const table = tableOf(model, 'chaves_api')
    const token = newKeyText()
    const { name, old } = await runWrite(writing, table.register, async work => {
      const [record] = await lockRecords(table, [input.id], work)
      if (!record) throw new ApiError(404, 'not-found')
      if (record.todas_lojas && !caller.permission.owner) throw new ApiError(422, 'api-key.company-owner')
      const { expira_em: end } = record
      // Its text is shown once, and the other system would be refused with it.
      if (end !== null && new Date(String(end)).getTime() <= Date.now()) throw new ApiError(422, 'api-key.over')
      const made = { inicio: keyHint(token), gerada_em: new Date().toISOString(), geradaPorId: caller.userId, bloqueada: false }
      await changeRecords(table, [record.id], made, work, { history: true })
      const name = String(record.nome)
      const key = { id: Number(record.id), storeId: lojaId, name, company: record.todas_lojas === true }
      // While the record is held: of two who generate at once the later one has the key that it shows.
      return { name, old: await keepKey(service.database.system, { ...key, giverId: caller.userId, token }) }
    })
    if (old) service.sessionEnded?.(old)
    const detail = `Chave de API ${name}: gerada`
    await noteSecurityEvent(service, { kind: 'key-changed', authorId: caller.userId, lojaId, address, detail })
    return { chave: token }
  },
})

/** Takes the text of a key away, at every server at once: undoing it gives nothing back but the record. */
const revokeApiKey = operation({
  ...declared,
  method: 'POST',
  path: 'chaves_api/revogar',
  title: 'Revogar uma chave de API',
  input: chosen,
  output: { type: 'object' },
  messages: ['not-found'],
  async run({ caller, model, input, writing, address }) {
    const { service } = writing
    const lojaId = requireStore(caller)
    const table = tableOf(model, 'chaves_api')
    const { name, old } = await runWrite(writing, table.register, async work => {
      const [record] = await lockRecords(table, [input.id], work)
      if (!record) throw new ApiError(404, 'not-found')
      await changeRecords(table, [record.id], { bloqueada: true }, work, { history: true })
      return { name: String(record.nome), old: await dropKey(service.database.system, lojaId, input.id) }
    })
    if (old) service.sessionEnded?.(old)
    const detail = `Chave de API ${name}: revogada`
    await noteSecurityEvent(service, { kind: 'key-changed', authorId: caller.userId, lojaId, address, detail })
    return {}
  },
})

/** Operations on keys of programs. */
export const apiKeyOperations = [makeApiKey, revokeApiKey]
