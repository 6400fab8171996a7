import type { NoticeDefinition } from '../../../generated/definitions.ts'
import { kindByName } from '../../../kinds/values.ts'
import { noticeColumns, scopeOfNotice } from '../../expression/noticeScope.ts'
import type { Field, Register } from '../../model.ts'
import { fieldOf } from '../../register.ts'
import { resultMemberNames, resultPartAt } from '../../report/resultShape.ts'
import type { Query, ResultColumn } from '../../report.ts'
import type { JsonPath } from '../../source/source.ts'
import { type Notice, placeholdersOf } from '../../views/notice.ts'
import { boolType, type Checker, fieldNamesOf } from '../checker.ts'

/** A notice: what starts it is there, and its words name what it may tell. */
export function checkNotice(checker: Checker, value: NoticeDefinition, notice: Notice): void {
  checker.gate(['gate'], value.gate)
  if (!checkStart(checker, value)) return
  const personal = value.on.discuss === undefined ? value.on.approve && 'approve' : 'discuss'
  if (personal) {
    checkPersonal(checker, value, personal)
    return
  }
  const limits = checker.register(['limits'], value.limits)
  if (limits && !limits.single)
    checker.add(['limits'], 'notice-limits', `The register ${limits.name} has more than one record a store: add "single" to it.`)
  const scope = scopeOfNotice(checker.model, notice)
  if (!scope) return
  checker.expression(['when'], value.when, scope, boolType)
  const named = namesOf(checker, notice, limits)
  checkNames(checker, ['text'], value.text, named)
  checkNames(checker, ['cause'], value.cause, named)
  checkNames(checker, ['page'], value.page, named)
  checker.page(['page'], value.page)
  checkNames(checker, ['several', 'text'], value.several?.text, new Map([['count', undefined]]))
  checkNames(checker, ['several', 'page'], value.several?.page, new Map())
  checker.page(['several', 'page'], value.several?.page)
}

/** Names in the words of what is told to single people. */
const personalWords = {
  discuss: ['name', 'register', 'record'],
  approve: ['name', 'way', 'register', 'record', 'reason'],
} as const

/** A notice to single people leads to the record and tells of nobody's data: its words are few, and it has no condition. */
function checkPersonal(checker: Checker, value: NoticeDefinition, start: keyof typeof personalWords): void {
  for (const word of ['when', 'limits', 'cause', 'several'] as const)
    if (value[word] !== undefined)
      checker.add([word], 'notice-start', `"${word}" says nothing beside "${start}".`, { part: 'key' })
  checkNames(checker, ['text'], value.text, new Map(personalWords[start].map(name => [name, undefined])))
  checkNames(checker, ['page'], value.page, new Map())
  checker.page(['page'], value.page)
}

const ways = {
  event: ['register', 'event'],
  at: ['register', 'at', 'days', 'minutes'],
  query: ['query', 'rows', 'key', 'parameters', 'every'],
  discuss: ['discuss'],
  approve: ['approve'],
} as const

/** Exactly one way to start, with its own words. Tells whether the rest can be looked at. */
function checkStart(checker: Checker, { on }: NoticeDefinition): boolean {
  const [way, ...more] = (['event', 'at', 'query', 'discuss', 'approve'] as const).filter(each => on[each] !== undefined)
  if (way === undefined || more.length > 0) {
    const message = 'A notice starts in exactly one of five ways: register and event, register and at, query, discuss, approve.'
    checker.add(['on', ...more.slice(0, 1)], 'notice-start', message, more.length > 0 ? { part: 'key' } : {})
    return false
  }
  const own: readonly string[] = ways[way]
  const strange = Object.keys(on).find(word => !own.includes(word))
  if (strange !== undefined) {
    checker.add(['on', strange], 'notice-start', `"${strange}" says nothing beside "${way}".`, { part: 'key' })
    return false
  }
  if (way === 'discuss' || way === 'approve') return true
  return way === 'query' ? checkRows(checker, on) : checkRecord(checker, on)
}

type Start = Pick<NoticeDefinition['on'], 'register' | 'at' | 'days' | 'minutes' | 'query' | 'rows' | 'key' | 'parameters'> & {
  readonly every?: string
}

