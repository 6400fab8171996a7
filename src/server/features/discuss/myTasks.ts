import { dayOf } from '../../../base/dates.ts'
import type { Model, Register } from '../../../model/model.ts'
import type { Caller } from '../../access/caller.ts'
import { authorsOf } from '../../access/users.ts'
import type { Database } from '../../database/queries.ts'
import { objectOf } from '../../operations/objectOf.ts'
import { type RuntimeOperation, runtimeOperation } from '../../operations/operation.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { type Table, tableOf } from '../../query/table.ts'
import { requireStore } from '../../write/unitOfWork.ts'
import { historyName, recordLabel } from '../../write/writeHistory.ts'
import { recordFor, withoutMailbox } from '../notices/readers.ts'
import { openTasks } from './commentRows.ts'
import { pageOfComment } from './tellComment.ts'

/** Tasks on the page. */
const MOST = 100

const task = objectOf({
  id: { type: 'string' },
  texto: { type: 'string' },
  quem: { type: 'string', description: 'Quem deixou a tarefa' },
  prazo: { type: ['string', 'null'], format: 'date' },
  atrasada: { type: 'boolean' },
  cadastro: { type: 'string', description: 'Título do cadastro' },
  registro: { type: 'string', description: 'Nome do registro' },
  pagina: { type: 'string', description: 'Endereço dentro do sistema' },
  recurso: { type: 'string' },
  chave: { type: 'string' },
})

const list = runtimeOperation({
  method: 'GET',
  path: 'minhas-tarefas',
  person: true,
  title: 'O que deixaram com quem pergunta em comentários da loja e está aberto, pelo prazo',
  gate: 'logged',
  input: { type: 'object', properties: { lojaId: { type: 'integer' } } },
  output: objectOf({ total: { type: 'integer' }, tarefas: { type: 'array', items: task } }),
  messages: [],
  async run({ service: { database }, model, caller }) {
    const tarefas = await tasksOf(caller, model, database)
    return { total: tarefas.length, tarefas: tarefas.slice(0, MOST) }
  },
})

async function tasksOf(caller: Caller, model: Model, database: Pick<Database, 'read'>) {
  const lojaId = requireStore(caller)
  const today = dayOf(new Date().toISOString(), caller.zone)
  return database.read({ stores: [lojaId] }, async q => {
    // One more than are shown, so that the page can say that there are more.
    const rows = await openTasks(q, lojaId, { assigneeId: caller.userId, limit: MOST + 1 })
    const authors = await authorsOf(
      rows.map(({ userId }) => userId),
      model,
      q,
    )
    const found = []
    for (const row of rows) {
      const seen = await recordSeen(caller, row, model, q)
      if (!seen) continue
      const { table, record } = seen
      found.push({
        id: row.id,
        texto: row.body,
        quem: withoutMailbox(authors.get(row.userId)?.nome ?? ''),
        prazo: row.due,
        atrasada: row.due !== null && row.due < today,
        cadastro: table.register.title,
        registro: recordLabel(record, table) || row.record,
        pagina: pageOfComment(table, record.id, row.id),
        recurso: table.register.name,
        chave: row.record,
      })
    }
    return found
  })
}

/** The record of a task as somebody sees it, in the first of its registers that shows it to them. */
export async function recordSeen(
  caller: Caller,
  { register: name, record: id }: { readonly register: string; readonly record: string },
  model: Model,
  q: Parameters<typeof openTasks>[0],
): Promise<{ readonly table: Table; readonly record: DataRow } | undefined> {
  for (const register of talkedRegisters(model, name)) {
    const table = tableOf(model, register.name)
    const key = table.id.kind.accept(register.textKey ? id : Number(id), table.id.field)
    const record = key.ok ? await recordFor(caller, key.value, table, model, q) : undefined
    if (record) return { table, record }
  }
  return undefined
}

/** The registers that show records of this one, itself first. */
const talkedRegisters = (model: Model, name: string): Register[] =>
  Object.values(model.registers)
    .filter(register => register.discuss && historyName(register) === name)
    .sort((a, b) => Number(a.name !== name) - Number(b.name !== name))

export const taskOperations: readonly RuntimeOperation[] = [list]
