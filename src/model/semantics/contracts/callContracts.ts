import { membersOf } from '../../../base/record.ts'
import { choosingPlacesOf, formsChoosing } from '../../access/choosing.ts'
import type { CallSpec, Expression, Model, Register } from '../../model.ts'
import { topLevelRegisters } from '../../register.ts'
import type { Query } from '../../report.ts'
import type { CallContract } from '../../source/callContract.ts'

interface KnownCall {
  readonly contract: CallContract
  readonly steps: readonly string[]
  readonly parameters: number
}

/** The contracts of all calls, found by method and address. */
export class CallContracts {
  private readonly all: readonly CallContract[]
  /** By method and number of steps. */
  private readonly byShape: ReadonlyMap<string, readonly KnownCall[]>

  /** `declared`: those of operations and of the session, which no definition makes. */
  constructor(declared: readonly CallContract[], model: Model) {
    this.all = [
      ...declared,
      ...Object.values(model.queries).map(contractOfQuery),
      ...topLevelRegisters(model).flatMap(register => contractsOfRegister(model, register)),
    ]
    const known = this.all.map((contract): KnownCall => {
      const steps = stepsOf(contract.path)
      return { contract, steps, parameters: steps.filter(step => step.startsWith(':')).length }
    })
    this.byShape = Map.groupBy(known, ({ contract: { method }, steps }) => `${method} ${steps.length}`)
  }

  /** The call that an address reaches, whose `{names}` stand for values; of several the one with the fewest parameters, and of alike ones the first. */
  find(method: string, path: string): CallContract | undefined {
    const wanted = stepsOf(path)
    const fit = (this.byShape.get(`${method} ${wanted.length}`) ?? []).filter(one => reaches(one, wanted))
    return fit.sort((one, other) => one.parameters - other.parameters)[0]?.contract
  }

  /** Members of the reply to a call as a definition writes it, where its operation says them all; a lookup names no method. */
  givenBy(call: unknown): readonly string[] | undefined {
    const { method = 'GET', path } = membersOf(call)
    return typeof method === 'string' && typeof path === 'string' ? this.find(method, path)?.gives : undefined
  }

  /** Methods by which an address can be called. */
  methodsOf(path: string): string[] {
    const methods = new Set(this.all.map(({ method }) => method))
    return [...methods].filter(method => this.find(method, path) !== undefined)
  }

  /** Addresses of a method, as definitions write them. */
  addresses(method: string): string[] {
    return this.all.flatMap(one => (one.method === method ? [one.path.replace(/:(\w+)/g, '{$1}')] : []))
  }
}

const stepsOf = (path: string): string[] => (path.split('?')[0] ?? '').toLowerCase().split('/').filter(Boolean)

/** A `{name}` in an address is a value, so only a parameter takes it. */
const reaches = ({ contract: { numbered }, steps }: KnownCall, wanted: readonly string[]): boolean =>
  steps.every((step, i) => (step.startsWith(':') ? !numbered || /^(\d+|\{.*\})$/.test(wanted[i] ?? '') : step === wanted[i]))

/** Members of every call of figures besides its parameters. */
const ofFigures = ['lojaId', 'format', 'part', 'except', 'filter'] as const

const contractOfQuery = ({ path, gate, parameters }: Query): CallContract => ({
  method: 'GET',
  path,
  gate,
  takes: [...parameters.flatMap(({ fills }) => fills), ...ofFigures],
  needs: parameters.flatMap(({ required, fills, ...one }) => (required && one.default === undefined ? fills : [])),
})

/** Anybody to whom one of these gates is open. */
export const anyOf = (gates: readonly (Expression | undefined)[]): Expression => {
  const known = [...new Set(gates.filter(gate => gate !== undefined && gate !== 'false'))]
  return known.length < 2 ? (known[0] ?? 'false') : known.map(gate => `(${gate})`).join(' || ')
}

/** The answer to who may read what a register calls its records: who sees it, and whoever chooses one of them. */
const readersOf = (model: Model, register: Register): Expression =>
  anyOf([
    register.access.see,
    ...choosingPlacesOf(model, register).flatMap(({ gates }) => gates),
    ...formsChoosing(model, register).map(({ gate }) => gate),
    ...Object.values(model.reports).flatMap(({ gate, parameters }) =>
      parameters.some(({ reference }) => reference?.to === register.name) ? [gate] : [],
    ),
  ])

/** Members of the replies of calls that every register has, by the end of their address. */
const brought: Readonly<Record<string, readonly string[]>> = {
  '/count': ['count'],
  '/uniqCodigo': ['count'],
  '/proximoCodigo': ['codigo'],
}

type RegisterCall = readonly [CallSpec['method'], path: string, gate: Expression]

/** The calls that every register has, with the gate of what they do. */
function contractsOfRegister(model: Model, register: Register): CallContract[] {
  const { name, access } = register
  const { see = 'false', create, change = 'false', remove = 'false' } = access
  const [read, save] = [readersOf(model, register), anyOf([create, change])]
  const of = (method: CallSpec['method'], gate: Expression, ...paths: readonly string[]): RegisterCall[] =>
    paths.map(path => [method, path, gate])
  const calls = [
    ...of('GET', read, '', '/list', '/findInclude', '/count', '/:id'),
    ...of('GET', see, '/totais', '/uniqCodigo', '/proximoCodigo', '/exportar', '/:id/historico'),
    ...of('POST', see, '/valores'),
    ...of('POST', save, '', '/save'),
    ...of('POST', change, '/updateAttributes', '/updateMany', '/alterarVarios'),
    ...of('PATCH', change, '', '/:id'),
    ...of('PUT', save, '', '/:id'),
    ...of('DELETE', remove, '', '/del', '/:id'),
    ...register.fields.flatMap(({ ways }) =>
      (ways?.list ?? []).flatMap(({ id, gate, server }) =>
        server ? [] : of('POST', gate === undefined ? change : `(${change}) && (${gate})`, `/ways/${id}`, `/:id/ways/${id}`),
      ),
    ),
  ]
  return calls.map(([method, path, gate]) => ({
    method,
    path: `${name}${path}`,
    gate,
    ...(Object.hasOwn(brought, path) ? { gives: brought[path] ?? [] } : {}),
    ...(register.textKey ? {} : { numbered: true as const }),
  }))
}
