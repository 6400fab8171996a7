import { gateNames, parseGate } from '../../access/gateTree.ts'
import type { Expression, Model } from '../../model.ts'
import type { CallContract } from '../../source/callContract.ts'
import type { Definitions, RegisterSource } from '../../source/definitions.ts'
import type { JsonPath, Source } from '../../source/source.ts'
import type { Checker } from '../checker.ts'
import { anyOf, type CallContracts } from './callContracts.ts'
import { callsIn, type WrittenCall } from './callsIn.ts'
import { checkGate, demandAllowed } from './demandAllowed.ts'

/**
 * Checks every call that definitions write down against what the server asks of it: its address, its members, and that whoever comes to it may make it.
 * A refused call signs people out, so no definition may lead there.
 */
export function checkContracts(
  definitions: Definitions,
  model: Model,
  checkerOf: (source: Source) => Checker,
  contracts: CallContracts,
): void {
  const walk = (source: Source, value: unknown, path: JsonPath, gates: readonly Expression[], visitors = false): void => {
    const checker = checkerOf(source)
    for (const found of callsIn(value, path, gates))
      if ('gate' in found) checkGate(checker, found.gate)
      else checkCall(checker, found.call, contracts, visitors)
  }
  for (const source of definitions.registers.values()) checkRegister(source, model, checkerOf, walk)
  for (const { name, source, value } of definitions.screens.values()) {
    const screen = model.screens[name]
    if (!screen) continue
    const gates = screen.public ? [] : [screen.gate, 'logged']
    walk(source, value, [], gates, screen.public)
    for (const word of ['states', 'record'] as const)
      demandAllowed(checkerOf(source), [word, 'register'], gates, seenBy(model, value[word]?.register), 'reading its records')
  }
  for (const { name, source, value } of definitions.reports.values()) {
    const report = model.reports[name]
    if (!report) continue
    walk(source, value, [], [report.gate])
    for (const [call, { query }] of Object.entries(report.calls)) {
      const at = value.calls === undefined ? ['gate'] : ['calls', call]
      demandAllowed(checkerOf(source), at, [report.gate], model.queries[query]?.gate, `the call ${query}`)
    }
  }
  for (const { name, source, value } of definitions.imports.values()) {
    const { access } = model.registers[value.register] ?? {}
    const gate = model.imports[name]?.gate
    if (!access || gate === undefined) continue
    walk(source, value, [], [gate])
    demandAllowed(
      checkerOf(source),
      ['gate'],
      [gate],
      anyOf([access.create, access.change]),
      `saving records of ${value.register}`,
    )
  }
}

type Walk = (source: Source, value: unknown, path: JsonPath, gates: readonly Expression[]) => void

const seenBy = (model: Model, name: string | undefined): Expression | undefined =>
  name === undefined ? undefined : model.registers[name]?.access.see

/** A register's fields are filled in by those who may save; each action has the gate that was made of its words. */
function checkRegister(
  { name, source, value, ui }: RegisterSource,
  model: Model,
  checkerOf: (source: Source) => Checker,
  walk: Walk,
): void {
  const register = model.registers[name]
  if (!register) return
  const { see, create, change } = register.access
  const seen = see === undefined ? [] : [see]
  const saved = anyOf([create, change])
  // The answer to what nobody saves has no field that is typed.
  if (saved !== 'false') walk(source, value.properties, ['properties'], [...seen, saved])
  for (const [act, gate] of Object.entries(value.register.access ?? {}))
    if (gate !== 'false') checkGate(checkerOf(source), { path: ['register', 'access', act], gates: [gate] })
  if (!ui) return
  const { actions, list, ...rest } = ui.value
  walk(ui.source, rest, [], seen)
  if (list) {
    const { columns, ...others } = list
    walk(ui.source, others, ['list'], seen)
    // Calls of a column are those after its switch, which saves.
    walk(ui.source, columns, ['list', 'columns'], [...seen, change ?? 'false'])
  }
  for (const [i, action] of (actions ?? []).entries()) {
    // The action made of a name that stands twice is the first one.
    if (actions?.findIndex(({ id }) => id === action.id) !== i) continue
    const gate = register.views.actions.find(({ id }) => id === action.id)?.gate
    const gates = gate === undefined ? seen : [...seen, gate]
    walk(ui.source, action, ['actions', i], gates)
    const other = action.actionOf && model.registers[action.actionOf.register]
    const needed = other?.views.actions.find(({ id }) => id === action.actionOf?.action)?.gate
    demandAllowed(checkerOf(ui.source), ['actions', i, 'actionOf', 'action'], gates, needed, `that action of ${other?.name}`)
  }
}

function checkCall(checker: Checker, call: WrittenCall, contracts: CallContracts, visitors: boolean): void {
  const { method, address, path, gates } = call
  const contract = contracts.find(method, address)
  if (!contract) {
    tellUnknown(checker, call, contracts)
    return
  }
  const { gate } = contract
  const words = `${method} ${address}`
  // The answer to what a condition asks may be the store's features, which the page knows.
  const passed = call.asked ? [...gates, ...featuresOf(gate)] : gates
  if (gate !== undefined) demandAllowed(checker, [...path, 'path'], passed, gate, words, visitors)
  checkMembers(checker, call, contract)
}

/** Features of the store that a gate names. */
const featuresOf = (gate = 'true'): Expression[] =>
  gateNames(parseGate(gate)).flatMap(({ name }) => (name.startsWith('store.') ? [name] : []))

/** An address that nothing answers, or not by this method. */
function tellUnknown(checker: Checker, { method, address, path }: WrittenCall, contracts: CallContracts): void {
  const first = address.split('/')[0] ?? ''
  const refused = [...checker.names.registers].some(
    name => name.toLowerCase() === first.toLowerCase() && !checker.model.registers[name],
  )
  if (refused) {
    checker.leave()
    return
  }
  const others = contracts.methodsOf(address)
  if (others.length > 0) {
    const message = `"${address}" is called by ${others.join(' or ')}, not by ${method}.`
    checker.add([...path, 'method'], 'method-wrong', message, { word: method, candidates: others })
    return
  }
  checker.unknown([...path, 'path'], 'route-unknown', 'call', address, contracts.addresses(method))
}

/** The answer to what the call is given, beside what it takes and needs. */
function checkMembers(
  checker: Checker,
  { path, query, body, address, grows, method }: WrittenCall,
  contract: CallContract,
): void {
  const { takes, needs = [] } = contract
  let mistyped = false
  const inPath = [...contract.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
  for (const [part, names] of [
    ['query', query],
    ['body', body],
  ] as const)
    for (const name of names)
      if (takes && !takes.includes(name)) {
        checker.unknown([...path, part, name], 'member-unknown', `member of ${method} ${address}`, name, takes, 'key')
        mistyped = true
      }
  // A mistyped member may be the one that is missing.
  if (grows || mistyped) return
  const given = new Set([...query, ...body, ...inPath])
  for (const name of needs)
    if (!given.has(name)) checker.add([...path, 'path'], 'member-missing', `${method} ${address} needs the member "${name}".`)
}