function checkRecord(checker: Checker, { register: name, at, days, minutes }: Start): boolean {
  if (name === undefined) {
    checker.add(['on'], 'notice-start', 'The register of the record is missing: add "register".')
    return false
  }
  const register = checker.register(['on', 'register'], name)
  if (!register) return false
  if (register.scope !== 'store') {
    const message = `Records of ${register.name} belong to no store: nobody could be told of them.`
    checker.add(['on', 'register'], 'notice-start', message)
    return false
  }
  if (at === undefined || !checker.field(['on', 'at'], register, at)) return at === undefined
  const field = fieldOf(register, at)
  const time = field?.stored ? kindByName(field.kind).time : undefined
  if (time === undefined) checker.add(['on', 'at'], 'notice-start', `The field ${at} keeps neither a day nor a moment.`)
  else if (days === undefined && minutes === undefined)
    checker.add(['on', 'at'], 'notice-start', `It is not said when: add "days"${time === 'day' ? '' : ' or "minutes"'}.`, {
      part: 'key',
    })
  else if (minutes !== undefined && (time === 'day' || days !== undefined)) {
    const message = days === undefined ? `The field ${at} is a day: say "days".` : '"minutes" says nothing beside "days".'
    checker.add(['on', 'minutes'], 'notice-start', message, { part: 'key' })
  }
  return true
}

/** The rows of a query that start something. */
export function checkRows(checker: Checker, { query: name = '', rows, key, parameters = {}, every }: Start): boolean {
  if (!checker.oneOf(['on', 'query'], 'query-unknown', 'query', name, checker.names.queries)) return false
  const query = checker.model.queries[name]
  if (!query) {
    checker.leave()
    return false
  }
  for (const [word, said] of Object.entries({ rows, key, every }))
    if (said === undefined) checker.add(['on'], 'notice-start', `What a query starts says its "${word}", too.`)
  if (rows === undefined || key === undefined || every === undefined) return false
  const part = resultPartAt(query.result, rows.split('.'))
  if (part?.is !== 'rows') {
    checker.unknown(['on', 'rows'], 'result-unknown', `rows of ${name}`, rows, resultMemberNames(query.result))
    return false
  }
  const columns = part.columns.map(column => column.name)
  checker.oneOf(['on', 'key'], 'result-unknown', `column of ${name}`, key, columns)
  checkParameters(checker, query, parameters)
  return true
}

function checkParameters(checker: Checker, query: Query, parameters: NonNullable<Start['parameters']>): void {
  const known = new Map(query.parameters.flatMap(each => each.fills.map(fill => [fill, each] as const)))
  for (const [name, said] of Object.entries(parameters)) {
    if (!checker.oneOf(['on', 'parameters', name], 'parameter-unknown', `parameter of ${query.name}`, name, known.keys(), 'key'))
      continue
    const { choices, many } = known.get(name) ?? {}
    if (!choices) continue
    for (const one of many ? String(said).split(',') : [String(said)])
      checker.oneOf(
        ['on', 'parameters', name],
        'option-unknown',
        `option of ${name}`,
        one,
        choices.map(each => String(each.value)),
      )
  }
}

type NamedField = Pick<Field, 'personal' | 'secret' | 'references'>

export type Named = ReadonlyMap<string, NamedField | undefined>

/** The names that words may stand for, with their fields. */
function namesOf(checker: Checker, notice: Notice, limits: Register | undefined): Named {
  const { on } = notice
  const register = 'query' in on ? undefined : checker.model.registers[on.register]
  const named = new Map(fieldsInWords(checker, register, noticeColumns(checker.model, notice)))
  for (const name of limits ? fieldNamesOf(limits) : []) named.set(`limits.${name}`, undefined)
  return named
}

/** The names of a record and its references' labels, or of a row's columns, with their fields. */
export function fieldsInWords(checker: Checker, register: Register | undefined, columns: readonly ResultColumn[] = []): Named {
  const named = new Map<string, NamedField | undefined>()
  for (const column of columns) named.set(column.name, undefined)
  for (const field of register?.fields ?? []) {
    named.set(field.name, field)
    const target = checker.model.registers[field.reference?.to ?? '']
    const label = target && fieldOf(target, target.label)
    if (target && label) named.set(`${field.reference?.as}.${target.label}`, label)
  }
  return named
}

/** Words go to telephones and mailboxes: they tell nothing of a person, but a letter to that person does, and no secret. */
export function checkNames(
  checker: Checker,
  path: JsonPath,
  template: string | undefined,
  named: Named,
  to: 'people' | 'letter' = 'people',
): void {
  for (const { name, at } of placeholdersOf(template ?? '')) {
    if (!named.has(name)) {
      checker.add(path, 'field-unknown', `There is no field "${name}".`, { offset: at, word: name, candidates: named.keys() })
      continue
    }
    const field = named.get(name)
    // A cause tells one thing from another by the keys, which people do not read.
    if (field?.references && path[0] !== 'cause') {
      const message = `"${name}" keeps the keys of several records: words say nothing of them.`
      checker.add(path, 'words-keys', message, { offset: at })
      continue
    }
    if ((field?.personal === undefined || to === 'letter') && !field?.secret) continue
    checker.add(path, 'notice-personal', `"${name}" may say something of a person, which a notice does not carry.`, {
      offset: at,
    })
  }
}
