import { randomBytes } from 'node:crypto'
import { recordsIn } from '../../../base/record.ts'
import { gateAllows } from '../../../model/access/gate.ts'
import { registerOfRole } from '../../../model/access/roles.ts'
import { formatMessage } from '../../../model/formatMessage.ts'
import type { Model } from '../../../model/model.ts'
import { type Automation, registerOfStart } from '../../../model/views/automation.ts'
import { gateRefusal } from '../../access/gateRefusal.ts'
import { findStores, type Store } from '../../access/users.ts'
import { ApiError } from '../../error.ts'
import { objectOf } from '../../operations/objectOf.ts'
import { type RuntimeOperation, runtimeOperation } from '../../operations/operation.ts'
import { tableOf } from '../../query/table.ts'
import type { Service } from '../../service.ts'
import { changeFields, changeRecords } from '../../write/changeRecords.ts'
import { lockRecords } from '../../write/lockRecords.ts'
import { runWrite } from '../../write/runWrite.ts'
import { requireStore, withUnitOfWork } from '../../write/unitOfWork.ts'
import { storeRecord } from '../notices/readAsStore.ts'
import { automationsOn } from './automationsOn.ts'
import { needsOf } from './listening.ts'
import { makeRuns } from './makeRuns.ts'
import { secretPrefix } from './outgoing.ts'
import { planSteps, type StartMoment, startHolds } from './planRun.ts'
import { readRecords } from './readRecords.ts'
import { runQueue } from './runQueue.ts'
import { runTables } from './runTables.ts'

const chosen = { lojaId: { type: 'integer' }, id: { type: 'integer' } } as const

/** Makes the secret of an address, which is in this reply alone; the one before it signs along for a day. */
const makeSecret = runtimeOperation({
  method: 'POST',
  path: 'automacoes/segredo',
  title: 'Gerar o segredo que assina o que vai a um endereço, mostrado só nesta resposta',
  gate: 'owner || admin',
  reauthenticate: true,
  standsAlone: true,
  input: { type: 'object', properties: chosen, required: ['lojaId', 'id'] },
  output: objectOf({ segredo: { type: 'string', description: 'whsec_…: 32 bytes em base64' } }),
  messages: ['not-found'],
  async run({ model, input, writing }) {
    const table = tableOf(model, roleName(model, 'webhooks'))
    const segredo = `${secretPrefix}${randomBytes(32).toString('base64')}`
    await runWrite(writing, table.register, async work => {
      const [record] = await lockRecords(table, [input.id], work)
      if (!record) throw new ApiError(404, 'not-found')
      const made = { segredo, segredo_anterior: record.segredo ?? null, trocado_em: new Date().toISOString() }
      await changeRecords(table, [record.id], made, work, { history: true })
    })
    return { segredo }
  },
})

/** Tells what an automation would do with a record, and does none of it. */
const tryOut = runtimeOperation({
  method: 'POST',
  path: 'automacoes/testar',
  title: 'Ver o que uma automação faria com um registro, sem fazer nada',
  gate: 'owner || admin',
  standsAlone: true,
  input: {
    type: 'object',
    properties: {
      lojaId: { type: 'integer' },
      automacao: { type: 'string', maxLength: 200 },
      registro: { type: ['string', 'null'], maxLength: 60, description: 'Número de um registro do cadastro que a começa' },
    },
    required: ['lojaId', 'automacao'],
  },
  output: objectOf({ vale: { type: 'boolean' }, resultado: { type: 'string' } }),
  messages: ['automation.unknown', 'automation.record-needed', 'automation.test-report', 'not-found'],
  async run({ service, model, caller, input }) {
    const automation = automationNamed(model, input.automacao)
    if ('query' in automation.on) throw new ApiError(422, 'automation.test-report')
    const store = await storeOf(service, model, requireStore(caller))
    const moment = await momentOf(automation, input.registro ?? undefined, { service, model, store })
    if (!startHolds(model, automation, moment)) return { vale: false, resultado: formatMessage(model, 'automation.test-not') }
    const lines = planSteps(model, automation, moment).map(({ id, planned }, at) => {
      const params = { number: String(at + 1), deed: id }
      return planned
        ? formatMessage(model, 'automation.test-step', { ...params, content: JSON.stringify(planned.content) })
        : formatMessage(model, 'automation.test-skipped', params)
    })
    return { vale: true, resultado: [formatMessage(model, 'automation.test-holds'), ...lines].join('\n') }
  },
})

