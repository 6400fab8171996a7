import { formatMessage } from '../../../model/formatMessage.ts'
import type { Model } from '../../../model/model.ts'
import { ApiError } from '../../error.ts'
import { objectOf } from '../../operations/objectOf.ts'
import { type RuntimeOperation, type RuntimeOperationContext, runtimeOperation } from '../../operations/operation.ts'
import { OperationReply } from '../../operations/operationReply.ts'
import { noteSecurityEvent } from '../../security/securityEvent.ts'
import { erasePerson } from './erasePerson.ts'
import { type FoundRows, findPersonRows } from './findPersonRows.ts'
import { lawOf } from './personalTables.ts'
import { personFile } from './personFile.ts'
import { type Subject, type SubjectInput, scopeOfSubject, subjectOf } from './subject.ts'

const named = {
  lojaId: { type: 'integer', description: 'Loja; dispensada para quem tem uma só' },
  cadastro: { type: 'string', maxLength: 100, description: 'Cadastro de pessoas: parceiros, AppUsers, Contador, users' },
  registro: { type: 'string', maxLength: 50, description: 'Número da pessoa nesse cadastro; `eu`, em users, é quem chama' },
}
const text = { type: 'string' }

/** One line of what an erasure will do. */
interface Preview {
  /** Under what it stands: what goes, what stays. */
  readonly destino: string
  readonly cadastro: string
  readonly registros: number | null
  readonly campos: string
  readonly motivo: string
}

const preview = runtimeOperation({
  method: 'GET',
  path: 'titulares/:cadastro/:registro/previa',
  person: true,
  title: 'O que será apagado de uma pessoa, e o que fica e por quê',
  gate: 'logged',
  input: { type: 'object', properties: named, required: ['cadastro', 'registro'] },
  output: {
    type: 'array',
    items: {
      type: 'object',
      properties: { destino: text, cadastro: text, registros: { type: ['integer', 'null'] }, campos: text, motivo: text },
    },
  },
  messages: ['not-found', 'forbidden'],
  async run(running) {
    const { model, database } = running
    const subject = await subjectOf(running)
    const { found } = await database.read(scopeOfSubject(subject), q => findPersonRows(subject, model, q))
    const say = (code: string): string => formatMessage(model, code)
    const beside = (part: string): Preview => ({
      destino: say('privacy.goes'),
      cadastro: say(`privacy.${part}`),
      registros: null,
      campos: say(`privacy.${part}-fields`),
      motivo: '',
    })
    return [
      ...found.flatMap(one => goesOf(one, model)),
      ...['history', 'replies'].map(beside),
      ...found.flatMap(one => staysOf(one, model)),
      { ...beside('copies'), destino: say('privacy.stays'), motivo: say('privacy.copies-why') },
    ] satisfies Preview[]
  },
})

function goesOf({ personal, ids }: FoundRows, model: Model): Preview[] {
  const { table, about, erased, lists } = personal
  const titles = [
    ...erased.map(({ field }) => field.title),
    ...lists.flatMap(each => (each.erased.length > 0 ? [each.list.title] : [])),
  ]
  if (about.erase !== 'remove' && titles.length === 0) return []
  const whole = about.erase === 'remove' ? formatMessage(model, 'privacy.whole-record') : titles.join(', ')
  const destino = formatMessage(model, 'privacy.goes')
  return [{ destino, cadastro: table.register.title, registros: ids.length, campos: whole, motivo: '' }]
}

function staysOf({ personal, ids }: FoundRows, model: Model): Preview[] {
  const { table, kept, lists } = personal
  const law = lawOf(personal)
  if (law === undefined) return []
  const titles = [
    ...kept.map(({ field }) => field.title),
    ...lists.flatMap(each => (each.kept.length > 0 ? [each.list.title] : [])),
  ]
  return [
    {
      destino: formatMessage(model, 'privacy.stays'),
      cadastro: table.register.title,
      registros: ids.length,
      campos: titles.length > 0 ? titles.join(', ') : formatMessage(model, 'privacy.whole-record'),
      motivo: law,
    },
  ]
}

const exportFile = runtimeOperation({
  method: 'GET',
  path: 'titulares/:cadastro/:registro/exportar',
  person: true,
  title: 'Tudo o que se guarda de uma pessoa, num arquivo',
  gate: 'logged',
  reauthenticate: true,
  notesItself: true,
  input: { type: 'object', properties: named, required: ['cadastro', 'registro'] },
  output: { type: 'object', description: 'Arquivo JSON com os títulos dos cadastros' },
  messages: ['not-found', 'forbidden'],
  async run(running) {
    const { model, database, caller, log } = running
    const subject = await subjectOf(running)
    const rows = await database.read(scopeOfSubject(subject), q => findPersonRows(subject, model, q))
    log.info({ user: caller.userId, register: subject.table.register.name, record: subject.id }, 'personal data exported')
    await noteRight('person-exported', subject, running)
    return new OperationReply(personFile(rows, { subject, model, caller, database, notices: running.service.database }), {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="dados-pessoais-${subject.id}.json"`,
      'cache-control': 'no-store',
    })
  },
})

/** Notes in the log of the store, by register and number alone, that somebody's rights were exercised. */
const noteRight = (
  kind: 'person-exported' | 'person-erased',
  { table, id }: Subject,
  { service, caller, address }: RuntimeOperationContext<SubjectInput>,
): Promise<void> =>
  noteSecurityEvent(service, {
    kind,
    userId: caller.userId,
    lojaId: table.register.scope === 'global' ? 0 : (caller.storeId ?? 0),
    address,
    detail: `${table.register.title}: ${id}`,
  })

const erase = runtimeOperation({
  method: 'POST',
  path: 'titulares/:cadastro/:registro/apagar',
  person: true,
  title: 'Apagar o que se guarda de uma pessoa, menos o que a lei manda guardar',
  gate: 'logged',
  reauthenticate: true,
  notesItself: true,
  input: {
    type: 'object',
    properties: { ...named, ciente: { type: 'boolean', description: 'Sim: não há volta' } },
    required: ['cadastro', 'registro'],
  },
  output: objectOf({ apagados: { type: 'integer' }, guardados: { type: 'integer' } }),
  messages: ['not-found', 'forbidden', 'privacy.not-sure'],
  async run(running) {
    const subject = await subjectOf(running)
    if (running.input.ciente !== true)
      throw new ApiError(422, 'privacy.not-sure', {}, [{ path: 'ciente', code: 'privacy.not-sure' }])
    const done = await erasePerson(subject, running.writing)
    const { caller, log } = running
    log.info({ user: caller.userId, register: subject.table.register.name, record: subject.id, ...done }, 'personal data erased')
    await noteRight('person-erased', subject, running)
    return done
  },
})

/** Operations that show, give and erase the data of a person. */
export const privacyOperations: readonly RuntimeOperation[] = [preview, exportFile, erase]