/** Tries what failed of a run once more, under the ids that it had. */
const repeat = runtimeOperation({
  method: 'POST',
  path: 'automacoes/repetir',
  title: 'Tentar outra vez o que uma automação não conseguiu fazer',
  gate: 'owner || admin',
  input: { type: 'object', properties: chosen, required: ['lojaId', 'id'] },
  output: { type: 'object' },
  messages: ['not-found', 'automation.not-failed', 'automation.off'],
  async run({ service, model, caller, input, writing }) {
    const { runs, steps } = runTables(model)
    const lojaId = requireStore(caller)
    await withUnitOfWork(writing, { stores: [lojaId] }, async work => {
      const [run] = await lockRecords(runs, [input.id], work, 'all')
      if (!run) throw new ApiError(404, 'not-found')
      if (run.situacao !== 'FALHOU') throw new ApiError(422, 'automation.not-failed')
      const on = await automationsOn(work.q, service.database, model, lojaId)
      const standing = on.get(String(run.automacao))
      if (!standing) throw new ApiError(422, 'automation.off')
      const failed = recordsIn(run.passos)
        .filter(({ situacao }) => situacao === 'FALHOU')
        .map(({ id }) => id)
      await changeFields(steps, failed, { situacao: 'ESPERA', tentativas: 0, falha: null }, { ...work, lojaId })
      await changeRecords(runs, [input.id], { situacao: 'ESPERA', motivo: null, terminada_em: null }, work, { history: true })
      await runQueue.add(work.q, [{ lojaId, id: input.id, host: standing.host }])
      work.afterCommit.push(async () => service.wakeAutomations?.('steps'))
    })
    return {}
  },
})

/** Starts an automation for a record that the caller names: by the key of a program, or by a person. */
const call = runtimeOperation({
  method: 'POST',
  path: 'automacoes/chamar',
  title: 'Começar uma automação com um registro',
  gate: 'logged',
  input: objectOf({
    lojaId: { type: 'integer' },
    automacao: { type: 'string', maxLength: 200 },
    registro: { type: 'string', maxLength: 60 },
    chave: { type: 'string', maxLength: 60, description: 'A mesma chave com o mesmo registro começa uma vez só' },
  }),
  output: objectOf({ comeca: { type: 'boolean', description: 'A condição vale' } }),
  messages: ['automation.unknown', 'automation.not-called', 'automation.off', 'not-found', 'quota.store-used'],
  async run({ service, model, caller, input }) {
    const { automacao, registro, chave } = input
    const lojaId = requireStore(caller)
    const automation = automationNamed(model, automacao)
    if (!gateAllows(automation.gate, caller.permission)) throw gateRefusal(model, automation.gate, caller.rights)
    if (!('call' in automation.on)) throw new ApiError(422, 'automation.not-called')
    const store = await storeOf(service, model, lojaId)
    const on = await service.database.read({ stores: [lojaId] }, q => automationsOn(q, service.database, model, lojaId))
    if (!on.has(automation.name)) throw new ApiError(422, 'automation.off')
    const found = await momentOf(automation, registro, { service, model, store })
    const { userId: id, email, name } = caller
    const moment = { ...found, user: { id, email, name, nome: name } }
    if (!startHolds(model, automation, moment)) return { comeca: false }
    const about = { register: automation.on.register, id: registro }
    const key = `call:${automation.name}:${registro}:${chave}`
    await makeRuns([{ automation, key, about, chain: [], steps: planSteps(model, automation, moment) }], {
      service,
      model,
      store,
      on,
    })
    return { comeca: true }
  },
})

/** The calls of automations. */
export const automationOperations: readonly RuntimeOperation[] = [makeSecret, tryOut, repeat, call]

function roleName(model: Model, role: 'webhooks'): string {
  const register = registerOfRole(model, role)
  if (!register) throw new ApiError(404, 'not-found')
  return register.name
}

function automationNamed(model: Model, name: string): Automation {
  const automation = Object.hasOwn(model.automations, name) ? model.automations[name] : undefined
  if (!automation) throw new ApiError(404, 'automation.unknown')
  return automation
}

async function storeOf({ database }: Service, model: Model, lojaId: number): Promise<Store> {
  const [store] = await findStores(database.system, model, [lojaId])
  if (!store) throw new ApiError(404, 'not-found')
  return store
}

interface MomentPlace {
  readonly service: Service
  readonly model: Model
  readonly store: Store
}

/** The moment as it is now for a record, which has no values before. */
async function momentOf(
  automation: Automation,
  id: string | undefined,
  { service, model, store }: MomentPlace,
): Promise<StartMoment> {
  const name = registerOfStart(automation.on)
  const register = name === undefined ? undefined : model.registers[name]
  return service.database.read({ stores: [store.id] }, async q => {
    const moment = { store: await storeRecord(q, model, store), zone: store.zone, at: new Date().toISOString() }
    if (!register) return { ...moment, record: {} }
    if (id === undefined || id === '') throw new ApiError(422, 'automation.record-needed')
    const needs = needsOf(model, automation, register)
    const record = (await readRecords(q, { model, store }, register.name, [id], [needs])).get(id)
    if (!record) throw new ApiError(404, 'not-found')
    return { ...moment, record, before: record }
  })
}
